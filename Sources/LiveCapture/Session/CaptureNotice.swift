/// A notice that a session gives to the observers of a test.
package enum CaptureNotice: Sendable {
  /// A request broke a rule, or could not be.
  case wasRefused(CaptureError)
  /// An event is told: to this delegate, unless there is none.
  case told(CaptureEvent, (any PhotoCaptureDelegate)?, PhotoOutput)
  /// The delegate of a capture has been let go before it could hear of this.
  case delegateWasReleased(before: CaptureEvent, PhotoOutput)
}
