import KioskWeb

/// The state of a booth as a whole: whether it can take pictures.
///
/// ```
///             firstFrame
/// starting ───────────────► running ──┐
///    │ ▲                     │ ▲      │
///    ▼ │ resumed             ▼ │      │ stop, from every state
///  interrupted(reason, hasFrames)     ▼
///                                  stopping
/// ```
/// A plain value, without clock or lock: ``BoothDesk`` guards it.
enum BoothOperation: Hashable {
  /// The camera's first frame has not come yet.
  case starting
  case running
  /// There is no camera for now. `hasFrames` says to which state the booth returns.
  case interrupted(KioskState.Reason, hasFrames: Bool)
  /// The booth is being stopped, which is final.
  case stopping

  enum Event: Hashable {
    /// The camera has delivered its first frame.
    case firstFrame
    case interrupted(KioskState.Reason)
    /// The interruption has ended.
    case resumed
    case stop
  }

  /// Applies an event. One that makes no sense in a state changes nothing.
  mutating func handle(_ event: Event) {
    switch (event, self) {
    case (_, .stopping): break
    case (.stop, _): self = .stopping
    case (.firstFrame, .starting): self = .running
    case (.firstFrame, .interrupted(let reason, _)): self = .interrupted(reason, hasFrames: true)
    case (.interrupted(let reason), .starting): self = .interrupted(reason, hasFrames: false)
    case (.interrupted(let reason), .running): self = .interrupted(reason, hasFrames: true)
    case (.interrupted(let reason), .interrupted(_, let hasFrames)):
      self = .interrupted(reason, hasFrames: hasFrames)
    case (.resumed, .interrupted(_, let hasFrames)): self = hasFrames ? .running : .starting
    case (.firstFrame, .running), (.resumed, .starting), (.resumed, .running): break
    }
  }

  /// The reason of an interruption.
  var reason: KioskState.Reason? { if case .interrupted(let reason, _) = self { reason } else { nil } }

  /// Checks that an order for a picture can be taken, as far as the camera is concerned.
  /// - Throws: ``/KioskWeb/WebFailure`` 503, with what keeps the booth from taking pictures.
  func checkReadiness() throws(WebFailure) {
    switch self {
    case .running: break
    case .starting: throw WebFailure(503, "unavailable", "The camera is being started.", retryAfterSeconds: 1)
    case .interrupted(let reason, _): throw WebFailure(503, "unavailable", reason.message)
    case .stopping: throw WebFailure(503, "unavailable", "The booth is being stopped.")
    }
  }
}
