import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import LiveCapture

/// Every call on a camera's and a microphone's lane in every state of its gate: who hears of what, and where it leads.
@Suite struct LaneGateTests {
  enum Call: CaseIterable {
    /// A sample comes; `unheard` while the app has switched the input off.
    case sample, unheard
    /// Somebody waits for a sample that is in the ring, or for the next one.
    case watchPast, watchNext
    /// Somebody wants the samples to come, or those of the ring, too; or somebody wants none any more.
    case add, addFromPast, remove
    case close, rest, wake
  }

  /// What is heard in a call, the gate behind it, what is heard with the sample that comes next, and with one that
  /// comes when the lane has been woken then.
  ///
  /// `r` is a sample that a receiver has, `w` somebody whose wait is over, `!` the report of a resting lane: all of
  /// them those of before the call. `R`, `W` and `?` are those of the call itself.
  struct Outcome: Equatable {
    let heard: String
    let gate: String
    let next: String
    let woken: String

    init(_ heard: String, _ gate: String, _ next: String, _ woken: String) {
      (self.heard, self.gate, self.next, self.woken) = (heard, gate, next, woken)
    }
  }

  /// A lane whose ring holds a sample, with a receiver, and somebody who waits for what is far ahead.
  private final class Bench<Intake: SampleIntake> {
    private let lane: Lane<Intake>
    private let input: DeviceInput
    private let deliver: (_ index: Int) -> Void
    private let heard = Recorded<String>()
    private let (early, late) = (Witness(), Witness())
    private var (sampleCount, heardCount) = (0, 0)

    private final class Witness {}

    init(_ lane: Lane<Intake>, _ input: DeviceInput, deliver: @escaping (Int) -> Void) {
      (self.lane, self.input, self.deliver) = (lane, input, deliver)
      receive("r", for: early)
      lane.watch(for: .seconds(1000)) { [heard] in heard.append("w") }
      take()
      _ = news()
    }

    var gate: String {
      lane.state.withLock { state in
        switch state.gate {
        case .open: "open"
        case .closed: "closed"
        case .resting: "resting"
        }
      }
    }

    private func receive(_ letter: String, for owner: Witness, from time: MediaTime = .positiveInfinity) {
      lane.add(for: owner, from: time) { [heard] _, _ in
        heard.append(letter)
        return SampleReception()
      }
    }

    /// Samples end 10 ms apart, the first at 10 ms.
    private func take() {
      deliver(sampleCount)
      sampleCount += 1
    }

    private func news() -> String {
      defer { heardCount = heard.all.count }
      return heard.all.dropFirst(heardCount).joined()
    }

    func apply(_ call: Call, report: String = "?") {
      switch call {
      case .sample: take()
      case .unheard:
        input.isEnabled = false
        take()
        input.isEnabled = true
      case .watchPast: lane.watch(for: .milliseconds(5)) { [heard] in heard.append("W") }
      case .watchNext: lane.watch(for: .milliseconds(Int64(sampleCount) * 10 + 5)) { [heard] in heard.append("W") }
      case .add: receive("R", for: late)
      case .addFromPast: receive("R", for: late, from: .zero)
      case .remove: lane.remove(early)
      case .close: lane.close()
      case .rest: lane.rest { [heard] in heard.append(report) }
      case .wake: lane.wake(meter: nil)
      }
    }

    func outcome(of call: Call, after path: [Call]) -> Outcome {
      for call in path { apply(call, report: "!") }
      _ = news()
      apply(call)
      let (heard, gate) = (news(), gate)
      take()
      let next = news()
      apply(.wake)
      take()
      return Outcome(heard, gate, next, news())
    }
  }

  private static func camera() throws -> Bench<FrameIntake> {
    let wish = VideoWish(size: (16, 16), frameRate: 30, pixelFormat: .grey)
    let source = try SceneCatalog(clock: VirtualClock(), pictures: StandardPictures()).openVideo("scene", wish: wish)
      .source
    let input = DeviceInput(source)
    let lane = VideoLane(source: source, input: input, configuration: SessionConfiguration())
    return Bench(lane, input) { index in
      [UInt8](repeating: 7, count: source.mode.format.frameBytes).withUnsafeBytes { bytes in
        lane.videoSource(
          source,
          didCapture: BorrowedVideoFrame(
            format: source.mode.format, time: .milliseconds(Int64(index + 1) * 10), sequence: UInt64(index),
            bytes: bytes))
      }
    }
  }

  private static func microphone() throws -> Bench<SoundIntake> {
    let source = try SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
      .openAudio("scene", wish: AudioWish(sampleRate: 8000, channelCount: 1))
    let input = DeviceInput(source)
    let lane = AudioLane(source: source, input: input, configuration: SessionConfiguration())
    return Bench(lane, input) { index in
      [UInt8](repeating: 0, count: 80 * source.format.frameBytes).withUnsafeBytes { bytes in
        lane.audioSource(
          source,
          didCapture: BorrowedAudioChunk(
            format: source.format, position: Int64(index * 80), frameCount: 80,
            clock: AudioClockReading(position: Int64((index + 1) * 80), time: .milliseconds(Int64(index + 1) * 10)),
            isFiller: false, bytes: bytes))
      }
    }
  }

