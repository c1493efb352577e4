public import MediaCore

/// A camera that is open and set to a mode.
///
/// A real camera, a scene or a fixture. `start` and `stop` may be called anywhere but inside the sink's calls. When it
/// runs, the first frame that shows a control's new value comes at most ``controlDelayFrames`` frames after the one
/// being delivered.
public protocol VideoSource: ControlledCamera {
  /// The mode it has been set to.
  var mode: VideoMode { get }
  /// The instant that the frames' timestamps mark.
  var timestampInstant: TimestampInstant { get }

  /// Begins to deliver frames to `sink`, which is held until `stop` or failure.
  /// - Throws: ``DeviceError`` when the camera does not start. A running source throws `.invalidState`.
  func start(delivering sink: any VideoSink) throws(DeviceError)

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  func stop()

  /// The greatest number of frames after which a control that was set shows. By default 0: at once.
  var controlDelayFrames: Int { get }
}

extension VideoSource {
  /// The number of frames, zero: controls show at once.
  public var controlDelayFrames: Int { 0 }
}

/// A receiver of a camera's frames. Calls come one at a time, on a thread of the source's own, and must be short.
public protocol VideoSink: AnyObject, Sendable {
  /// A frame, lent for the length of the call. Times never go backwards.
  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame)
  /// `count` frames did not make it, for the given reason.
  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason)
  /// The stream has ended by itself; nothing follows. `stop` has still to be called.
  func videoSource(_ source: any VideoSource, didFail error: DeviceError)
}
