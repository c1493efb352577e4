import MediaCore
import Testing

@testable import LiveCapture

/// What a footage takes in, and what it lets go.
@Suite struct VideoFootageInboxTests {
  private static func time(_ milliseconds: Int64) -> MediaTime { MediaTime(nanoseconds: milliseconds * 1_000_000) }
  private static func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: time(start), end: time(end))
  }
  /// An inbox that lets the encoder be ten seconds behind, and hold so many bytes.
  private static func empty(bytes: Int = 1_000_000) -> VideoFootageInbox {
    var configuration = SessionConfiguration()
    (configuration.preRoll, configuration.maximumBacklog) = (time(1000), time(9000))
    configuration.maximumRingBytes = bytes / 2
    return VideoFootageInbox(configuration)
  }
  private let one = CaptureID(rawValue: 1)
  private let two = CaptureID(rawValue: 2)

  private func frame(_ milliseconds: Int64) -> VideoFrame {
    let storage = FrameStorage(capacity: 16)
    storage.fill { (_) -> Int in 16 }
    return VideoFrame(
      format: VideoFormat(pixelFormat: .grey, width: 4, height: 4), time: Self.time(milliseconds),
      sequence: UInt64(milliseconds), storage: storage)
  }

  private func inbox(_ window: TimeRange, frames: [Int64] = []) -> VideoFootageInbox {
    var inbox = Self.empty()
    inbox.add(FootageClaim(id: one, window: window, hold: window.end, pause: .negativeInfinity))
    for time in frames { _ = inbox.take(frame(time)) }
    return inbox
  }

  @Test("frames of the window are taken in, each once and in order, and the queue is told once")
  func taking() {
    var inbox = inbox(Self.range(100, 200))
    let answers = [99, 100, 150, 150, 120, 199, 200, 300].map {
      inbox.take(frame($0))
    }
    #expect(inbox.frames.map(\.sequence) == [100, 150, 199])
    #expect(answers == [false, true, false, false, false, false, false, false], "told once until it has fetched")
    inbox.isScheduled = false
    inbox.widen(to: Self.time(301), for: one)
    let isToldAgain = inbox.take(frame(300))
    #expect(isToldAgain)
  }

  @Test("the queue is told once that the camera has gone on behind the last frame wanted")
  func passing() {
    var inbox = inbox(Self.range(100, 200))
    func take(_ time: Int64) -> Bool {
      inbox.isScheduled = false
      return inbox.take(frame(time))
    }
    let beforeAny = take(90)
    #expect(!beforeAny && inbox.intake != .passed, "there is nothing that waits for a successor")
    let last = take(199)
    #expect(last && inbox.intake != .passed)
    let answers = [200, 233].map(take)
    #expect(answers == [true, false] && inbox.intake == .passed && inbox.frames.map(\.sequence) == [199])
    inbox.widen(to: Self.time(301), for: one)
    let isTaken = take(266)
    #expect(isTaken && inbox.intake != .passed, "it waits for the next one")
  }

  /// What can be told an inbox whose window is from 0.1 to 0.2 s.
  private enum Call: String, CaseIterable { case early, wanted, behind, late, widened, still, givenUp }

  private func apply(_ call: Call, to inbox: inout VideoFootageInbox) -> Bool {
    inbox.isScheduled = false
    switch call {
    case .early: return inbox.take(frame(90))
    case .wanted: return inbox.take(frame((inbox.lastOffered?.nanoseconds ?? 99_000_000) / 1_000_000 + 1))
    case .behind: return inbox.take(frame(30_000))
    // So far behind the first that waits that the encoder is given up.
    case .late:
      inbox.widen(to: Self.time(60_000), for: one)
      return inbox.take(frame(20_000))
    case .widened: inbox.widen(to: Self.time(40_000), for: one)
    case .still: inbox.pauses[one] = nil
    case .givenUp: _ = inbox.remove(one)
    }
    return false
  }

  /// The calls that lead to an intake, and what each call makes of it; `+` where the queue has to be told.
  private static let intakes: [(path: [Call], pause: Int64, calls: KeyValuePairs<Call, String>)] = [
    (
      [.wanted], 0,
      [
        .early: "open", .wanted: "open+", .behind: "passed+", .late: "lost", .widened: "open", .still: "open",
        .givenUp: "open",
      ]
    ),
    (
      [.wanted], 150,
      [
        .early: "paused", .wanted: "paused+", .behind: "passed+", .late: "lost", .widened: "paused", .still: "open",
        .givenUp: "open",
      ]
    ),
    (
      [.wanted, .behind], 0,
      [
        .early: "passed", .wanted: "open+", .behind: "passed", .late: "lost", .widened: "passed", .still: "passed",
        .givenUp: "passed",
      ]
    ),
    (
      [.wanted, .late], 0,
      [
        .early: "lost", .wanted: "lost", .behind: "lost", .late: "lost", .widened: "lost", .still: "lost",
        .givenUp: "lost",
      ]
    ),
  ]

  @Test("every call with every intake makes of it what is drawn", arguments: intakes.indices)
  func everyCall(_ row: Int) {
    let (path, pause, calls) = Self.intakes[row]
    #expect(Set(calls.map(\.key)) == Set(Call.allCases), "every call is listed once")
    for (call, expected) in calls {
      var inbox = Self.empty()
      inbox.add(FootageClaim(id: one, window: Self.range(100, 200), hold: Self.time(200), pause: Self.time(pause)))
      for call in path { _ = apply(call, to: &inbox) }
      let isTold = apply(call, to: &inbox)
      let name =
        switch inbox.intake {
        case .open: "open"
        case .paused: "paused"
        case .passed: "passed"
        case .lost: "lost"
        }
      #expect(name + (isTold ? "+" : "") == expected, "\(call) behind \(path)")
    }
  }

  struct Extension: Sendable, CustomStringConvertible {
    let what: String
    let start: Int64
    let oldest: Int64
    let isTaken: Bool
    var description: String { what }
  }

  @Test(
    "another window is taken on if nothing is missing between",
    arguments: [
      Extension(what: "inside", start: 120, oldest: 50, isTaken: true),
      Extension(what: "from the same start", start: 100, oldest: 50, isTaken: true),
      Extension(what: "before the start", start: 99, oldest: 50, isTaken: false),
      Extension(what: "right behind the end", start: 200, oldest: 50, isTaken: true),
      Extension(what: "apart", start: 201, oldest: 50, isTaken: false),
      Extension(what: "the ring has lost what lies between", start: 120, oldest: 181, isTaken: false),
      Extension(what: "the ring just reaches back", start: 120, oldest: 180, isTaken: true),
    ])
  func extending(row: Extension) {
    let inbox = inbox(Self.range(100, 200), frames: [100, 180])
    let isTaken = inbox.canTakeOn(
      Self.range(row.start, row.start + 100), ringReachesBackTo: Self.time(row.oldest))
    #expect(isTaken == row.isTaken)
  }

  @Test("a footage without frames, one that has lost some and one that has ended take on nothing")
  func notExtending() {
    let window = Self.range(120, 300)
    #expect(!inbox(Self.range(100, 200)).canTakeOn(window, ringReachesBackTo: .negativeInfinity))
    var lost = inbox(Self.range(100, 20_000), frames: [100])
    _ = lost.take(frame(10_101))
    #expect(!lost.canTakeOn(window, ringReachesBackTo: .negativeInfinity))
    var ended = inbox(Self.range(100, 200), frames: [100])
    let rest = ended.remove(one)
    #expect(rest == nil)
    #expect(!ended.canTakeOn(window, ringReachesBackTo: .negativeInfinity))
    _ = ended.take(frame(150))
    #expect(ended.frames.isEmpty)
  }

  @Test("an encoder too far behind loses what it has not fetched, and no frame follows")
  func backlogs() {
    var inbox = inbox(Self.range(100, 20_000), frames: [100])
    // The queue has fetched the first frame and does not get on with it.
    inbox.noteEncoded(bytes: 0, next: Self.time(100))
    inbox.frames = []
    inbox.isScheduled = false
    for time in [5000, 10_100] { _ = inbox.take(frame(Int64(time))) }
    #expect(inbox.intake == .open && inbox.frames.count == 2)
    _ = inbox.take(frame(10_101))
    #expect(inbox.intake == .lost(from: Self.time(5000)) && inbox.frames.isEmpty)
    inbox.noteEncoded(bytes: 16, next: nil)
    _ = inbox.take(frame(10_200))
    #expect(inbox.frames.isEmpty)
  }

  @Test("more bytes than there is room for lose what has not been fetched, until they are encoded there is none")
  func bytes() {
    var inbox = Self.empty(bytes: 48)
    inbox.add(FootageClaim(id: one, window: Self.range(0, 1000), hold: Self.time(0), pause: .negativeInfinity))
    func take(_ time: Int64) { _ = inbox.take(frame(time)) }
    for time in [1, 2, 3] { take(Int64(time)) }
    #expect(inbox.frames.count == 3 && inbox.intake == .open)
    inbox.frames = []
    inbox.noteEncoded(bytes: 16, next: Self.time(2))
    take(4)
    #expect(inbox.frames.map(\.sequence) == [4] && inbox.intake == .open)
    take(5)
    #expect(inbox.frames.isEmpty && inbox.intake == .lost(from: Self.time(4)))
  }

  @Test("a pause ends with its capture's still, with frames that come in their time, and with the last one wanted")
  func pausing() {
    func inbox(_ until: Int64) -> VideoFootageInbox {
      var inbox = Self.empty()
      inbox.add(FootageClaim(id: one, window: Self.range(100, 300), hold: Self.time(200), pause: Self.time(until)))
      _ = inbox.take(frame(180))
      return inbox
    }
    var made = inbox(250)
    #expect(made.intake == .paused)
    made.add(FootageClaim(id: two, window: Self.range(150, 400), hold: Self.time(240), pause: Self.time(290)))
    made.pauses[one] = nil
    #expect(made.intake == .paused, "another capture's still is not made yet")
    made.pauses[two] = nil
    #expect(made.intake != .paused)
    var waited = inbox(250)
    let answers = [213, 249, 250].map { (time: Int64) in
      _ = waited.take(frame(time))
      return waited.intake == .paused
    }
    #expect(answers == [true, true, false])
    var short = inbox(10_000)
    _ = short.take(frame(300))
    #expect(short.intake != .paused, "no frame behind its window is ever taken in")
  }

  @Test("a window that is given up takes its hold along and may move the beginning")
  func removing() {
    var inbox = inbox(Self.range(100, 200), frames: [100, 180])
    inbox.add(FootageClaim(id: two, window: Self.range(150, 300), hold: Self.time(250), pause: Self.time(350)))
    #expect(inbox.holds.count == 2)
    let first = inbox.remove(one)
    #expect(first == Self.time(150))
    #expect(inbox.holds == [two: Self.time(250)])
    #expect(inbox.windows.earliest == Self.time(150))
    _ = inbox.take(frame(299))
    #expect(inbox.frames.last?.sequence == 299)
    let rest = inbox.remove(two)
    #expect(rest == nil)
    #expect(inbox.holds.isEmpty && inbox.pauses.isEmpty && inbox.frames.isEmpty)
  }
}
