import CaptureDevices
import MediaCore

/// A camera or a microphone, as far as a recorder treats them alike.
enum RecordedSource: Sendable {
  case camera(any VideoSource)
  case microphone(any AudioSource)

  var kind: FixtureDeviceEvent.Kind {
    switch self {
    case .camera: .camera
    case .microphone: .microphone
    }
  }

  /// What the device is known by when it is back.
  var id: String {
    switch self {
    case .camera(let source): source.device.id
    case .microphone(let source): source.device.id
    }
  }

  /// Who it is, if it was recorded before.
  var replayed: (any ReplayedSource)? {
    switch self {
    case .camera(let source): source as? any ReplayedCamera
    case .microphone(let source): source as? any ReplayedMicrophone
    }
  }

  /// Starts; with `isWhole` one that was recorded before starts with the first that was recorded, however late it is.
  func start(delivering tap: FixtureTap, isWhole: Bool) throws(DeviceError) {
    switch self {
    case .camera(let source):
      if isWhole, let replayed = source as? any ReplayedCamera { return try replayed.startWhole(delivering: tap) }
      try source.start(delivering: tap)
    case .microphone(let source):
      if isWhole, let replayed = source as? any ReplayedMicrophone { return try replayed.startWhole(delivering: tap) }
      try source.start(delivering: tap)
    }
  }

  func stop() {
    switch self {
    case .camera(let source): source.stop()
    case .microphone(let source): source.stop()
    }
  }
}

/// What one stream of a device is delivered to.
final class FixtureTap: VideoSink, AudioSink {
  private let recorder: FixtureRecorder
  /// Tells this stream's calls from those of the device's other streams.
  private let number: Int

  init(recorder: FixtureRecorder, number: Int) {
    self.recorder = recorder
    self.number = number
  }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    recorder.add(frame, stamped: source.timestampInstant)
  }
  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    recorder.addLoss(count, reason, of: .camera)
  }
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    recorder.addFailure(error, of: .camera, stream: number)
  }

  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) { recorder.add(chunk) }
  func audioSource(_ source: any AudioSource, didLose frames: Int) { recorder.addLoss(frames, of: .microphone) }
  func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    recorder.addFailure(error, of: .microphone, stream: number)
  }
}
