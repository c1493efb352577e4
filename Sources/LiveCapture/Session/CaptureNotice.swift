/// What a session tells those who watch a test.
package enum CaptureNotice: Sendable {
  /// An event is told.
  case told(CaptureEvent, PhotoOutput)
  /// The delegate of a capture has been let go before it could hear of this.
  case delegateWasReleased(before: CaptureEvent, PhotoOutput)
}
