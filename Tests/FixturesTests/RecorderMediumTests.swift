import Testing

@testable import Fixtures

/// What a recorder knows of one device: what has happened goes in, what follows comes out.
@Suite struct RecorderMediumTests {
  /// A device whose first stream has broken off, and which is waited for.
  private func waitedFor() -> RecorderMedium {
    var medium = RecorderMedium(id: "camera")
    _ = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    return medium
  }

  /// What a recorder tells of a device.
  private enum Call: String, CaseIterable {
    case connected, disconnected, replayed, found, broken, left, late, givenUp, opened, closed, begun, refused, told

    /// `+` where it is news; what has become of a broken stream, `?` behind it for one that told nothing, `!` where it
    /// is news that the device has gone; the number of a stream that was opened; the instance that begins.
    func apply(to medium: inout RecorderMedium) -> String {
      func text(_ result: RecorderMedium.Break?) -> String {
        switch result {
        case .over(let hasBegun)?: hasBegun ? "over" : "over?"
        case .gone(let isNews, let hasBegun)?: "gone" + (isNews ? "!" : "") + (hasBegun ? "" : "?")
        case .back(let hasBegun)?: hasBegun ? "back" : "back?"
        case nil: ""
        }
      }
      let stream = medium.stream
      switch self {
      case .connected: return medium.hear(isConnected: true, isReplay: false) ? "+" : ""
      case .disconnected: return medium.hear(isConnected: false, isReplay: false) ? "+" : ""
      case .replayed: return medium.hear(isConnected: true, isReplay: true) ? "+" : ""
      case .found: return medium.find() ? "+" : ""
      case .broken: return text(medium.breakOff(stream: stream, isLeaving: false, isReplay: false))
      case .left: return text(medium.breakOff(stream: stream, isLeaving: true, isReplay: false))
      case .late: return text(medium.breakOff(stream: stream - 1, isLeaving: true, isReplay: false))
      case .givenUp: return medium.giveUp() ? "+" : ""
      case .opened: return medium.open().map { "\($0)" } ?? ""
      case .closed:
        medium.close(stream: stream)
        return ""
      case .begun: return medium.begin().map { "\($0)" } ?? ""
      case .refused: return medium.refuse() ? "+" : ""
      case .told: return medium.tellRefusal() ? "+" : ""
      }
    }
  }

  /// The calls that lead to a phase, and what each call says and makes of it.
  private static let table: [(path: [Call], calls: KeyValuePairs<Call, String>)] = [
    (
      [],
      [
        .connected: " O", .disconnected: "+ O", .replayed: "+ O", .found: " O", .broken: "over E", .left: "gone! A",
        .late: " O", .givenUp: " O", .opened: " O", .closed: " A", .begun: " O", .refused: " O", .told: "+ O",
      ]
    ),
    (
      [.left, .found, .opened],
      [
        .connected: " S", .disconnected: "+ S", .replayed: "+ S", .found: " S", .broken: "over? E", .left: "gone!? A",
        .late: " S", .givenUp: " S", .opened: " S", .closed: " A", .begun: "1 O", .refused: " S", .told: "+ S",
      ]
    ),
    (
      [.left],
      [
        .connected: "+ A", .disconnected: " A", .replayed: "+ A", .found: "+ A", .broken: " A", .left: " A",
        .late: " A",
        .givenUp: "+ E", .opened: "1 S", .closed: " A", .begun: " A", .refused: "+ R", .told: " A",
      ]
    ),
    (
      [.left, .found, .refused],
      [
        .connected: " R", .disconnected: "+ R", .replayed: "+ R", .found: " R", .broken: " R", .left: " R", .late: " R",
        .givenUp: "+ E", .opened: " R", .closed: " R", .begun: " R", .refused: " R", .told: "+ R",
      ]
    ),
    (
      [.broken],
      [
        .connected: " E", .disconnected: "+ E", .replayed: "+ E", .found: " E", .broken: " E", .left: " E", .late: " E",
        .givenUp: " E", .opened: " E", .closed: " E", .begun: " E", .refused: " E", .told: "+ E",
      ]
    ),
  ]

