import CaptureDevices
import Glibc
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// What is done to inputs, in which order, when a running session is given others; and what follows from each failure.
@Suite struct InputExchangeTests {
  /// How a step fails. `room` is a bus that other devices take all of.
  enum Failure: Sendable {
    case broken, busy, gone, room

    var error: CaptureError {
      let code: DeviceError.Code =
        switch self {
        case .broken: .streamingFailed
        case .busy, .room: .busy
        case .gone: .disconnected
        }
      let status: Int32? = self == .room ? ENOSPC : nil
      return CaptureError(device: DeviceError(code, context: "x", status: status.map(Int.init), message: "on purpose"))
    }
  }

  /// Inputs are letters: `b` and `B` of one camera, `f` of another, `m` and `M` of one microphone. Steps are `?` for
  /// room, `+` and `-` for a start and a stop, and `end` for the end of captures.
  struct Row: Sendable, CustomStringConvertible {
    let old: String
    let new: String
    var outdated = ""
    var stalled = ""
    /// In the session, and not delivering.
    var away = ""
    var endsCaptures = false
    /// Steps that fail, each as often as it is named.
    var fails: [(String, Failure)] = []
    let steps: String
    var stopped = ""
    var lost = ""
    var throwsError = false

    var description: String { "\(old) to \(new): \(fails.map { "\($0.0) \($0.1)" }.joined(separator: ", "))" }
  }

  private static let successes = [
    Row(old: "b", new: "bm", steps: "+m +b"),
    Row(old: "", new: "bm", steps: "+m +b"),
    Row(old: "bm", new: "b", steps: "-m +b"),
    Row(old: "b", new: "f", steps: "+f -b"),
    Row(old: "bm", new: "fm", endsCaptures: true, steps: "+f -b end +m"),
    Row(old: "b", new: "b", outdated: "b", steps: "?b -b +b", stopped: "b"),
    Row(old: "bf", new: "bfm", outdated: "b", steps: "?b +m -b +b +f", stopped: "b"),
    Row(old: "bm", new: "bf", stalled: "b", steps: "+f -m"),
    // The device, which is one, is let go of by its old input first. A stop of what does not run is harmless.
    Row(old: "b", new: "B", steps: "-b +B -b", stopped: "b"),
    Row(old: "b", new: "B", away: "b", steps: "+B -b"),
    Row(old: "bm", new: "BM", steps: "-b -m +M +B -b -m", stopped: "bm"),
  ]

  /// The session goes on with what there is.
  private static let tolerated = [
    Row(old: "b", new: "bm", fails: [("+b", .broken)], steps: "+m +b"),
    Row(old: "bf", new: "bf", fails: [("+b", .gone), ("+f", .busy)], steps: "+b +f"),
    Row(
      old: "b", new: "b", outdated: "b", fails: [("+b", .busy)], steps: "?b -b +b", stopped: "b", lost: "b"),
    Row(
      old: "bf", new: "bfm", outdated: "bf", fails: [("+b", .gone)], steps: "?b ?f +m -b -f +b +f", stopped: "bf",
      lost: "b"),
    Row(old: "b", new: "f", fails: [("+f", .room)], steps: "+f -b +f -b", stopped: "b"),
    Row(
      old: "b", new: "bf", outdated: "b", fails: [("+f", .room)], steps: "?b +f -b +b +f", stopped: "b"),
  ]

