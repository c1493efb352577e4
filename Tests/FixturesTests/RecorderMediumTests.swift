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

  @Test("a stream that breaks off is waited for once, and what its predecessors tell is of no interest")
  func breakingOff() {
    var medium = RecorderMedium(id: "camera")
    let first = medium.breakOff(stream: 0, isLeaving: true, isReplay: false)
    #expect(first == .gone(isNews: true, hasBegun: true))
    #expect(medium.isWaitedFor && !medium.isPresent)
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
    let silent = medium.breakOff(stream: medium.open(), isLeaving: true, isReplay: false)
    #expect(silent == .gone(isNews: true, hasBegun: false))
    _ = medium.find()
    let last = medium.breakOff(stream: medium.open(), isLeaving: false, isReplay: false)
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
    _ = medium.breakOff(stream: medium.open(), isLeaving: true, isReplay: false)
    let foundAgain = medium.find()
    let toldAgain = medium.tellRefusal()
    #expect(foundAgain && toldAgain, "it has come again, though nobody said so")
    medium.close(stream: medium.open())
    #expect(medium.isWaitedFor, "it did not start")
    let refused = [medium.refuse(), medium.refuse()]
    #expect(refused == [true, false] && medium.isAway && !medium.isWaitedFor)
    let isGivenUp = medium.giveUp()
    let isRefusedAgain = medium.refuse()
    #expect(isGivenUp && medium.hasEnded && !isRefusedAgain)
  }
}