  @Test("every call in every phase says what it says, and leads where it leads")
  func phases() {
    for (path, calls) in Self.table {
      #expect(Set(calls.map(\.key)) == Set(Call.allCases))
      for (call, expected) in calls {
        var medium = RecorderMedium(id: "camera")
        for step in path { _ = step.apply(to: &medium) }
        let answer = call.apply(to: &medium)
        let phase =
          switch medium.phase {
          case .open(nil): "O"
          case .open: "S"
          case .away: "A"
          case .refused: "R"
          case .ended: "E"
          }
        #expect("\(answer) \(phase)" == expected, "\(path) + \(call)")
      }
    }
  }

  @Test("a stream that breaks off is waited for once, and what its predecessors tell is of no interest")
  func breakingOff() {
    var medium = RecorderMedium(id: "camera")
    let first = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(first == .gone(isNews: true, hasBegun: true))
    #expect(medium.phase == .away && !medium.isPresent)
    let again = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(again == nil)
    let isNews = medium.hear(isConnected: true, isReplay: false)
    let stream = medium.open()
    #expect(isNews && stream == 1 && medium.phase == .open(starting: 1))
    let late = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(late == nil, "this is the stream before")
    let (begun, begunAgain) = (medium.begin(), medium.begin())
    #expect(begun == 1 && begunAgain == nil)
  }

  @Test("a stream that has told nothing leaves no failure, and no end if its device is waited for")
  func silentStream() {
    var medium = waitedFor()
    _ = medium.find()
    let silent = medium.breakOff(stream: medium.open() ?? -1, isLeaving: true, isReplay: false)
    #expect(silent == .gone(isNews: true, hasBegun: false))
    _ = medium.find()
    let last = medium.breakOff(stream: medium.open() ?? -1, isLeaving: false, isReplay: false)
    #expect(last == .over(hasBegun: false))
    let isGivenUp = medium.giveUp()
    #expect(medium.hasEnded && !isGivenUp)
  }

  @Test("the system's word and the stream's end are one departure, in either order")
  func departures() {
    var medium = RecorderMedium(id: "camera")
    let news = [false, false, true].map { medium.hear(isConnected: false, isReplay: $0) }
    #expect(news == [true, false, true], "what is replayed is noted as it was")
    let result = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(result == .gone(isNews: false, hasBegun: true))
    var other = waitedFor()
    let isNews = other.hear(isConnected: false, isReplay: false)
    #expect(!isNews)
  }

  @Test("a device that comes back before its stream breaks off is known to be another, and back at once")
  func quickReturn() {
    var medium = RecorderMedium(id: "camera")
    _ = medium.hear(isConnected: false, isReplay: false)
    #expect(!medium.isStale)
    _ = medium.hear(isConnected: true, isReplay: false)
    #expect(medium.isStale && medium.instance == 1)
    let result = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(result == .back(hasBegun: true) && !medium.isStale)
  }

  @Test("a device that cannot be opened is told once each time that it comes; one that is another is refused for good")
  func refusals() {
    var medium = waitedFor()
    let absent = medium.tellRefusal()
    #expect(!absent, "it is not there")
    let found = [medium.find(), medium.find()]
    let told = [medium.tellRefusal(), medium.tellRefusal()]
    #expect(found == [true, false] && told == [true, false])
    _ = medium.hear(isConnected: false, isReplay: false)
    _ = medium.hear(isConnected: true, isReplay: false)
    let toldAnew = medium.tellRefusal()
    #expect(toldAnew)
    _ = medium.breakOff(stream: medium.open() ?? -1, isLeaving: true, isReplay: false)
    let foundAgain = medium.find()
    let toldAgain = medium.tellRefusal()
    #expect(foundAgain && toldAgain, "it has come again, though nobody said so")
    medium.close(stream: medium.open() ?? -1)
    #expect(medium.phase == .away, "it did not start")
    let refused = [medium.refuse(), medium.refuse()]
    #expect(refused == [true, false] && medium.isAway && medium.phase != .away)
    let isGivenUp = medium.giveUp()
    let isRefusedAgain = medium.refuse()
    #expect(isGivenUp && medium.hasEnded && !isRefusedAgain)
  }
}
