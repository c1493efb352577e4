import CaptureDevices
import Glibc
import MediaCore
import SystemCalls
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("ALSACaptureLoop") struct ALSACaptureLoopTests {
  private typealias Stream = ALSAScriptedStream
  private typealias Event = ALSAEventSink.Event

  /// A source to name in the sink's calls; never started.
  private struct Stage {
    let stream: ALSAScriptedStream
    let sink: ALSAEventSink
    let stop: StopSignal

    init(
      stream: ALSAScriptedStream, onChunk: @escaping @Sendable (BorrowedAudioChunk, StopSignal) -> Void = { _, _ in }
    ) throws {
      let stop = try StopSignal()
      self.stream = stream
      self.stop = stop
      sink = ALSAEventSink { chunk in onChunk(chunk, stop) }
    }

    func run() throws -> SystemError? {
      let system = ALSAScriptedSystem(streams: [ALSAScriptedStream([])])
      let source = try ALSAAudioSource(device: .invented("test"), pcm: "test", system: system, wish: AudioWish())
      var loop = ALSACaptureLoop(stream: stream, source: source, sink: sink, stop: stop)
      return loop.run()
    }
  }

  /// Steps of one period each, on time, from period `first` to `last`.
  private static func onTime(_ first: Int, _ last: Int) -> [Stream.Step] {
    (first...last).map { .sound(480, at: Int64($0) * 10_000_000) }
  }

  private static func bytes(ofFrames frames: Range<Int>) -> [UInt8] {
    frames.flatMap { [UInt8](repeating: ALSAScriptedStream.byte(ofFrame: $0), count: 4) }
  }

  @Test("whole periods come as chunks without a gap, each with a reading of the clock")
  func steady() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 5)))
    #expect(try stage.run() == nil)
    #expect(stage.sink.events == (0..<5).map { .sound(at: $0 * 480, frames: 480) })
    #expect(firstDifference(stage.sink.bytes, Self.bytes(ofFrames: 0..<2400)) == nil)
    #expect(
      stage.sink.readings
        == (1...5).map { AudioClockReading(position: $0 * 480, time: MediaTime(nanoseconds: $0 * 10_000_000)) })
    #expect(stage.stream.calls == [])
  }

  @Test("several periods at once come one by one, with one reading; what is left of a period waits")
  func several() throws {
    let stage = try Stage(stream: Stream([.sound(1_000, at: 21_000_000), .sound(440, at: 30_000_000)]))
    #expect(try stage.run() == nil)
    #expect(stage.sink.events == (0..<3).map { .sound(at: $0 * 480, frames: 480) })
    #expect(stage.sink.readings.map(\.position) == [1_000, 1_440])
    #expect(firstDifference(stage.sink.bytes, Self.bytes(ofFrames: 0..<1440)) == nil)
  }

  @Test("less than a period is delivered when there is nothing more")
  func partial() throws {
    let stage = try Stage(stream: Stream([.sound(100, at: 2_083_333), .sound(480, at: 12_083_333)]))
    #expect(try stage.run() == nil)
    #expect(stage.sink.events == [.sound(at: 0, frames: 100), .sound(at: 100, frames: 480)])
  }

  @Test("short reads lose nothing")
  func shortReads() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 2), readLimit: 333))
    #expect(try stage.run() == nil)
    #expect(firstDifference(stage.sink.bytes, Self.bytes(ofFrames: 0..<960)) == nil)
    #expect(stage.sink.events.count == 4)
  }

  @Test("an overrun is made good with silence as long as the clocks say", arguments: [true, false])
  func overrun(seenInStatus: Bool) throws {
    let fault: Stream.Step =
      seenInStatus ? .state(.overrun) : .unreadable(19_200, at: 430_000_000, errno: EPIPE)
    // Half a second passes; then 480 frames have come since the restart.
    let stage = try Stage(
      stream: Stream(Self.onTime(1, 3) + [fault, .sound(480, at: 530_000_000), .sound(480, at: 540_000_000)]))
    #expect(try stage.run() == nil)
    let events = stage.sink.events
    #expect(
      events.prefix(4) == [
        .sound(at: 0, frames: 480), .sound(at: 480, frames: 480),
        .sound(at: 960, frames: 480), .loss(23_520),
      ])
    #expect(events[4..<53] == (0..<49).map { Event.filler(at: 1_440 + $0 * 480, frames: 480) }[...])
    #expect(events.suffix(2) == [.sound(at: 24_960, frames: 480), .sound(at: 25_440, frames: 480)])
    #expect(stage.sink.bytes[(1_440 * 4)..<(24_960 * 4)].allSatisfy { $0 == 0 })
    #expect(stage.sink.readings.last == AudioClockReading(position: 25_920, time: MediaTime(nanoseconds: 540_000_000)))
    #expect(stage.stream.calls == [.restart])
    #expect(stage.sink.losses == [23_520])
  }

  @Test("a filler that is no multiple of a period ends with a shorter piece")
  func oddFiller() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 3) + [.state(.overrun), .sound(480, at: 61_000_000)]))
    #expect(try stage.run() == nil)
    #expect(
      stage.sink.events.dropFirst(3) == [
        .loss(1_008), .filler(at: 1_440, frames: 480), .filler(at: 1_920, frames: 480),
        .filler(at: 2_400, frames: 48), .sound(at: 2_448, frames: 480),
      ])
  }

  @Test("the length of a loss follows the rate that the microphone really has")
  func overrunOfSlowClock() throws {
    // 1 % slow: a period lasts 10.1 ms. After 3 s, 10.1 s are lost: 480 000 frames, not 484 800.
    let steady = (1...300).map { Stream.Step.sound(480, at: Int64($0) * 10_100_000) }
    let stage = try Stage(
      stream: Stream(steady + [.state(.overrun), .sound(480, at: 300 * 10_100_000 + 10_100_000_000 + 10_100_000)]))
    #expect(try stage.run() == nil)
    let losses = stage.sink.losses
    let lost = try #require(losses.first)
    #expect(losses.count == 1)
    #expect(abs(lost - 480_000) <= 5)
  }

  @Test("an overrun before the first sound loses nothing that anyone knows of")
  func overrunAtStart() throws {
    let stage = try Stage(stream: Stream([.state(.overrun)] + Self.onTime(100, 101)))
    #expect(try stage.run() == nil)
    #expect(stage.sink.events == [.sound(at: 0, frames: 480), .sound(at: 480, frames: 480)])
  }

  @Test("after a suspension the driver's resume is tried until it works")
  func suspension() throws {
    let stage = try Stage(
      stream: Stream(
        Self.onTime(1, 3) + [.state(.suspended), .sound(480, at: 140_000_000)], resumeResults: [-EAGAIN, -EAGAIN, 0]))
    #expect(try stage.run() == nil)
    #expect(stage.stream.calls == [.resume, .pause, .resume, .pause, .resume])
    #expect(stage.sink.losses == [4_800])
    #expect(stage.sink.events.last == .sound(at: 6_240, frames: 480))
  }

  @Test("a plugin that claims to be awake and is not is given time")
  func sleepyPlugin() throws {
    let stage = try Stage(
      stream: Stream(Self.onTime(1, 3) + [.state(.suspended), .sound(480, at: 140_000_000)], resumeResults: [1, 1, 0]))
    #expect(try stage.run() == nil)
    #expect(stage.stream.calls == [.resume, .pause, .resume, .pause, .resume])
  }

  @Test("every overrun is measured by itself, and sound between them is not taken for lost")
  func twice() throws {
    let first = Self.onTime(1, 300) + [.state(.overrun)]
    // After the first loss readings come late by up to 4 ms, as they do on a coarse clock.
    let second = (311...600).map { Stream.Step.sound(480, at: Int64($0) * 10_000_000 + Int64($0 % 5) * 1_000_000) }
    let stage = try Stage(stream: Stream(first + second + [.state(.overrun), .sound(480, at: 6_110_000_000)]))
    #expect(try stage.run() == nil)
    let losses = stage.sink.losses
    #expect(losses.count == 2)
    #expect(abs(losses[0] - 4_800) <= 192)
    // A loss is measured to the grain of the clock; what is too much or too little is in the readings afterwards.
    #expect(abs(losses.reduce(0, +) - 9_600) <= 192)
  }

  @Test("a driver that cannot resume is started anew", arguments: [[-ENOSYS], [-EAGAIN, -EIO], []])
  func suspensionWithoutResume(results: [Int32]) throws {
    let stage = try Stage(
      stream: Stream(
        Self.onTime(1, 3) + [.unreadable(0, at: 30_000_000, errno: ESTRPIPE), .state(.suspended)]
          + [.sound(480, at: 140_000_000)], resumeResults: results))
    #expect(try stage.run() == nil)
    #expect(stage.stream.calls.contains(.restart))
    #expect(stage.sink.losses == [4_800])
  }

  @Test(
    "what cannot be mended ends the stream, after the sound before it",
    arguments: [
      (Stream.Step.state(.disconnected), ENODEV), (.unreadable(480, at: 40_000_000, errno: ENODEV), ENODEV),
      (.unreadable(480, at: 40_000_000, errno: EBADFD), EBADFD), (.state(.unknown(-EIO)), EIO),
      (.waitFailure(ENOMEM), ENOMEM),
    ])
  func fatal(step: ALSAScriptedStream.Step, code: Int32) throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 3) + [step] + Self.onTime(5, 9)))
    #expect(try stage.run()?.number == code)
    #expect(stage.sink.events == (0..<3).map { .sound(at: $0 * 480, frames: 480) })
  }

  @Test("a restart that fails ends the stream")
  func failingRestart() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 2) + [.state(.overrun)], restartResults: [-ENODEV]))
    #expect(try stage.run() == SystemError(alsa: "snd_pcm_start", ENODEV))
  }

  @Test("a driver that overruns again and again without sound is given up")
  func hopeless() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 2) + Array(repeating: .state(.overrun), count: 100)))
    #expect(try stage.run()?.number == EPIPE)
    #expect(stage.stream.calls.count == 10)
  }

  @Test("a driver that wakes us for nothing is given up")
  func restless() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 2) + Array(repeating: .sound(0, at: 20_000_000), count: 1_000)))
    #expect(try stage.run() == SystemError(alsa: "poll", EIO))
  }

  @Test("a clock that jumps by hours is an error, not hours of silence")
  func absurdLoss() throws {
    let stage = try Stage(
      stream: Stream(Self.onTime(1, 3) + [.state(.overrun), .sound(480, at: 1_000_000_000_000_000)]))
    #expect(try stage.run()?.number == ETIME)
    #expect(stage.sink.events.count == 3)
  }

  @Test("stop ends a stream at once")
  func stopped() throws {
    let stage = try Stage(stream: Stream(Self.onTime(1, 2) + [.stop] + Self.onTime(3, 9)))
    #expect(try stage.run() == nil)
    #expect(stage.sink.events.count == 2)
  }

  @Test("stop does not wait for the end of a long filler")
  func stoppedInFiller() throws {
    let steps = Self.onTime(1, 3) + [.state(.overrun), .sound(480, at: 3_000_000_000_000), .stop]
    let stage = try Stage(stream: Stream(steps)) { chunk, stop in if chunk.isFiller { stop.raise() } }
    #expect(try stage.run() == nil)
    #expect(stage.sink.events.suffix(2) == [.loss(143_998_080), .filler(at: 1_440, frames: 480)])
  }

  @Test("stop does not wait for a driver that sleeps on")
  func stoppedInSuspension() throws {
    let stage = try Stage(stream: Stream([.state(.suspended), .stop], resumeResults: [-EAGAIN, -EAGAIN, -EAGAIN]))
    stage.stop.raise()
    #expect(try stage.run() == nil)
    #expect(stage.stream.calls == [.resume, .pause])
  }
}
