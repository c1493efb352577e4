import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import Shooting

/// Every call on a shutter in every phase: what it says, and what is pressed then.
@Suite struct ShutterTests {
  private enum Call: CaseIterable {
    case start, pass, cancel
  }

  /// What is heard in a call, with how many presses it leaves out, and what is heard in the time behind it.
  private struct Outcome: Equatable {
    let said: String
    let later: String
    init(_ said: String, _ later: String) { (self.said, self.later) = (said, later) }
  }

  /// Two presses a second apart, the first one 5 seconds behind the start.
  private final class Bench: Sendable {
    private let clock: VirtualClock
    private let heard: Heard
    private let begin: MediaTime
    private let shutter: Shutter

    private final class Heard: Sendable {
      let texts = Mutex<[String]>([])
    }

    init() {
      let (clock, heard) = (VirtualClock(), Heard())
      (self.clock, self.heard, begin) = (clock, heard, clock.now)
      shutter = Shutter(clock: clock, count: 2, interval: .milliseconds(1000)) { [begin] time in
        heard.texts.withLock { $0.append("press \(Int((time - begin).seconds))") }
      }
    }

    /// Five and a half seconds pass at a time.
    func apply(_ call: Call) {
      switch call {
      case .start:
        shutter.start(at: clock.now + .milliseconds(5000)) { [heard] in heard.texts.withLock { $0.append("prepare") } }
      case .pass: clock.advance(by: .milliseconds(5500))
      case .cancel:
        let left = shutter.cancel()
        heard.texts.withLock { $0.append("\(left) left out") }
      }
    }

    private func news() -> String {
      heard.texts.withLock { texts in
        defer { texts = [] }
        return texts.joined(separator: ", ")
      }
    }

    func outcome(of call: Call, after path: [Call]) -> Outcome {
      for call in path { apply(call) }
      _ = news()
      apply(call)
      let said = news()
      for _ in 0..<3 { apply(.pass) }
      return Outcome(said, news())
    }
  }

  private static let over: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("", ""), .pass: Outcome("", ""), .cancel: Outcome("0 left out", ""),
  ]

  @Test("each call in each phase does what it has to; a shutter that is over presses no more")
  func table() {
    let table: [(path: [Call], calls: KeyValuePairs<Call, Outcome>)] = [
      (
        [],
        [
          .start: Outcome("", "prepare, press 5, press 6"), .pass: Outcome("", ""),
          .cancel: Outcome("2 left out", ""),
        ]
      ),
      (
        [.start],
        [
          .start: Outcome("", "prepare, press 5, press 6"), .pass: Outcome("prepare, press 5", "press 6"),
          .cancel: Outcome("2 left out", ""),
        ]
      ),
      (
        [.start, .pass],
        [.start: Outcome("", "press 6"), .pass: Outcome("press 6", ""), .cancel: Outcome("1 left out", "")]
      ),
      ([.start, .pass, .pass], Self.over), ([.cancel], Self.over), ([.start, .cancel], Self.over),
      ([.start, .pass, .cancel], Self.over),
    ]
    for (path, calls) in table {
      #expect(calls.map(\.key) == Call.allCases, "every call is listed once")
      for (call, expected) in calls {
        #expect(Bench().outcome(of: call, after: path) == expected, "\(path) + \(call)")
      }
    }
  }
}
