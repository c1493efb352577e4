import Diagnostics
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

/// Cases 69 to 71 of the capture contract: readiness.
@Suite struct ReadinessCases {
  /// Notes what it hears, and whether that is on the main queue.
  private final class Listener: ReadinessCoordinatorDelegate {
    private static let main: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()
    private let heard = Mutex<[(readiness: CaptureReadiness, isMain: Bool)]>([])
    var all: [CaptureReadiness] { heard.withLock { $0.map(\.readiness) } }
    var isMainAlone: Bool { heard.withLock { $0.allSatisfy(\.isMain) } }
    func readinessCoordinator(
      _ coordinator: ReadinessCoordinator, captureReadinessDidChange captureReadiness: CaptureReadiness
    ) {
      let isMain = DispatchQueue.getSpecific(key: Self.main) == true
      heard.withLock { $0.append((captureReadiness, isMain)) }
    }
  }

  /// Does something on the main queue, after all that is in line there.
  private func onMain<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(with: Result(catching: body)) }
    }
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

  @Test(.timeLimit(.minutes(60))) func case70_coordinatorTellsAtOnce() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let coordinator = ReadinessCoordinator(photoOutput: bench.output)
    let listener = Listener()
    let heard = try await onMain {
      coordinator.delegate = listener
      return listener.all
    }
    #expect(heard == [.ready], "told while it is being set")
    // Set elsewhere, the delegate hears it on the main queue all the same.
    let other = Listener()
    coordinator.delegate = other
    try await onMain {}
    #expect(other.all == [.ready])
    #expect(listener.isMainAlone && other.isMainAlone)
  }

  @Test(.timeLimit(.minutes(60))) func case71_tracking() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let coordinator = ReadinessCoordinator(photoOutput: bench.output)
    let listener = Listener()
    let first = PhotoSettings()
    let heard = try await onMain {
      coordinator.delegate = listener
      try coordinator.startTracking(using: first)
      return listener.all
    }
    #expect(heard == [.ready, .notReadyMomentarily], "before the call returns")
    try await bench.press(first)
    await bench.advance(0.5)
    try await onMain {}
    #expect(listener.all.last == .ready)
    // A newer capture ends the wait for an older one.
    let second = PhotoSettings()
    try await onMain { try coordinator.startTracking(using: second) }
    #expect(coordinator.captureReadiness == .notReadyMomentarily)
    try await bench.press(PhotoSettings())
    await bench.advance(0.5)
    #expect(coordinator.captureReadiness == .ready)
    let third = PhotoSettings()
    try await onMain { try coordinator.startTracking(using: third) }
    #expect(coordinator.captureReadiness == .notReadyMomentarily)
    try await onMain { coordinator.stopTracking(third.uniqueID) }
    #expect(coordinator.captureReadiness == .ready)
    var invalid = PhotoSettings()
    invalid.flashMode = .on
    let error = #expect(throws: CaptureError.self) { try coordinator.startTracking(using: invalid) }
    #expect(error?.rule == .flashModeIsSupported)
    // A session that does not run is tracked too.
    try await bench.session.stopRunning()
    try await onMain {}
    #expect(listener.all.last == .sessionNotRunning)
    try await onMain { try coordinator.startTracking(using: PhotoSettings()) }
    #expect(listener.all.last == .notReadyMomentarily)
    #expect(listener.isMainAlone)
  }
}
