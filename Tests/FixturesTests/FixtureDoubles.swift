import CaptureDevices
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// A camera whose frames go to two sinks.
typealias VideoTee = Tee<any VideoSource, any VideoSink>
/// A microphone whose sound goes to two sinks.
typealias AudioTee = Tee<any AudioSource, any AudioSink>

/// A device that delivers to a sink of a test's beside its own.
final class Tee<Source: Sendable, Sink: Sendable>: Sendable {
  private let source: Source
  private let other: Sink
  init(_ source: Source, _ other: Sink) { (self.source, self.other) = (source, other) }

  fileprivate final class Both: Sendable {
    let sinks: [Sink]
    init(_ sinks: [Sink]) { self.sinks = sinks }
  }
}

extension Tee: ControlledCamera where Source == any VideoSource, Sink == any VideoSink {
  var device: VideoDevice { source.device }
}

extension Tee: VideoSource where Source == any VideoSource, Sink == any VideoSink {
  var mode: VideoMode { source.mode }
  var timestampInstant: TimestampInstant { source.timestampInstant }
  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try source.start(delivering: Both([sink, other]))
  }
  func stop() { source.stop() }
}

extension Tee.Both: VideoSink where Source == any VideoSource, Sink == any VideoSink {
  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    for sink in sinks { sink.videoSource(source, didCapture: frame) }
  }
  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    for sink in sinks { sink.videoSource(source, didSkip: count, reason: reason) }
  }
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    for sink in sinks { sink.videoSource(source, didFail: error) }
  }
}

extension Tee: AudioSource where Source == any AudioSource, Sink == any AudioSink {
  var device: AudioDevice { source.device }
  var format: AudioFormat { source.format }
  func start(delivering sink: any AudioSink) throws(DeviceError) {
    try source.start(delivering: Both([sink, other]))
  }
  func stop() { source.stop() }
}

extension Tee.Both: AudioSink where Source == any AudioSource, Sink == any AudioSink {
  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    for sink in sinks { sink.audioSource(source, didCapture: chunk) }
  }
  func audioSource(_ source: any AudioSource, didLose frames: Int) {
    for sink in sinks { sink.audioSource(source, didLose: frames) }
  }
  func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    for sink in sinks { sink.audioSource(source, didFail: error) }
  }
}

/// A microphone that delivers, when it is told to: sound, a loss with its filler, sound, and sound without a reading.
final class LossyMicrophone: AudioSource {
  let device: AudioDevice
  let format = AudioFormat(sampleRate: 8000, channelCount: 1, sampleFormat: .s16)
  private let clock: any MediaClock
  private let sink = Mutex<(any AudioSink)?>(nil)

  init(clock: any MediaClock) {
    self.clock = clock
    device = AudioDevice(
      id: "lossy", name: "Lossy", pcm: "hw:9", identity: DeviceIdentity(serial: nil, portPath: "usb-1", model: "Lossy"),
      formats: [format])
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) { self.sink.withLock { $0 = sink } }
  func stop() { sink.withLock { $0 = nil } }

  func deliver() {
    guard let sink = sink.withLock({ $0 }) else { return }
    var position: Int64 = 0
    func chunk(_ count: Int, value: UInt8, isFiller: Bool = false, hasClock: Bool = true) {
      let bytes = [UInt8](repeating: value, count: 2 * count)
      bytes.withUnsafeBytes {
        sink.audioSource(
          self,
          didCapture: BorrowedAudioChunk(
            format: format, position: position, frameCount: count,
            clock: hasClock ? AudioClockReading(position: position + Int64(count), time: clock.now) : nil,
            isFiller: isFiller, bytes: $0))
      }
      position += Int64(count)
    }
    chunk(80, value: 1)
    sink.audioSource(self, didLose: 400)
    chunk(400, value: 0, isFiller: true, hasClock: false)
    chunk(80, value: 2)
    chunk(7, value: 3, hasClock: false)
  }
}
