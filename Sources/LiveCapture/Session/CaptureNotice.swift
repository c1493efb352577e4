/// A notice that a session gives to the observers of a test.
package enum CaptureNotice: Sendable {
  /// A request broke a rule, or could not be.
  case wasRefused(CaptureError)
  /// An event is delivered to a delegate; `nil` where the capture has none.
  case told(CaptureEvent, (any PhotoCaptureDelegate)?, PhotoOutput)
  /// The delegate of a capture was released before this event.
  case delegateWasReleased(before: CaptureEvent, PhotoOutput)
}
