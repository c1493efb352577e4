public import CaptureDevices
public import MediaCore
import Synchronization

extension FaultySource: ControlledCamera where Faults == VideoFaults {
  /// A Boolean value that indicates whether the other camera's controls are fixed.
  public var areControlsFixed: Bool { source.areControlsFixed }

  /// Returns the other camera's value of a control.
  /// - Throws: what the other camera throws.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    try (memory?.source ?? source).value(ofControl: id)
  }

  /// Sets a control of the other camera.
  /// - Throws: what the other camera throws.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    try (memory?.source ?? source).setControl(id, to: value)
    memory?.remember(value, of: id)
  }
}

extension FaultySource: VideoSource where Faults == VideoFaults {
  /// Creates a camera that passes on what `source` delivers, under the other camera's name unless it is given one.
  public convenience init(_ source: any VideoSource, as device: VideoDevice? = nil) {
    self.init(source, device: device ?? source.device)
  }

  /// The mode the other camera has been set to.
  public var mode: VideoMode { source.mode }
  /// The instant that its frames' timestamps mark.
  public var timestampInstant: TimestampInstant { source.timestampInstant }
  /// The number of frames after which a control that was set shows.
  public var controlDelayFrames: Int { source.controlDelayFrames }
  /// The number of frames that have been passed on since the camera was opened.
  public var deliveredCount: Int { state.withLock { $0.faults.delivered } }

  /// Starts the other camera.
  /// - Throws: what the other camera throws.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let stream = FaultyStream(self, sink)
    deliveries?.begin()
    try source.start(delivering: stream)
    state.withLock { $0.stream = stream }
  }

  /// Stops the other camera.
  public func stop() {
    source.stop()
    state.withLock { state in
      state.stream = nil
      state.faults.held = []
    }
  }

  /// Ends the stream as a camera does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, context: "", message: "The camera has been unplugged.")
  ) {
    state.withLock { $0.stream }?.videoSource(source, didFail: error)
  }
}

extension FaultyStream: VideoSink where Faults == VideoFaults {
  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    tellUnfrozen(1) { owner, sink in
      switch owner.state.withLock({ $0.faults.take(frame) }) {
      case .nothing: break
      case .skip(let reason):
        owner.deliveries?.note(.lost)
        sink.videoSource(owner, didSkip: 1, reason: reason)
      case .deliver(let held, let plan):
        owner.deliveries?.note(.delivered, held.count + plan.between.count + plan.copies)
        for frame in held { deliver(frame, of: owner, to: sink) }
        for frame in VideoFaults.between(frame, plan) { sink.videoSource(owner, didCapture: frame) }
        deliver(frame, plan, of: owner, to: sink)
      }
    }
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    tellUnfrozen(count) { owner, sink in
      owner.deliveries?.note(.lost, count)
      sink.videoSource(owner, didSkip: count, reason: reason)
    }
  }

  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    end { $1.videoSource($0, didFail: error.renamed($0.device.id)) }
  }

  private func tellUnfrozen(_ count: Int, _ body: (FaultyCamera, any VideoSink) -> Void) {
    tell { owner, sink in
      let isFrozen = owner.state.withLock { $0.isFrozen }
      if isFrozen { owner.deliveries?.note(.missing, count) } else { body(owner, sink) }
    }
  }

  private func deliver(_ frame: VideoFrame, of owner: FaultyCamera, to sink: any VideoSink) {
    frame.storage.withBytes { bytes in
      sink.videoSource(
        owner,
        didCapture: BorrowedVideoFrame(format: frame.format, time: frame.time, sequence: frame.sequence, bytes: bytes))
    }
  }

  private func deliver(
    _ frame: BorrowedVideoFrame, _ plan: VideoFaults.Plan, of owner: FaultyCamera, to sink: any VideoSink
  ) {
    for _ in 0..<plan.copies {
      if plan.isDamaged {
        let bytes = Array(frame.bytes.prefix(frame.bytes.count / 2)) + [0xff, 0xd9]
        bytes.withUnsafeBytes { bytes in
          sink.videoSource(owner, didCapture: VideoFaults.stamped(frame, plan, bytes: bytes))
        }
      } else {
        sink.videoSource(owner, didCapture: VideoFaults.stamped(frame, plan, bytes: frame.bytes))
      }
    }
  }
}

extension DeviceError {
  /// The same of a device that stands here for the one that failed: users know it by this name.
  func renamed(_ device: String) -> DeviceError {
    DeviceError(
      code, context: device, operation: operation, status: status, message: message, underlying: underlying)
  }
}
