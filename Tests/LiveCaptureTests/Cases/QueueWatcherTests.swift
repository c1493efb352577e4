import Dispatch
import LiveCapture
import LiveCaptureTesting
import TestSupport
import Testing

/// The watcher must see what the tests of queues trust it to see: calls off the queue, on the main thread, at one time.
@Suite(.timeLimit(.minutes(5))) struct QueueWatcherTests {
  private let output = PhotoOutput()
  private let first = ResolvedPhotoSettings.make()
  private let second = ResolvedPhotoSettings.make()

  /// Far more patience than anything takes: nothing here waits for its end.
  private func watcher(captures: Int) -> QueueWatcher {
    QueueWatcher(output, captures: captures, patience: .seconds(120))
  }

  @Test("calls on the output's queue, on the main one and elsewhere are told apart")
  func queues() async {
    let watcher = watcher(captures: 1)
    let (output, settings) = (output, first)
    output.delegateQueue.sync { watcher.photoOutput(output, willBeginCaptureFor: settings) }
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        watcher.photoOutput(output, willCapturePhotoFor: settings)
        done.resume()
      }
    }
    DispatchQueue(label: "elsewhere").sync { watcher.photoOutput(output, didCapturePhotoFor: settings) }
    #expect(watcher.calls.map(\.step) == [.willBegin, .willCapture, .didCapture])
    #expect(watcher.calls.map(\.isCommon) == [true, false, false])
    #expect(watcher.calls.map(\.isMain) == [false, true, false])
    #expect(watcher.calls.allSatisfy { $0.id == settings.uniqueID })
    #expect(watcher.mostAtOnce == 1 && !watcher.hadOverlapInCapture)
  }

  /// Begins a capture on a thread of its own, where it waits for company.
  private func begin(_ settings: ResolvedPhotoSettings, _ watcher: QueueWatcher, _ group: DispatchGroup) {
    let output = output
    DispatchQueue(label: "begin").async(group: group) { watcher.photoOutput(output, willBeginCaptureFor: settings) }
  }

  @Test("captures that begin at one time are counted, and are no overlap within one")
  func company() {
    let (watcher, group) = (watcher(captures: 2), DispatchGroup())
    begin(first, watcher, group)
    begin(second, watcher, group)
    group.wait()
    #expect(watcher.mostAtOnce == 2 && !watcher.hadOverlapInCapture)
  }

  @Test("two calls of one capture at a time are an overlap")
  func overlap() async throws {
    let (watcher, group) = (watcher(captures: 2), DispatchGroup())
    begin(first, watcher, group)
    begin(first, watcher, group)
    try await waitUntil("both calls have come") { watcher.calls.count >= 2 }
    #expect(watcher.hadOverlapInCapture && watcher.mostAtOnce == 1)
    // Each call of another capture is the company that one of them waits for.
    for _ in 1...2 { watcher.photoOutput(output, willBeginCaptureFor: second) }
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    #expect(watcher.calls.count == 4)
  }
}
