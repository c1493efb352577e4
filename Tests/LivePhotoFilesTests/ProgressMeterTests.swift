import LivePhotoFiles
import Synchronization
import Testing

@Suite struct ProgressMeterTests {
  @Test("progress grows, ends at 1 once, and never comes as anything else")
  func grows() throws {
    let heard = Mutex<[Double]>([])
    let meter = ProgressMeter { fraction in heard.withLock { $0.append(fraction) } }
    for fraction in [0, 0.5, 0.25, 0.5, .nan, 0.75, 1.5, 1] { try meter.report(fraction) }
    meter.finish()
    meter.finish()
    #expect(heard.withLock { $0 } == [0, 0.5, 0.75, 0.999, 1])
  }

  @Test("work of a cancelled task ends at the next report")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try ProgressMeter(nil).report(0.5)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
