import CaptureDevices
import Foundation
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LinuxDevices

extension ALSARealTests {
  /// The kernel's own ALSA: the card `Loopback` of `snd-aloop` records on device 1 what is played on device 0.
  ///
  /// Runs in the rig's guest, with `LIVECAM_RIG=1` and the module `snd-aloop`.
  @Suite("ALSA with the kernel's loopback card", .enabled(if: ALSARig.isHere && ALSARig.hasCard("Loopback")))
  struct ALSARigTests {
    private static let name = "hw:Loopback,1,0"

    /// Plays noise into the loop while `body` runs.
    private static func playing(seconds: Int, _ body: (ALSANoise) throws -> Void) throws {
      let folder = try TemporaryFolder()
      let noise = ALSANoise(seconds: seconds)
      let player = try ALSARig.start(
        "aplay", "-q", "-D", "hw:Loopback,0,0", try folder.write(noise.wave, as: "noise.wav"))
      defer {
        player.terminate()
        player.waitUntilExit()
      }
      try body(noise)
    }

    private static func capture(
      _ frames: Int, wish: AudioWish = AudioWish(sampleRate: 48_000, channelCount: 2),
      onChunk: @escaping @Sendable (BorrowedAudioChunk) -> Void = { _ in }
    ) throws -> (source: ALSAAudioSource, sink: ALSAEventSink) {
      let source = try ALSACatalog().open(name, wish: wish)
      let sink = ALSAEventSink(wanting: frames, onChunk: onChunk)
      try source.start(delivering: sink)
      sink.waitForFrames()
      source.stop()
      return (source, sink)
    }

    @Test("the card is listed with its formats, and is no USB device")
    func list() throws {
      let devices = try ALSACatalog().audioDevices()
      let device = try #require(devices.first { $0.id == "hw:CARD=Loopback,DEV=1" })
      #expect(device.identity == DeviceIdentity(serial: nil, portPath: nil, model: "Loopback"))
      #expect(device.formats.first == AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16))
      #expect(device.formats.contains(AudioFormat(sampleRate: 16_000, channelCount: 1, sampleFormat: .float)))
    }

    @Test("what is played is captured bit for bit, with plausible times")
    func identical() throws {
      try Self.playing(seconds: 8) { noise in
        let before = ALSARig.now
        let (source, sink) = try Self.capture(3 * 48_000)
        #expect(source.format == AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16))
        let sound = Data(sink.bytes)
        // The player may have been slow to start: the last two seconds are surely its.
        let place = try #require(noise.place(of: sound, at: 48_000))
        let stretch = sound[48_000 * 4..<3 * 48_000 * 4]
        #expect(stretch.elementsEqual(noise.bytes[place * 4..<place * 4 + stretch.count]))
        #expect(sink.losses.isEmpty)

        let times = sink.readings.map(\.time)
        #expect(times == times.sorted())
        #expect(try #require(times.first) > before && times[times.count - 1] < ALSARig.now)
        var estimator = ClockDriftEstimator(nominalRate: 48_000)
        for reading in sink.readings { estimator.add(reading) }
        #expect(abs(estimator.partsPerMillion) < 100)
        // No sample can be complete before it was captured, nor be read much later than that.
        for reading in sink.readings {
          let late = reading.time - estimator.time(ofPosition: reading.position)
          #expect(late.seconds > -0.000_1 && late.seconds < 0.02)
        }
      }
    }

    @Test(
      "a clock that runs slow or fast is measured", arguments: [(101_000, -9_901.0), (99_000, 10_101), (100_000, 0)])
    func drift(shift: Int, partsPerMillion: Double) throws {
      let control = "iface=PCM,name='PCM Rate Shift 100000',device=1,subdevice=0"
      try ALSARig.shell("amixer -q -c Loopback cset \"\(control)\" \(shift)")
      defer { try? ALSARig.shell("amixer -q -c Loopback cset \"\(control)\" 100000") }
      let (_, sink) = try Self.capture(10 * 48_000)
      var estimator = ClockDriftEstimator(nominalRate: 48_000)
      for reading in sink.readings { estimator.add(reading) }
      #expect(abs(estimator.partsPerMillion - partsPerMillion) < 20)
    }

    @Test("a sink that stalls loses sound, and gets silence of the same length")
    func overrun() throws {
      try Self.playing(seconds: 10) { noise in
        let hasStalled = Atomic(false)
        let (_, sink) = try Self.capture(5 * 48_000) { chunk in
          guard chunk.position > 2 * 48_000, !hasStalled.exchange(true, ordering: .relaxed) else { return }
          ALSARig.stall(milliseconds: 1_000)
        }
        let lost = try #require(sink.losses.first)
        #expect(sink.losses.count == 1)
        #expect(abs(lost - 48_000) < 4_800)

        let sound = Data(sink.bytes)
        let before = try #require(noise.place(of: sound, at: 96_000))
        let after = try #require(noise.place(of: sound, at: 4 * 48_000))
        // Sound after the gap is where it would be without one, to the grain of the loop's clock.
        #expect(abs(after - before - 96_000) < 480)
        var position: Int64 = 0
        for event in sink.events {
          switch event {
          case .sound(let at, let frames), .filler(let at, let frames):
            #expect(at == position)
            position += Int64(frames)
          case .loss, .failure: break
          }
        }
      }
    }

    @Test("a microphone in use is busy, and the wish for another card is told what there is")
    func busy() throws {
      let first = try ALSACatalog().open(Self.name, wish: AudioWish())
      #expect { try ALSACatalog().open(Self.name, wish: AudioWish()) } throws: { ($0 as? DeviceError)?.code == .busy }
      #expect { try ALSACatalog().open("hw:7", wish: AudioWish()) } throws: { error in
        (error as? DeviceError)?.code == .notFound
          && (error as? DeviceError)?.message.contains("hw:CARD=Loopback,DEV=1") == true
      }
      withExtendedLifetime(first) {}
    }

    @Test("a card that is unplugged ends the stream; plugged in again, the same source starts anew")
    func unplug() throws {
      let driver = "/sys/bus/platform/drivers/snd_aloop"
      let source = try ALSACatalog().open(Self.name, wish: AudioWish())
      let started = ALSAEventSink(wanting: 4_800)
      try source.start(delivering: started)
      started.waitForFrames()
      source.stop()
      let sink = ALSAEventSink()
      try source.start(delivering: sink)
      // Returns when every client has closed the card, so it must not be waited for before ours has.
      let unbinding = try ALSARig.start("sh", "-c", "echo snd_aloop.0 > \(driver)/unbind")
      sink.waitForFrames()
      #expect(sink.failure?.code == .disconnected)
      source.stop()
      unbinding.waitUntilExit()
      #expect { try source.start(delivering: sink) } throws: { ($0 as? DeviceError)?.code == .notFound }
      try ALSARig.shell("echo snd_aloop.0 > \(driver)/bind")
      let again = ALSAEventSink(wanting: 4_800)
      try source.start(delivering: again)
      again.waitForFrames()
      source.stop()
      #expect(again.failure == nil)
    }

    @Test("opening, starting and stopping leaves no descriptor open")
    func descriptors() throws {
      _ = try ALSACatalog().audioDevices()
      _ = try Self.capture(4_800)
      let before = try ALSARig.descriptorCount()
      for _ in 0..<5 {
        _ = try ALSACatalog().audioDevices()
        _ = try Self.capture(4_800)
      }
      #expect(try ALSARig.descriptorCount() == before)
    }
  }
}
