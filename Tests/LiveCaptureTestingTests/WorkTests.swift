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
    let work = SlowDiskWork(clock: clock)
    let notes = Notes()
    work.setFileDelay(.seconds(1))
    work.run(.file, on: queue) { notes.add("file") }
    work.run(.general, on: queue) { notes.add("other") }
    work.setFileDelay(.zero)
    await work.settle()
    #expect(notes.all == ["other"] && work.delayedFileCount == 1)
    clock.advance(by: .seconds(1))
    #expect(work.delayedFileCount == 0)
    await work.settle()
    #expect(notes.all == ["other", "file"])
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
