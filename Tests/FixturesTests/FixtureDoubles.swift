import CaptureDevices
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// A camera whose frames go to two sinks.
final class VideoTee: VideoSource {
  private let source: any VideoSource
  private let other: VideoSinkLog
  var device: VideoDevice { source.device }
  var mode: VideoMode { source.mode }
  var timestampInstant: TimestampInstant { source.timestampInstant }

  init(_ source: any VideoSource, _ other: VideoSinkLog) {
    self.source = source
    self.other = other
  }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try source.start(delivering: Both(first: sink, second: other))
  }

  func stop() { source.stop() }

  private final class Both: VideoSink {
    let first: any VideoSink
    let second: any VideoSink
    init(first: any VideoSink, second: any VideoSink) { (self.first, self.second) = (first, second) }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
      first.videoSource(source, didCapture: frame)
      second.videoSource(source, didCapture: frame)
    }
    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      first.videoSource(source, didSkip: count, reason: reason)
      second.videoSource(source, didSkip: count, reason: reason)
    }
    func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
      first.videoSource(source, didFail: error)
      second.videoSource(source, didFail: error)
    }
  }
}

/// A microphone whose sound goes to two sinks.
final class AudioTee: AudioSource {
  private let source: any AudioSource
  private let other: AudioSinkLog
  var device: AudioDevice { source.device }
  var format: AudioFormat { source.format }

  init(_ source: any AudioSource, _ other: AudioSinkLog) {
    self.source = source
    self.other = other
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) {
    try source.start(delivering: Both(first: sink, second: other))
  }

  func stop() { source.stop() }

  private final class Both: AudioSink {
    let first: any AudioSink
    let second: any AudioSink
    init(first: any AudioSink, second: any AudioSink) { (self.first, self.second) = (first, second) }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      first.audioSource(source, didCapture: chunk)
      second.audioSource(source, didCapture: chunk)
    }
    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      first.audioSource(source, didLose: frames)
      second.audioSource(source, didLose: frames)
    }
    func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
      first.audioSource(source, didFail: error)
      second.audioSource(source, didFail: error)
    }
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
