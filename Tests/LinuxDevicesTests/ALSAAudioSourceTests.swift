import CaptureDevices
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("ALSAAudioSource") struct ALSAAudioSourceTests {
  private static let sound = (1...3).map { ALSAScriptedStream.Step.sound(480, at: $0 * 10_000_000) }

  private static func stream(_ steps: [ALSAScriptedStream.Step] = sound, channelCount: Int = 2) -> ALSAScriptedStream {
    let format = AudioFormat(sampleRate: 48_000, channelCount: channelCount, sampleFormat: .s16)
    return ALSAScriptedStream(steps, format: format, endsByItself: false)
  }

  private static func source(_ system: ALSAScriptedSystem) throws -> ALSAAudioSource {
    try ALSAAudioSource(device: .invented("mic"), pcm: "mic", system: system, wish: AudioWish())
  }

  @Test("start delivers, stop closes the PCM, and start opens it again from position 0")
  func restart() throws {
    let streams = [Self.stream(), Self.stream()]
    let system = ALSAScriptedSystem(streams: streams)
    let source = try Self.source(system)
    #expect(source.format == AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16))
    for (index, stream) in streams.enumerated() {
      let sink = ALSAEventSink(wanting: 1_440)
      try source.start(delivering: sink)
      sink.waitForFrames()
      source.stop()
      source.stop()
      #expect(sink.events == (0..<3).map { .sound(at: $0 * 480, frames: 480) })
      #expect(stream.calls == [.restart, .close])
      #expect(system.opened.count == index + 1)
    }
  }

  @Test("starting twice is an error, and harmless")
  func startTwice() throws {
    let source = try Self.source(ALSAScriptedSystem(streams: [Self.stream()]))
    let sink = ALSAEventSink(wanting: 1_440)
    try source.start(delivering: sink)
    #expect { try source.start(delivering: sink) } throws: { ($0 as? DeviceError)?.code == .invalidState }
    sink.waitForFrames()
    source.stop()
  }

  @Test("a microphone that vanishes is closed and reported; stop and a new start still work")
  func unplug() throws {
    let streams = [Self.stream(Self.sound + [.state(.disconnected)]), Self.stream()]
    let source = try Self.source(ALSAScriptedSystem(streams: streams))
    let sink = ALSAEventSink()
    try source.start(delivering: sink)
    sink.waitForFrames()
    #expect(sink.events.last == .failure(.disconnected))
    #expect(sink.failure?.status == Int(ENODEV))
    #expect(streams[0].calls == [.restart, .close])
    source.stop()
    let second = ALSAEventSink(wanting: 1_440)
    try source.start(delivering: second)
    second.waitForFrames()
    source.stop()
    #expect(second.events.count == 3)
  }

  @Test("a source tells what it lost, once")
  func losses() throws {
    let steps = Self.sound + [.state(.overrun), .sound(480, at: 50_000_000)]
    let source = try Self.source(ALSAScriptedSystem(streams: [Self.stream(steps)]))
    let sink = ALSAEventSink(wanting: 2_400)
    try source.start(delivering: sink)
    sink.waitForFrames()
    source.stop()
    #expect(sink.losses == [480])
  }

  @Test(
    "a PCM that will not start is closed, and the error says why",
    arguments: [(EIO, "system"), (ENODEV, "disconnected")])
  func failingStart(errno: Int32, code: String) throws {
    let stream = ALSAScriptedStream([], restartResults: [-errno])
    let source = try Self.source(ALSAScriptedSystem(streams: [stream]))
    #expect { try source.start(delivering: ALSAEventSink()) } throws: {
      let error = $0 as? DeviceError
      return error?.code.description == code && error?.status == Int(errno) && error?.operation == "snd_pcm_start"
    }
    #expect(stream.calls == [.restart, .close])
    source.stop()
  }

  @Test("a microphone that comes back with another format is refused and closed")
  func otherFormat() throws {
    let streams = [Self.stream(), Self.stream(channelCount: 1)]
    let source = try Self.source(ALSAScriptedSystem(streams: streams))
    let sink = ALSAEventSink(wanting: 1_440)
    try source.start(delivering: sink)
    sink.waitForFrames()
    source.stop()
    #expect { try source.start(delivering: sink) } throws: { ($0 as? DeviceError)?.code == .unsupportedMode }
    #expect(streams[1].calls == [.close])
  }

  @Test(
    "an error while opening says what to do",
    arguments: [
      (EBUSY, "busy"), (EACCES, "accessDenied"), (ENOENT, "notFound"), (ENODEV, "notFound"),
      (EINVAL, "unsupportedMode"),
      (EIO, "system"),
    ])
  func opening(errno: Int32, code: String) {
    #expect { try Self.source(ALSAScriptedSystem(errors: ["mic": errno])) } throws: {
      let error = $0 as? DeviceError
      return error?.code.description == code && error?.status == Int(errno) && error?.context == "mic"
        && (error?.message.count ?? 0) > 30
    }
  }

  @Test("a source that is dropped without being started or stopped leaks nothing")
  func abandoned() throws {
    weak var forgotten: ALSAEventSink?
    let stream = Self.stream(Self.sound + [.state(.disconnected)])
    do {
      let source = try Self.source(ALSAScriptedSystem(streams: [stream]))
      let sink = ALSAEventSink()
      forgotten = sink
      try source.start(delivering: sink)
      sink.waitForFrames()
      source.stop()
    }
    #expect(forgotten == nil)
    _ = try Self.source(ALSAScriptedSystem(streams: [Self.stream()]))
  }
}
