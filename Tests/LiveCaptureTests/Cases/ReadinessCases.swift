import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

/// Cases 69 to 71 of the capture contract: readiness.
@Suite struct ReadinessCases {
  private final class Listener: ReadinessCoordinatorDelegate {
    private let heard = Mutex<[CaptureReadiness]>([])
    var all: [CaptureReadiness] { heard.withLock { $0 } }
    func readinessCoordinator(
      _ coordinator: ReadinessCoordinator, captureReadinessDidChange captureReadiness: CaptureReadiness
    ) { heard.withLock { $0.append(captureReadiness) } }
  }

  @Test func case69_readiness() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    #expect(bench.output.captureReadiness == .sessionNotRunning)
    try await bench.start()
    #expect(bench.output.captureReadiness == .notReadyMomentarily, "no frame has come yet")
    await bench.advance(0.2)
    #expect(bench.output.captureReadiness == .ready)
    try await bench.press()
    #expect(bench.output.captureReadiness == .notReadyWaitingForCapture)
    await bench.advance(0.5)
    #expect(bench.output.captureReadiness == .ready)
    try await bench.session.stopRunning()
    #expect(bench.output.captureReadiness == .sessionNotRunning)
  }

  @Test func case70_coordinatorTellsAtOnce() async throws {
    let bench = try CaseBench()
    try await bench.run()
    // A queue of the test's stands for the main one, which a test process does not run.
    let queue = DispatchQueue(label: "main of the test")
    let coordinator = ReadinessCoordinator(photoOutput: bench.output, queue: queue)
    let listener = Listener()
    queue.sync {
      coordinator.delegate = listener
      #expect(listener.all == [.ready], "told while it is being set")
    }
    let other = Listener()
    coordinator.delegate = other
    queue.sync {}
    #expect(other.all == [.ready])
  }

  @Test func case71_tracking() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let queue = DispatchQueue(label: "main of the test")
    let coordinator = ReadinessCoordinator(photoOutput: bench.output, queue: queue)
    let listener = Listener()
    let first = PhotoSettings()
    try queue.sync {
      coordinator.delegate = listener
      try coordinator.startTracking(using: first)
      #expect(listener.all == [.ready, .notReadyMomentarily], "before the call returns")
    }
    try await bench.press(first)
    await bench.advance(0.5)
    queue.sync {}
    #expect(listener.all.last == .ready)
    // A newer capture ends the wait for an older one.
    let second = PhotoSettings()
    try queue.sync { try coordinator.startTracking(using: second) }
    #expect(coordinator.captureReadiness == .notReadyMomentarily)
    try await bench.press(PhotoSettings())
    await bench.advance(0.5)
    #expect(coordinator.captureReadiness == .ready)
    let third = PhotoSettings()
    try queue.sync { try coordinator.startTracking(using: third) }
    queue.sync { coordinator.stopTracking(third.uniqueID) }
    #expect(coordinator.captureReadiness == .ready)
    var invalid = PhotoSettings()
    invalid.flashMode = .on
    let error = #expect(throws: CaptureError.self) { try coordinator.startTracking(using: invalid) }
    #expect(error?.rule == .flashModeIsSupported)
    // A session that does not run is tracked too.
    try await bench.session.stopRunning()
    queue.sync {}
    #expect(listener.all.last == .sessionNotRunning)
    try queue.sync { try coordinator.startTracking(using: PhotoSettings()) }
    #expect(listener.all.last == .notReadyMomentarily)
  }
}
