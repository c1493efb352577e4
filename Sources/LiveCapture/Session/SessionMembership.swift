import Diagnostics
import Synchronization

/// The one session that an output or a connection is in, if it is in any.
final class SessionMembership: Sendable {
  private struct State {
    weak var session: CaptureSession?
  }

  private let state = Mutex(State())

  var session: CaptureSession? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }

  /// - Throws: ``CaptureError`` naming `videoConnectionIsActive` for an output that is in no session.
  func require() throws(CaptureError) -> CaptureSession {
    if let session { return session }
    throw CaptureError(
      .invalidConfiguration, message: "this output belongs to no session; add it with addOutput first",
      rule: .videoConnectionIsActive)
  }
}

/// An output that is in one session at a time.
protocol MemberOutput: CaptureOutput {
  var membership: SessionMembership { get }
}
