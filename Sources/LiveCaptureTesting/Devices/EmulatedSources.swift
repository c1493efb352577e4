import CaptureDevices
import MediaCore
import Simulator
import Synchronization

/// An emulated camera that is open: films the scene until it is pulled out.
final class EmulatedVideoSource: VideoSource {
  private let film: SceneVideoSource
  private let devices: EmulatedDevices
  /// Which plugging in of the camera it belongs to.
  private let plugging: Int
  private let relay = Mutex<Relay?>(nil)

  init(_ film: SceneVideoSource, devices: EmulatedDevices, plugging: Int) {
    self.film = film
    self.devices = devices
    self.plugging = plugging
  }

  var device: VideoDevice { film.device }
  var mode: VideoMode { film.mode }
  var timestampInstant: TimestampInstant { film.timestampInstant }
  var isRunning: Bool { relay.withLock { $0 != nil } }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try film.start(delivering: relay)
    self.relay.withLock { $0 = relay }
  }

  func stop() {
    film.stop()
    relay.withLock { $0 = nil }
  }

  /// Ends the stream: nothing follows the error.
  func fail(_ error: DeviceError) {
    guard let relay = relay.withLock({ $0 }) else { return }
    film.stop()
    relay.fail(error)
  }

  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    _ = try control(id)
    return try devices.value(ofControl: id, camera: device.id, plugging: plugging)
  }

  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    let control = try control(id)
    let isMenu = control.kind == .menu && control.menu[value] == nil
    guard value >= control.minimum, value <= control.maximum, !isMenu else {
      throw DeviceError(
        .invalidControlValue, device: device.id,
        message: "\(control.name) takes \(control.minimum) to \(control.maximum), not \(value).")
    }
    try devices.setValue(value, ofControl: id, camera: device.id, plugging: plugging)
  }

  private func control(_ id: UInt32) throws(DeviceError) -> DeviceControl {
    guard let control = device.controls.first(where: { $0.id == id }) else {
      throw DeviceError(
        .unsupportedControl, device: device.id, message: "The camera was made up without the control \(id).")
    }
    return control
  }

  private final class Relay: VideoSink {
    // Not held: a source that is let go without having been stopped goes, and its stream with it.
    private weak let owner: EmulatedVideoSource?
    private let sink: Mutex<(any VideoSink)?>

    init(_ owner: EmulatedVideoSource, _ sink: any VideoSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    func fail(_ error: DeviceError) {
      guard let owner else { return }
      sink.withLock { $0.take() }?.videoSource(owner, didFail: error)
    }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
      guard let owner, let sink = sink.withLock({ $0 }) else { return }
      EmulatedLight(of: owner).shine(on: frame) { sink.videoSource(owner, didCapture: $0) }
    }

    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      guard let owner else { return }
      sink.withLock { $0 }?.videoSource(owner, didSkip: count, reason: reason)
    }

    func videoSource(_ source: any VideoSource, didFail error: DeviceError) { fail(error) }
  }
}

/// An emulated microphone that is open: hears the scene until it is pulled out.
final class EmulatedAudioSource: AudioSource {
  private let sound: SceneAudioSource
  private let relay = Mutex<Relay?>(nil)

  init(_ sound: SceneAudioSource) { self.sound = sound }

  var device: AudioDevice { sound.device }
  var format: AudioFormat { sound.format }
  var isRunning: Bool { relay.withLock { $0 != nil } }

  func start(delivering sink: any AudioSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try sound.start(delivering: relay)
    self.relay.withLock { $0 = relay }
  }

  func stop() {
    sound.stop()
    relay.withLock { $0 = nil }
  }

  /// Ends the stream: nothing follows the error.
  func fail(_ error: DeviceError) {
    guard let relay = relay.withLock({ $0 }) else { return }
    sound.stop()
    relay.fail(error)
  }

  private final class Relay: AudioSink {
    // Not held: a source that is let go without having been stopped goes, and its stream with it.
    private weak let owner: EmulatedAudioSource?
    private let sink: Mutex<(any AudioSink)?>

    init(_ owner: EmulatedAudioSource, _ sink: any AudioSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    func fail(_ error: DeviceError) {
      guard let owner else { return }
      sink.withLock { $0.take() }?.audioSource(owner, didFail: error)
    }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      guard let owner else { return }
      sink.withLock { $0 }?.audioSource(owner, didCapture: chunk)
    }

    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      guard let owner else { return }
      sink.withLock { $0 }?.audioSource(owner, didLose: frames)
    }

    func audioSource(_ source: any AudioSource, didFail error: DeviceError) { fail(error) }
  }
}