  typealias Table = [(path: [Call], gate: String, calls: KeyValuePairs<Call, Outcome>)]

  private static func check<Intake>(_ table: Table, _ make: () throws -> Bench<Intake>) throws {
    for (path, gate, calls) in table {
      #expect(calls.map(\.key) == Call.allCases, "every call is listed once")
      for (call, expected) in calls {
        let bench = try make()
        #expect(bench.outcome(of: call, after: path) == expected, "\(path) + \(call)")
        let before = try make()
        for call in path { before.apply(call) }
        #expect(before.gate == gate, "\(path)")
      }
    }
  }

  @Test("each call on a camera's lane in each state of its gate does what it has to; nobody waits for a closed one")
  func video() throws {
    let table: Table = [
      (
        [], "open",
        [
          .sample: Outcome("r", "open", "r", "r"), .unheard: Outcome("", "open", "r", "r"),
          .watchPast: Outcome("W", "open", "r", "r"), .watchNext: Outcome("", "open", "rW", "r"),
          .add: Outcome("", "open", "rR", "rR"), .addFromPast: Outcome("R", "open", "rR", "rR"),
          .remove: Outcome("", "open", "", ""),
          .close: Outcome("", "closed", "", ""), .rest: Outcome("", "resting", "?", ""),
          .wake: Outcome("", "open", "r", "r"),
        ]
      ),
      (
        [.close], "closed",
        [
          .sample: Outcome("", "closed", "", ""), .unheard: Outcome("", "closed", "", ""),
          .watchPast: Outcome("", "closed", "", ""), .watchNext: Outcome("", "closed", "", ""),
          .add: Outcome("", "closed", "", ""), .addFromPast: Outcome("", "closed", "", ""),
          .remove: Outcome("", "closed", "", ""), .close: Outcome("", "closed", "", ""),
          .rest: Outcome("", "resting", "?", ""), .wake: Outcome("", "open", "", ""),
        ]
      ),
      (
        [.rest], "resting",
        [
          .sample: Outcome("!", "closed", "", ""), .unheard: Outcome("!", "closed", "", ""),
          .watchPast: Outcome("", "resting", "!", ""), .watchNext: Outcome("", "resting", "!", ""),
          .add: Outcome("", "resting", "!", ""), .addFromPast: Outcome("", "resting", "!", ""),
          .remove: Outcome("", "resting", "!", ""), .close: Outcome("", "closed", "", ""),
          .rest: Outcome("", "resting", "?", ""), .wake: Outcome("", "open", "", ""),
        ]
      ),
    ]
    try Self.check(table, Self.camera)
  }

  @Test("each call on a microphone's lane in each state of its gate does what it has to; silence ends every wait")
  func audio() throws {
    let table: Table = [
      (
        [], "open",
        [
          .sample: Outcome("r", "open", "r", "r"), .unheard: Outcome("", "open", "r", "r"),
          .watchPast: Outcome("W", "open", "r", "r"), .watchNext: Outcome("", "open", "rW", "r"),
          .add: Outcome("", "open", "rR", "rR"), .addFromPast: Outcome("R", "open", "rR", "rR"),
          .remove: Outcome("", "open", "", ""),
          .close: Outcome("w", "closed", "", ""), .rest: Outcome("w", "resting", "?", ""),
          .wake: Outcome("", "open", "r", "r"),
        ]
      ),
      (
        [.close], "closed",
        [
          .sample: Outcome("", "closed", "", ""), .unheard: Outcome("", "closed", "", ""),
          .watchPast: Outcome("W", "closed", "", ""), .watchNext: Outcome("W", "closed", "", ""),
          .add: Outcome("", "closed", "", ""), .addFromPast: Outcome("", "closed", "", ""),
          .remove: Outcome("", "closed", "", ""), .close: Outcome("", "closed", "", ""),
          .rest: Outcome("", "resting", "?", ""), .wake: Outcome("", "open", "", ""),
        ]
      ),
      (
        [.rest], "resting",
        [
          .sample: Outcome("!", "closed", "", ""), .unheard: Outcome("!", "closed", "", ""),
          .watchPast: Outcome("W", "resting", "!", ""), .watchNext: Outcome("W", "resting", "!", ""),
          .add: Outcome("", "resting", "!", ""), .addFromPast: Outcome("", "resting", "!", ""),
          .remove: Outcome("", "resting", "!", ""), .close: Outcome("", "closed", "", ""),
          .rest: Outcome("", "resting", "?", ""), .wake: Outcome("", "open", "", ""),
        ]
      ),
    ]
    try Self.check(table, Self.microphone)
  }
}
