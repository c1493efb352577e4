public import Dispatch
public import MediaCore
import Synchronization

/// Receives changes of an output's readiness: whether it would take the next photo at once.
public protocol ReadinessCoordinatorDelegate: AnyObject, Sendable {
  /// The readiness is another; on the coordinator's queue.
  func readinessCoordinator(
    _ coordinator: ReadinessCoordinator, captureReadinessDidChange captureReadiness: CaptureReadiness)
}

/// Follows an output's readiness for a user interface, and takes account of captures that are about to be requested.
///
/// Until the request itself the shutter shows as not ready, so that it cannot be pressed twice. Stands for
/// `AVCapturePhotoOutputReadinessCoordinator`.
public final class ReadinessCoordinator: Sendable {
  private struct State {
    weak var delegate: (any ReadinessCoordinatorDelegate)?
    var tracked: Set<CaptureID> = []
    var outputReadiness: CaptureReadiness
    var told: CaptureReadiness?

    var readiness: CaptureReadiness {
      guard !tracked.isEmpty, outputReadiness == .ready || outputReadiness == .sessionNotRunning else {
        return outputReadiness
      }
      return .notReadyMomentarily
    }
  }

  private weak let output: PhotoOutput?
  private let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()
  private let state: Mutex<State>

  /// Creates a coordinator whose delegate is called on `queue`; callers on that queue see it called before the call
  /// returns.
  public init(photoOutput: PhotoOutput, queue: DispatchQueue = .main) {
    output = photoOutput
    self.queue = queue
    queue.setSpecific(key: key, value: true)
    state = Mutex(State(outputReadiness: photoOutput.captureReadiness))
    photoOutput.readinessFeed.listen(for: self) { [weak self] readiness in
      self?.change { $0.outputReadiness = readiness }
    }
    // The output has received the capture, or a later one.
    photoOutput.requestFeed.listen(for: self) { [weak self] id in
      self?.change { state in state.tracked = state.tracked.filter { $0 > id } }
    }
  }

  deinit { queue.setSpecific(key: key, value: nil) }

  /// The readiness, captures that are about to be requested included.
  public var captureReadiness: CaptureReadiness { state.withLock { $0.readiness } }

  /// The object that receives changes; held weakly. It receives the present readiness when it is set.
  public var delegate: (any ReadinessCoordinatorDelegate)? {
    get { state.withLock { $0.delegate } }
    set {
      state.withLock { state in
        state.delegate = newValue
        state.told = nil
      }
      change { _ in }
    }
  }

  /// Counts a capture that is about to be requested with these settings. Works for a session that does not run, too.
  /// - Throws: ``CaptureError`` naming the rule that the request would break.
  public func startTracking(using settings: PhotoSettings) throws(CaptureError) {
    if let output {
      try RequestValidation(settings: settings, features: output.state.withLock { $0.features }).checkSettings()
    }
    change { $0.tracked.insert(settings.uniqueID) }
  }

  /// Forgets a capture that is not requested after all.
  public func stopTracking(_ id: CaptureID) { change { $0.tracked.remove(id) } }

  private func change(_ body: (inout State) -> Void) {
    let news: (any ReadinessCoordinatorDelegate, CaptureReadiness)? = state.withLock { state in
      body(&state)
      guard state.told != state.readiness, let delegate = state.delegate else { return nil }
      state.told = state.readiness
      return (delegate, state.readiness)
    }
    guard let (delegate, readiness) = news else { return }
    let tell: @Sendable () -> Void = { [weak delegate] in
      delegate?.readinessCoordinator(self, captureReadinessDidChange: readiness)
    }
    if DispatchQueue.getSpecific(key: key) == true { tell() } else { queue.async(execute: tell) }
  }
}
