import CaptureSupport
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

@testable import CaptureScripts

/// What runs a session's work in tests.
@Suite struct WorkTests {
  private let queue = DispatchQueue(label: "work.test")

  @Test("stepped work waits until somebody settles, and runs in the order in which it was handed over")
  func stepped() async {
    let work = SteppedWork()
    let other = DispatchQueue(label: "work.test.other")
    let notes = Notes()
    work.run(.general, on: queue) {
      notes.add("first")
      work.run(.general, on: other) { notes.add("third") }
    }
    work.run(.file, on: other) { notes.add("second") }
    queue.sync {}
    #expect(notes.all.isEmpty)
    await work.settle()
    #expect(notes.all == ["first", "second", "third"])
  }

  @Test("on a slow disk files wait for time to pass, and nothing else does")
  func slowDisk() async {
    let clock = VirtualClock()
    let work = SlowWork(VirtualRun.of(clock).makeWork(), on: clock)
    let notes = Notes()
    work.slowDisk(by: .seconds(1))
    work.run(.file, on: queue) { notes.add("file") }
    work.run(.general, on: queue) { notes.add("other") }
    work.slowDisk(by: .zero)
    await work.settle()
    #expect(notes.all == ["other"] && work.delayedCount(of: .file) == 1)
    clock.advance(by: .seconds(1))
    #expect(work.delayedCount(of: .file) == 0)
    await work.settle()
    #expect(notes.all == ["other", "file"])
  }

  @Test("a slow delegate hears of one thing after the other, each when it is done with the one before")
  func slowDelegate() async {
    let clock = VirtualClock()
    let work = SlowWork(VirtualRun.of(clock).makeWork(), on: clock)
    let notes = Notes()
    let begin = clock.now
    func tell(_ name: String, on queue: DispatchQueue) {
      work.run(.delegate, on: queue) { notes.add("\(name) at \((clock.now - begin).seconds)") }
    }
    work.slowDelegate(by: .seconds(2))
    for name in ["first", "second"] { tell(name, on: queue) }
    tell("another", on: DispatchQueue(label: "work.test.other"))
    work.slowDelegate(by: .zero)
    tell("third", on: queue)
    work.run(.general, on: queue) { notes.add("no call") }
    await work.settle()
    await clock.advance(by: .seconds(10)) { await work.settle() }
    #expect(
      notes.all == ["first at 0.0", "another at 0.0", "no call", "second at 2.0", "third at 4.0"])
    #expect(work.delayedCount(of: .delegate) == 0)
  }

  @Test("counted work runs by itself; settling waits for what it sets off, too")
  func counted() async {
    let work = CountedWork()
    let notes = Notes()
    work.run(.general, on: queue) { [queue] in work.run(.file, on: queue) { notes.add("file") } }
    await work.settle()
    #expect(notes.all == ["file"])
  }
}

private final class Notes: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func add(_ note: String) { notes.withLock { $0.append(note) } }
}
