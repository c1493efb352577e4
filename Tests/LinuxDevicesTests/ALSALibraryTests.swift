import CaptureDevices
import Foundation
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LinuxDevices

extension ALSARealTests {
  /// Real libasound over a PCM plugin of the tests' own: no sound card is needed, and no real time passes.
  @Suite("ALSALibrary") struct ALSALibraryTests {
    /// A folder with the compiled plugin and a configuration that names it, which libasound reads as long as this
    /// object lasts.
    private final class Laboratory {
      let folder: TemporaryFolder
      let sound: [UInt8]
      /// The catalog of what the configuration names.
      let catalog: ALSACatalog

      /// Defines the PCM `microphone` with the given settings of the plugin, and `default` as the same.
      init(_ settings: String) throws {
        folder = try TemporaryFolder()
        sound = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let file = try folder.write(sound, as: "sound.raw")
        let source = Project.path("Tests/ScriptedMicrophone/scripted_microphone.c")
        let library = folder.path("scripted_microphone.so")
        try ForeignTool.compiler.run(["-shared", "-fPIC", "-DPIC", "-O1", "-o", library, source, "-lasound"])
        let configuration = """
          </usr/share/alsa/alsa.conf>
          pcm_type.scripted { lib "\(library)" }
          pcm.microphone { type scripted file "\(file)" \(settings) }
          pcm.!default { type plug slave.pcm "microphone" }
          """
        // Not by the environment: other tests start programs meanwhile, which get a copy of it.
        let path = try folder.write(configuration.utf8, as: "alsa.conf")
        catalog = ALSACatalog(system: ALSALibrary(configurationPath: path), identities: ALSAIdentities())
      }

      /// Opens the PCM through the catalog, captures `frames` frames and stops.
      func capture(_ frames: Int, wish: AudioWish = AudioWish()) throws -> (
        source: ALSAAudioSource, sink: ALSAEventSink
      ) {
        let source = try catalog.open("microphone", wish: wish)
        let sink = ALSAEventSink(wanting: frames)
        try source.start(delivering: sink)
        sink.waitForFrames()
        source.stop()
        return (source, sink)
      }
    }

    @Test(
      "every sample format comes through bit for bit, in periods of 20 ms",
      arguments: [("S16_LE", 2, 48_000), ("S16_LE", 1, 16_000), ("S32_LE", 2, 44_100), ("FLOAT_LE", 1, 48_000)])
    func formats(name: String, channelCount: Int, rate: Int) throws {
      let laboratory = try Laboratory("format \(name) channels \(channelCount) rate \(rate)")
      let (source, sink) = try laboratory.capture(10_000)
      let format = try #require(SampleFormat(rawValue: name))
      #expect(source.format == AudioFormat(sampleRate: rate, channelCount: channelCount, sampleFormat: format))
      #expect(source.device.formats == [source.format])
      let bytes = sink.bytes.prefix(10_000 * source.format.frameBytes)
      #expect(bytes.elementsEqual(laboratory.sound.prefix(bytes.count)))
      #expect(sink.events.first == .sound(at: 0, frames: rate / 50))
      #expect(sink.readings.count > 10)
      let times = sink.readings.map(\.time)
      #expect(times == times.sorted() && times.allSatisfy { $0 > .zero })
    }

    @Test("an overrun is mended by libasound's own prepare and start")
    func overrun() throws {
      let (_, sink) = try Laboratory("overrun 4800").capture(9_600)
      #expect(sink.losses.count == 1)
      #expect(sink.failure == nil)
    }

    @Test("a suspension is mended by libasound's resume, once the driver is awake")
    func suspension() throws {
      let (_, sink) = try Laboratory("suspend 4800").capture(9_600)
      #expect(sink.losses.count == 1)
      #expect(sink.failure == nil)
    }

    @Test("an unplugged microphone ends the stream after the sound it gave")
    func unplug() throws {
      let laboratory = try Laboratory("unplug 4800")
      let (_, sink) = try laboratory.capture(9_600)
      #expect(sink.failure?.code == .disconnected)
      #expect(sink.failure?.status == Int(ENODEV))
      #expect(sink.bytes.elementsEqual(laboratory.sound.prefix(4_800 * 4)))
    }

    @Test("the default is listed when it can be opened, and auto opens it")
    func defaultPCM() throws {
      let laboratory = try Laboratory("rate 48000")
      let device = try #require(try laboratory.catalog.audioDevices().first { $0.id == "default" })
      #expect(device.formats.contains(AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float)))
      #expect(device.formats.first == AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16))
      withExtendedLifetime(laboratory) {}
      let wish = AudioWish(sampleRate: 16_000, channelCount: 1)
      let source = try laboratory.catalog.open("auto", wish: wish)
      #expect(source.format == AudioFormat(sampleRate: 16_000, channelCount: 1, sampleFormat: .s16))
    }

    @Test("a wish that can't be met gives the nearest there is")
    func nearest() throws {
      let laboratory = try Laboratory("rate 16000 channels 1")
      let wish = AudioWish(sampleRate: 96_000, channelCount: 2)
      let format = try laboratory.catalog.open("microphone", wish: wish).format
      #expect(format == AudioFormat(sampleRate: 16_000, channelCount: 1, sampleFormat: .s16))
      withExtendedLifetime(laboratory) {}
    }

    @Test("a PCM without a fitting format, and one that nobody defined, are told apart")
    func unsuitable() throws {
      let laboratory = try Laboratory("format S24_3LE channels 2 rate 48000")
      for (name, code) in [
        ("microphone", DeviceError.Code.unsupportedMode), ("nobody", .notFound), ("no:body", .notFound),
      ] {
        #expect { try laboratory.catalog.open(name, wish: AudioWish()) } throws: { ($0 as? DeviceError)?.code == code }
      }
      withExtendedLifetime(laboratory) {}
    }

    @Test("starting and stopping again and again leaves no descriptor open")
    func descriptors() throws {
      let laboratory = try Laboratory("rate 48000")
      func count() throws -> Int {
        // Other tests of this process open files of their own: only those of sound and of stop signals count.
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
          return target?.hasSuffix("/sound.raw") == true
        }
      }
      _ = try laboratory.capture(480)
      let before = try count()
      let source = try laboratory.catalog.open("microphone", wish: AudioWish())
      for _ in 0..<20 {
        let sink = ALSAEventSink(wanting: 480)
        try source.start(delivering: sink)
        sink.waitForFrames()
        source.stop()
      }
      #expect(try count() == before)
      #expect(before == 0)
      withExtendedLifetime(laboratory) {}
    }
  }
}
