public import MediaCore

/// A camera that is open and set to a mode.
///
/// A real camera, a scene or a fixture. `start` and `stop` may be called anywhere but inside the sink's calls.
public protocol VideoSource: AnyObject, Sendable {
  /// The camera.
  var device: VideoDevice { get }
  /// The mode it has been set to.
  var mode: VideoMode { get }
  /// The instant that the frames' timestamps mark.
  var timestampInstant: TimestampInstant { get }

  /// Begins to deliver frames to `sink`, which is held until `stop` or failure.
  /// - Throws: ``DeviceError`` when the camera does not start. A running source throws `.invalidState`.
  func start(delivering sink: any VideoSink) throws(DeviceError)

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  func stop()

  /// The present value of a control, by V4L2's number for it (`V4L2_CID_…`). Running or not.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what reading it led to.
  func value(ofControl id: UInt32) throws(DeviceError) -> Int64

  /// Sets a control, by V4L2's number for it. Running or not; when it runs, the first frame that shows the new value
  /// comes at most ``controlDelayFrames`` frames after the one being delivered.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, `.invalidControlValue`, or what setting it led to.
  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError)

  /// The greatest number of frames after which a control that was set shows. By default 0: at once.
  var controlDelayFrames: Int { get }

  /// A Boolean value that indicates whether controls can be read but not set, as those of a fixture. By default they
  /// can be set.
  var areControlsFixed: Bool { get }
}

extension VideoSource {
  /// Throws `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { throw Self.noControl(id, of: device) }

  /// Throws `.unsupportedControl`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) { throw Self.noControl(id, of: device) }

  /// Zero: controls show at once.
  public var controlDelayFrames: Int { 0 }

  /// `false`: controls can be set.
  public var areControlsFixed: Bool { false }

  private static func noControl(_ id: UInt32, of device: VideoDevice) -> DeviceError {
    DeviceError(
      .unsupportedControl, context: device.node ?? device.id,
      message: "The camera has no control 0x\(String(id, radix: 16)). `livecam devices` lists those it has.")
  }
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