  /// Nothing that is new runs.
  private static let failures = [
    Row(old: "b", new: "b", outdated: "b", fails: [("?b", .broken)], steps: "?b", throwsError: true),
    Row(old: "", new: "f", fails: [("+f", .room)], steps: "+f", throwsError: true),
    Row(old: "b", new: "bf", fails: [("+f", .room)], steps: "+f", throwsError: true),
    Row(old: "b", new: "bm", fails: [("+m", .broken)], steps: "+m", throwsError: true),
    Row(old: "b", new: "bm", fails: [("+m", .busy)], steps: "+m", throwsError: true),
    Row(old: "", new: "fm", fails: [("+f", .gone)], steps: "+m +f -m", throwsError: true),
    Row(
      old: "b", new: "f", fails: [("+f", .room), ("+f", .room)], steps: "+f -b +f", stopped: "b", throwsError: true),
    Row(old: "b", new: "B", fails: [("+B", .busy)], steps: "-b +B", stopped: "b", throwsError: true),
    Row(
      old: "bm", new: "BM", fails: [("+B", .broken)], steps: "-b -m +M +B -M", stopped: "bm", throwsError: true),
    Row(
      old: "b", new: "bm", outdated: "b", fails: [("+b", .broken)], steps: "?b +m -b +b -m", stopped: "b",
      throwsError: true),
    // A bus without room is no device that is away: what was set cannot be had.
    Row(
      old: "b", new: "b", outdated: "b", fails: [("+b", .room)], steps: "?b -b +b", stopped: "b", throwsError: true),
  ]

  private static func makeInputs() throws -> [Character: DeviceInput] {
    let world = SimulatedWorld(
      clock: VirtualClock(), cameras: [.back(), .front()], microphones: [SimulatedMicrophone()])
    func camera(_ name: String) throws -> DeviceInput {
      DeviceInput(try world.openVideo(name, wish: VideoWish()).source)
    }
    func microphone() throws -> DeviceInput { DeviceInput(try world.openAudio("microphone", wish: AudioWish())) }
    return [
      "b": try camera("back"), "B": try camera("back"), "f": try camera("front"), "m": try microphone(),
      "M": try microphone(),
    ]
  }

  /// What a commit asks a session of some inputs for that is to have others.
  private static func change(
    _ old: [DeviceInput], _ new: [DeviceInput], endsCaptures: Bool
  ) throws -> ConfigurationTransaction.Change {
    var transaction = ConfigurationTransaction(duplicateInput: .isRefused)
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    _ = transaction.change { $0.inputs = old }
    _ = transaction.commit()
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    if endsCaptures { transaction.endCaptures() }
    _ = transaction.change { $0.inputs = new }
    for case .exchangeInputs(let change) in transaction.commit() { return change }
    throw CaptureError(.invalidConfiguration, message: "nothing was exchanged")
  }

  @Test(
    "each step comes in its order, and each failure leads where it has to", arguments: successes + tolerated + failures)
  func table(row: Row) throws {
    let inputs = try Self.makeInputs()
    func named(_ letters: String) -> [DeviceInput] { letters.compactMap { inputs[$0] } }
    func letter(_ input: DeviceInput) -> String { inputs.first { $0.value === input }.map { String($0.key) } ?? "?" }
    let delivering = row.old.filter { !row.away.contains($0) && !row.stalled.contains($0) }
    var exchange = InputExchange(
      try Self.change(named(row.old), named(row.new), endsCaptures: row.endsCaptures), delivering: named(delivering),
      outdated: named(row.outdated), stalled: named(row.stalled))
    var (fails, steps) = (row.fails, [String]())
    var thrown: CaptureError?
    do throws(CaptureError) {
      try exchange.run { (action) throws(CaptureError) in
        let step =
          switch action {
          case .requireRoom(let input): "?" + letter(input)
          case .start(let input): "+" + letter(input)
          case .stop(let input): "-" + letter(input)
          case .endCaptures: "end"
          }
        steps.append(step)
        if let place = fails.firstIndex(where: { $0.0 == step }) { throw fails.remove(at: place).1.error }
      }
    } catch {
      thrown = error
    }
    #expect(steps.joined(separator: " ") == row.steps)
    #expect(fails.isEmpty, "each failure is met")
    #expect(exchange.stopped.map(letter).joined() == row.stopped)
    #expect(exchange.lost.map { letter($0.input) }.joined() == row.lost)
    #expect((thrown?.code == .deviceFailed) == row.throwsError && (thrown != nil) == row.throwsError)
  }
}
