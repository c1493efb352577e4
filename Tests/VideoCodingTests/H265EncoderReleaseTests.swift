import CX265
import MediaCore
import Synchronization
import Testing

@testable import VideoCoding

/// What an encoder takes from libx265 it gives back. libx265 itself keeps memory that it should not
/// (`Configs/leak-sanitizer.txt`), so that leak detection cannot tell; counting can.
@Suite(.serialized) struct H265EncoderReleaseTests {
  private static let settings = MovieEncoderSettings(width: 64, height: 48, range: .full)

  @Test("an encoder's parameters, picture and handle are given back when it goes")
  func use() throws {
    let library = try #require(CountedX265.library, "libx265 is needed")
    CountedX265.begin()
    do {
      let encoder = try H265Encoder(settings: Self.settings, library: library)
      #expect(CountedX265.held == ["encoder": 1, "parameters": 1, "picture": 1])
      _ = try encoder.encode(TestPicture.wave(width: 64, height: 48, range: .full), time: .zero)
    }
    #expect(CountedX265.held == ["encoder": 0, "parameters": 0, "picture": 0])
  }

  @Test("they are given back when it does not come to be", arguments: CountedX265.Step.allCases)
  func failure(step: CountedX265.Step) throws {
    let library = try #require(CountedX265.library, "libx265 is needed")
    CountedX265.begin(failing: step)
    #expect(throws: CodingError.self) { try H265Encoder(settings: Self.settings, library: library) }
    #expect(CountedX265.held.values.allSatisfy { $0 == 0 }, "\(CountedX265.held)")
  }
}

/// libx265 with a count of what it has given out, and steps that fail when they are told to.
enum CountedX265 {
  enum Step: CaseIterable { case parameters, picture, preset, option, profile, opening, headers }

  private struct State {
    var held: [String: Int] = [:]
    var failing: Step?
  }

  // C's functions carry no context, so that the count is the process's: one test at a time.
  private static let state = Mutex(State())
  // A table of functions that is read and never written.
  nonisolated(unsafe) private static let real = try? LibX265().functions

  /// How many of each there are that have not been given back.
  static var held: [String: Int] { state.withLock { $0.held } }

  /// Counts from nothing.
  static func begin(failing step: Step? = nil) { state.withLock { $0 = State(failing: step) } }

  private static func fails(_ step: Step) -> Bool { state.withLock { $0.failing == step } }

  private static func count<Thing>(_ thing: Thing?, _ name: String, by step: Int) -> Thing? {
    if thing != nil { state.withLock { $0.held[name, default: 0] += step } }
    return thing
  }

  static var library: LibX265? {
    guard var functions = real else { return nil }
    functions.param_alloc = {
      CountedX265.fails(.parameters) ? nil : CountedX265.count(CountedX265.real?.param_alloc(), "parameters", by: 1)
    }
    functions.param_free = { CountedX265.real?.param_free(CountedX265.count($0, "parameters", by: -1)) }
    functions.picture_alloc = {
      CountedX265.fails(.picture) ? nil : CountedX265.count(CountedX265.real?.picture_alloc(), "picture", by: 1)
    }
    functions.picture_free = { CountedX265.real?.picture_free(CountedX265.count($0, "picture", by: -1)) }
    functions.param_default_preset = {
      CountedX265.fails(.preset) ? -1 : CountedX265.real?.param_default_preset($0, $1, $2) ?? -1
    }
    functions.param_parse = { CountedX265.fails(.option) ? -1 : CountedX265.real?.param_parse($0, $1, $2) ?? -1 }
    functions.param_apply_profile = {
      CountedX265.fails(.profile) ? -1 : CountedX265.real?.param_apply_profile($0, $1) ?? -1
    }
    functions.encoder_open = {
      CountedX265.fails(.opening) ? nil : CountedX265.count(CountedX265.real?.encoder_open($0), "encoder", by: 1)
    }
    functions.encoder_close = { CountedX265.real?.encoder_close(CountedX265.count($0, "encoder", by: -1)) }
    functions.encoder_headers = {
      CountedX265.fails(.headers) ? -1 : CountedX265.real?.encoder_headers($0, $1, $2) ?? -1
    }
    return LibX265(functions: functions)
  }
}
