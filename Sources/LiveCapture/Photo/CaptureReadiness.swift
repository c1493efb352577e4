import MediaCore
import Synchronization

/// Whether the next shot would be taken at once. Advice: requests are taken in any case.
///
/// Stands for `AVCapturePhotoOutput.CaptureReadiness`.
public enum CaptureReadiness: Int, Sendable, Hashable, CaseIterable {
  /// The session does not run.
  case sessionNotRunning = 0
  /// It would.
  case ready = 1
  /// Not for a moment: the camera has just been started.
  case notReadyMomentarily = 2
  /// A capture waits for its frame.
  case notReadyWaitingForCapture = 3
  /// Stills are being made, and no more may be begun meanwhile.
  case notReadyWaitingForProcessing = 4
}

/// What an output's readiness follows from, and who wants to know.
struct ReadinessState {
  var readiness = CaptureReadiness.sessionNotRunning
  var handlers: [Int: @Sendable (CaptureReadiness) -> Void] = [:]
  var requestHandlers: [Int: @Sendable (CaptureID) -> Void] = [:]
  var next = 0
}

extension PhotoOutput {
  /// Whether the next shot would be taken at once.
  public var captureReadiness: CaptureReadiness { state.withLock { $0.readiness.readiness } }

  /// The present readiness, then every later one.
  public var readinesses: AsyncStream<CaptureReadiness> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.readiness.next += 1
        state.readiness.handlers[state.readiness.next] = { _ = continuation.yield($0) }
        continuation.yield(state.readiness.readiness)
        return state.readiness.next
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.readiness.handlers.removeValue(forKey: number) }
      }
    }
  }

  func note(_ readiness: CaptureReadiness) {
    let handlers = state.withLock { state -> [@Sendable (CaptureReadiness) -> Void] in
      guard state.readiness.readiness != readiness else { return [] }
      state.readiness.readiness = readiness
      return Array(state.readiness.handlers.values)
    }
    for handler in handlers { handler(readiness) }
  }

  func noteRequest(_ id: CaptureID) {
    for handler in state.withLock({ Array($0.readiness.requestHandlers.values) }) { handler(id) }
  }

  func addReadinessHandlers(
    _ readiness: @escaping @Sendable (CaptureReadiness) -> Void, request: @escaping @Sendable (CaptureID) -> Void
  ) -> Int {
    state.withLock { state in
      state.readiness.next += 1
      state.readiness.handlers[state.readiness.next] = readiness
      state.readiness.requestHandlers[state.readiness.next] = request
      return state.readiness.next
    }
  }

  func removeReadinessHandlers(_ number: Int) {
    state.withLock { state in
      state.readiness.handlers[number] = nil
      state.readiness.requestHandlers[number] = nil
    }
  }
}
