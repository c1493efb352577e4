import CaptureDevices
import CaptureSupport
import Dispatch
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Shooting
import Simulator
import Synchronization
import TestSupport
import Testing

/// A hundred Live Photos of the scene, at instants, in sizes, rates and formats by chance, each judged by what
/// ffmpeg and exiftool make of its files.
@Suite(.sweep) struct HundredTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private static let pairsPerBatch = 10
  private static let tally = Tally()

  /// The worst of all pairs so far.
  private final class Tally: Sendable {
    private struct State {
      var count = 0
      var worst = PairJudgement.Figures()
      /// In shares of the pair's own frame interval.
      var inFrames = (duration: 0.0, preRoll: 0.0, still: 0.0)
    }

    private let state = Mutex(State())

    /// Adds a pair; returns what to print when it was the hundredth.
    func add(_ figures: PairJudgement.Figures, frameInterval: MediaTime) -> String? {
      state.withLock { state in
        state.count += 1
        state.worst = state.worst.worst(figures)
        func frames(_ time: MediaTime, _ worst: Double) -> Double { max(worst, time.seconds / frameInterval.seconds) }
        state.inFrames = (
          frames(figures.duration, state.inFrames.duration), frames(figures.preRoll, state.inFrames.preRoll),
          frames(figures.still, state.inFrames.still)
        )
        guard state.count == 100 else { return nil }
        func percent(_ share: Double) -> String { "\((share * 100).rounded()) %" }
        return "The worst of 100 pairs: \(state.worst.summary); of a frame: duration "
          + "\(percent(state.inFrames.duration)), pre-roll \(percent(state.inFrames.preRoll)), still "
          + "\(percent(state.inFrames.still))"
      }
    }
  }

  @Test("each of a hundred pairs holds to every bar", arguments: 0..<10)
  func batch(batch: Int) async throws {
    let setups = (0..<Self.pairsPerBatch).map { HundredSetup(number: batch * Self.pairsPerBatch + $0) }
    // Batches run beside each other: one films while another is judged.
    for setup in setups { try await takeAndJudge(setup, in: folder) }
    try await compareIdentifiers(of: setups, in: folder)
    try await checkIndependently(setups[batch % Self.pairsPerBatch], in: folder)
  }

  private func path(_ setup: HundredSetup, in folder: String) -> String { folder + "/\(setup.number)" }

  private static func still(_ setup: HundredSetup, in folder: String) -> String {
    folder + "/IMG_0001." + setup.photoCodec.fileExtension
  }

  private func takeAndJudge(_ setup: HundredSetup, in folder: String) async throws {
    let own = path(setup, in: folder)
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    let bench = try await ShootBench(
      .taking(after: setup.shutter, photo: setup.photoCodec, movie: setup.movieCodec), in: own, video: setup.wish,
      audio: setup.audio,
      configuration: setup.configuration, scene: setup.scene, scheduler: CountedWork())
    // Two frames and the encoder's lookahead past the end of the movie.
    let seconds = setup.shutter + 1.5 + 3 * bench.camera.mode.frameInterval.seconds + 0.25
    let outcome = try await bench.run { await $0.pass(seconds) }
    #expect(outcome.result.failures.isEmpty && outcome.result.completed == 1, "\(setup): \(outcome.result.failures)")
    let settings = try #require(
      outcome.events.lazy.compactMap { event -> ResolvedPhotoSettings? in
        if case .capture(.willBeginCapture(let settings, _), _, _) = event { settings } else { nil }
      }.first)
    let expected = PairExpectation(
      settings, of: bench.scene, postRoll: MediaTime(value: 3, timescale: 2),
      frameInterval: bench.camera.mode.frameInterval, hasSound: true)
    let judgement = try await offThePool {
      let still = Self.still(setup, in: own)
      if setup.photoCodec == .heic { try ForeignTool.heifConvert.run([still, own + "/decoded.png"]) }
      return try PairJudge().judge(
        still: setup.photoCodec == .heic ? own + "/decoded.png" : still, movie: own + "/IMG_0001.MOV", against: expected
      )
    }
    #expect(judgement.violations == [], "\(setup)")
    let summary = Self.tally.add(judgement.figures, frameInterval: expected.frameInterval)
    if let summary { print(summary) }
  }

  private struct Tags: Decodable {
    let SourceFile: String
    let MediaGroupUUID: String?
    let ContentIdentifier: String?
  }

  /// Still and movie of a pair bear the same identifier.
  private func compareIdentifiers(of setups: [HundredSetup], in folder: String) async throws {
    let output = try await offThePool {
      try ForeignTool.exiftool.run([
        "-json", "-q", "-r", "-MediaGroupUUID", "-ContentIdentifier", "--ext", "png", folder,
      ])
    }
    let tags = try JSONDecoder().decode([Tags].self, from: Data(output.bytes))
    #expect(tags.count == 2 * setups.count)
    for setup in setups {
      let own = tags.filter { $0.SourceFile.hasPrefix(path(setup, in: folder) + "/") }
      let still = own.compactMap { !$0.SourceFile.hasSuffix(".MOV") ? $0.MediaGroupUUID ?? $0.ContentIdentifier : nil }
      let movie = own.compactMap { $0.SourceFile.hasSuffix(".MOV") ? $0.ContentIdentifier : nil }
      #expect(still.count == 1 && still == movie, "\(setup)")
      #expect(still.first?.utf8.count == 36, "\(setup)")
    }
  }

  /// The project's second opinion, which shares no code with it.
  private func checkIndependently(_ setup: HundredSetup, in folder: String) async throws {
    let tool = Project.url("Tests/Tools/check_pair.py")
    let own = path(setup, in: folder)
    let output = try await offThePool {
      try ForeignTool.python.attempt([tool.path, Self.still(setup, in: own), own + "/IMG_0001.MOV"])
    }
    let failures = output.lines.filter { !$0.hasPrefix("PASS") && !$0.hasPrefix("SKIP") }
    #expect(output.status == 0, "\(setup): \(failures.joined(separator: "; "))")
  }

  /// Runs what waits for other programs on a thread that tasks do not share.
  private func offThePool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}
