import MediaCore

/// The state of a PCM, and how far it has come.
struct ALSAStatus: Sendable, Equatable {
  enum State: Sendable, Equatable {
    case running
    /// The buffer overflowed; capture has stopped.
    case overrun
    case suspended
    case disconnected
    /// Set up, but not capturing.
    case idle
    /// The state could not be read; a negative error number.
    case unknown(Int32)
  }

  var state: State
  /// Frames captured and not yet read.
  var available: Int
  /// The time at which the last of those frames was complete, as far as the driver can tell; on the monotonic clock.
  var time: MediaTime
}
