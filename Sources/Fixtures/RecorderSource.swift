import CaptureDevices
import MediaCore

/// A camera or a microphone, as far as a recorder treats them alike.
struct RecorderSource: Sendable {
  /// The identifier by which the device is known when it is back.
  let id: String
  let name: String
  /// The camera's node, or what ALSA opens the microphone by.
  let node: String?
  /// The facts about what the device replays, if it was recorded before.
  let facts: ReplayFacts?
  /// Starts; if `isWhole`, one that was recorded before starts with the first that was recorded, however late it is.
  let start: @Sendable (_ tap: FixtureTap, _ isWhole: Bool) throws(DeviceError) -> Void
  let stop: @Sendable () -> Void

  init(_ source: any VideoSource) {
    self.init(
      source.device.id, source.device.name, source.device.node, source as? any ReplayedSource,
      start: { (tap) throws(DeviceError) in try source.start(delivering: tap) }, stop: { source.stop() })
  }

  init(_ source: any AudioSource) {
    self.init(
      source.device.id, source.device.name, source.device.pcm, source as? any ReplayedSource,
      start: { (tap) throws(DeviceError) in try source.start(delivering: tap) }, stop: { source.stop() })
  }

  private init(
    _ id: String, _ name: String, _ node: String?, _ replayed: (any ReplayedSource)?,
    start: @escaping @Sendable (FixtureTap) throws(DeviceError) -> Void, stop: @escaping @Sendable () -> Void
  ) {
    (self.id, self.name, self.node, facts, self.stop) = (id, name, node, replayed?.facts, stop)
    self.start = { (tap, isWhole) throws(DeviceError) in
      if isWhole, let replayed { try replayed.startWhole(delivering: tap) } else { try start(tap) }
    }
  }
}

/// The sink for one stream of a device.
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
