public import CaptureDevices
public import MediaCore

/// A sink that records all calls of a camera, in order.
public typealias VideoSinkLog = SinkLog<VideoSinkEvent>

/// A call of a camera to its sink.
public enum VideoSinkEvent: SinkEvent {
  /// A frame, with its bytes copied, and the instant at which it came if the sink has a clock.
  case frame(VideoFrame, arrival: MediaTime?)
  /// Frames that were lost or left out.
  case skip(count: Int, reason: SkipReason)
  /// The end of the stream.
  case failure(DeviceError)

  /// The frame of this entry; `nil` if it is none.
  public var frame: VideoFrame? { if case .frame(let frame, _) = self { frame } else { nil } }
  /// A Boolean value that indicates whether the event is a frame.
  public var isSample: Bool { frame != nil }
  /// The instant at which the frame was taken; `nil` for other events.
  public var time: MediaTime? { frame?.time }
  /// The reason why the stream has ended.
  public var failure: DeviceError? { if case .failure(let error) = self { error } else { nil } }
}

extension SinkLog: VideoSink where Event == VideoSinkEvent {
  /// The frames received so far.
  public var frames: [VideoFrame] { events.compactMap(\.frame) }

  /// The number of frames that were reported as skipped, for any reason.
  public var skippedCount: Int {
    events.reduce(0) { if case .skip(let count, _) = $1 { $0 + count } else { $0 } }
  }

  /// Blocks until `count` frames have arrived, for `limit` of real time at most; returns whether they have arrived.
  /// For real devices only: under a virtual clock no frame arrives while the caller waits.
  public func waitForFrames(_ count: Int, within limit: MediaTime) -> Bool {
    log.wait(within: limit) { $0.count(where: \.isSample) >= count }
  }

  /// Keeps a copy of the frame.
  public func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    note(source) { .frame(VideoFrame(copying: frame), arrival: $0) }
  }

  /// Keeps the count and the reason.
  public func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    note(source) { _ in .skip(count: count, reason: reason) }
  }

  /// Keeps the error.
  public func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    note(source) { _ in .failure(error) }
  }
}
