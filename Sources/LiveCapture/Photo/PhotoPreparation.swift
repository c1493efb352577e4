import Dispatch
import Synchronization

/// What an output has been asked to be ready for.
struct PhotoPreparation {
  typealias Handler = @Sendable (_ isPrepared: Bool, _ error: CaptureError?) -> Void

  /// What was asked for last.
  var settings = [PhotoSettings()]
  /// Who waits for the session to run, or for the configuration to be committed.
  var waiting: Handler?
}

extension PhotoOutput {
  /// What the output was asked to be ready for; by default an ordinary still.
  public var preparedPhotoSettingsArray: [PhotoSettings] { state.withLock { $0.preparation.settings } }

  /// Asks the output to have ready what captures with such settings need. Preparing is never necessary.
  ///
  /// `handler` is called once, on ``delegateQueue``: when all is ready, which for a session that does not run is when
  /// it does, and inside a configuration is after its commit. When preparing is asked for again before that, it is
  /// called at once with `false`. What was prepared stays so across stops; an empty array gives it up.
  public func setPreparedPhotoSettingsArray(
    _ settings: [PhotoSettings],
    handler: @escaping @Sendable (_ isPrepared: Bool, _ error: CaptureError?) -> Void = { _, _ in }
  ) {
    let (superseded, session) = state.withLock { state in
      let superseded = state.preparation.waiting
      state.preparation.settings = settings
      state.preparation.waiting = handler
      return (superseded, state.session)
    }
    if let superseded { tell(superseded, false, in: session) }
    session?.prepare(self)
  }

  /// The session runs, and no configuration is open: calls whoever waits.
  func preparationMayEnd(in session: CaptureSession) {
    let handler = state.withLock { $0.preparation.waiting.take() }
    if let handler { tell(handler, true, in: session) }
  }

  private func tell(_ handler: @escaping PhotoPreparation.Handler, _ isPrepared: Bool, in session: CaptureSession?) {
    guard let session else { return delegateQueue.async { handler(isPrepared, nil) } }
    session.tracker.async(on: delegateQueue) { handler(isPrepared, nil) }
  }
}
