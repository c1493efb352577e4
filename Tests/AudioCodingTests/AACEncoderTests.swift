import Foundation
import MediaCore
import TestSupport
import Testing

@testable import AudioCoding

struct AACEncoderTests {
  /// The libraries, each of which keeps the same promises.
  enum Library: CaseIterable {
    case avcodec, visualOn

    /// How many frames decode first.
    var priming: Int { self == .avcodec ? 1024 : 1600 }

    func encoder(_ settings: AACEncoderSettings) throws -> AACEncoder {
      try AACEncoder(settings: settings, by: self == .avcodec ? .libavcodec : .visualOn)
    }
  }

  /// A sine in each channel, 440 Hz and 1000 Hz, that grows over time: no shift of it looks like another.
  private func sound(rate: Int, channels: Int, frames: Int) -> [Float] {
    (0..<frames).flatMap { frame in
      (0..<channels).map { channel -> Float in
        let frequency = channel == 0 ? 440.0 : 1000
        let level = 0.1 + 0.5 * Double(frame) / Double(frames)
        let phase = 2 * Double.pi * frequency * Double(frame) / Double(rate)
        return Float(level * sin(phase))
      }
    }
  }

  private func encode(
    _ samples: [Float], _ settings: AACEncoderSettings, by library: Library, chunkFrames: Int = 480
  ) throws -> [EncodedAudioPacket] {
    let encoder = try library.encoder(settings)
    var packets: [EncodedAudioPacket] = []
    var start = 0
    while start < samples.count {
      let end = min(start + chunkFrames * settings.channelCount, samples.count)
      try encoder.encode(samples[start..<end].span, into: &packets)
      start = end
    }
    try encoder.finish(into: &packets)
    try encoder.finish(into: &packets)
    #expect(encoder.inputFrames * settings.channelCount == samples.count)
    return packets
  }

  /// The packets with ADTS headers (ISO/IEC 14496-3, 1.A.2), as a bare `.aac` file has them.
  private func adts(_ packets: [EncodedAudioPacket], _ settings: AACEncoderSettings) throws -> [UInt8] {
    let rateIndex = try #require(AACEncoderSettings.sampleRates.firstIndex(of: settings.sampleRate))
    return packets.flatMap { packet -> [UInt8] in
      let length = packet.bytes.count + 7
      let channels = settings.channelCount
      let shape = 1 << 6 | rateIndex << 2 | channels >> 2
      let next = (channels & 3) << 6 | length >> 11
      let last = (length & 7) << 5 | 0x1f
      return [0xff, 0xf1, UInt8(shape), UInt8(next), UInt8(length >> 3 & 0xff), UInt8(last), 0xfc] + packet.bytes
    }
  }

  private func decode(_ packets: [EncodedAudioPacket], _ settings: AACEncoderSettings) throws -> [Float] {
    let folder = try TemporaryFolder()
    try folder.write(adts(packets, settings), as: "sound.aac")
    let bytes = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-xerror", "-i", "sound.aac", "-f", "f32le", "-"], in: folder
    ).bytes
    return bytes.withUnsafeBytes { PCMConverter.floats(of: $0, as: .float) }
  }

  @Test(
    "ffmpeg decodes the sound that went in, after the priming frames",
    arguments: Library.allCases, [[48_000, 2], [44_100, 1], [16_000, 1], [96_000, 2]])
  func decoding(library: Library, format: [Int]) throws {
    let (rate, channels) = (format[0], format[1])
    let settings = AACEncoderSettings(sampleRate: rate, channelCount: channels)
    let frames = rate + 100
    let original = sound(rate: rate, channels: channels, frames: frames)
    let decoded = try decode(encode(original, settings, by: library), settings)
    let priming = try library.encoder(settings).primingFrames
    #expect(priming == library.priming)
    #expect(decoded.count / channels >= priming + frames)
    func errorPower(delay: Int) -> Double {
      let sum = ((4096 * channels)..<((frames - 4096) * channels)).reduce(0.0) { sum, index -> Double in
        let error = Double(decoded[index + delay * channels] - original[index])
        return sum + error * error
      }
      return sum / original.reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    let best = ((priming - 3)...(priming + 3)).min { errorPower(delay: $0) < errorPower(delay: $1) }
    #expect(best == priming)
    // 30 dB: a lossy codec at an ordinary bit rate, on two pure tones.
    #expect(errorPower(delay: priming) < 0.001)
  }

  @Test(
    "there are packets for every frame and those of the priming",
    arguments: Library.allCases, [0, 1, 447, 448, 449, 1023, 1024, 1025, 4096])
  func packetCount(library: Library, frames: Int) throws {
    let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 1)
    let packets = try encode(sound(rate: 48_000, channels: 1, frames: frames), settings, by: library)
    let expected = frames == 0 ? 0 : (frames + library.priming + 1023) / 1024
    #expect(packets.count == expected)
    #expect(packets.allSatisfy { $0.frameCount == 1024 && !$0.bytes.isEmpty })
  }

  @Test(
    "the same sound gives the same packets, however it is cut",
    arguments: Library.allCases, [1, 100, 1024, 5000, 48_000])
  func determinism(library: Library, chunkFrames: Int) throws {
    let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 2)
    let original = sound(rate: 48_000, channels: 2, frames: 20_000)
    let whole = try encode(original, settings, by: library)
    #expect(try encode(original, settings, by: library, chunkFrames: chunkFrames) == whole)
  }

  @Test(
    "the configuration says AAC-LC, rate and channels",
    arguments: Library.allCases, [([48_000, 2], [0x11, 0x90]), ([44_100, 1], [0x12, 0x08])] as [([Int], [UInt8])])
  func configuration(library: Library, expectation: ([Int], [UInt8])) throws {
    let (format, expected) = expectation
    let encoder = try library.encoder(AACEncoderSettings(sampleRate: format[0], channelCount: format[1]))
    #expect(Array(encoder.audioSpecificConfig.prefix(2)) == expected)
  }

  @Test("a higher bit rate makes larger packets, and no packet names the library", arguments: Library.allCases)
  func bitRate(library: Library) throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<48_000).map { _ in Float.random(in: -0.3...0.3, using: &random) }
    func bytes(_ bitRate: Int) throws -> [UInt8] {
      let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 1, bitRate: bitRate)
      return try encode(noise, settings, by: library).flatMap(\.bytes)
    }
    let (low, high) = (try bytes(48_000), try bytes(160_000))
    #expect(Double(low.count) * 8 < 60_000 && Double(high.count) * 8 > 130_000)
    #expect(!String(decoding: low, as: UTF8.self).contains("Lav"))
  }

  @Test("a library that is not there is an error that names its package")
  func missingLibrary() throws {
    let codec = try #require(throws: CodingError.self) { try LibAVCodec("libavcodec.so.0") }
    #expect(codec.code == .missingLibrary && codec.message.contains("libavcodec"))
    let wrong = try #require(throws: CodingError.self) { try LibAVCodec("libc.so.6") }
    #expect(wrong.code == .missingLibrary && wrong.operation == "dlsym")
    let visualOn = try #require(throws: CodingError.self) { try LibVOAACEnc("libvo-aacenc.so.99") }
    #expect(visualOn.code == .missingLibrary && visualOn.message.contains("libvo-aacenc0"))
  }

  @Test("VisualOn's library encodes wherever nothing else is asked for, and bit rates keep to what it has")
  func choice() throws {
    let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 1)
    #expect(try AACEncoder(settings: settings).primingFrames == 1600)
    #expect(try AACEncoder(settings: settings, by: .libavcodec).primingFrames == 1024)
    let format = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)
    #expect(try AACEncoder(of: format, bitRate: 512_000).settings.bitRate == 160_000)
    #expect(try AACEncoder(of: format, bitRate: 512_000, by: .libavcodec).settings.bitRate == 288_000)
  }

  @Test("a rate that VisualOn's library lacks is an error that says which it has, and who has it")
  func visualOnRates() throws {
    let slow = AACEncoderSettings(sampleRate: 7_350, channelCount: 1)
    let error = try #require(throws: CodingError.self) { try Library.visualOn.encoder(slow) }
    #expect(error.code == .invalidSetting && error.message.contains("48000"))
    #expect(error.message.contains(LibAVCodec.package))
    #expect(throws: Never.self) { try Library.avcodec.encoder(slow) }
  }

  @Test("of sound of a low rate no more bits are made than it can have", arguments: [8_000, 11_025, 48_000])
  func lowRates(rate: Int) throws {
    let format = AudioFormat(sampleRate: rate, channelCount: 1, sampleFormat: .s16)
    let encoder = try AACEncoder(of: format, bitRate: 96_000)
    #expect(encoder.settings.bitRate == min(96_000, 6 * rate))
    let wide = AACEncoderSettings(sampleRate: 48_000, channelCount: 1, bitRate: 288_000)
    #expect(throws: Never.self) { try Library.visualOn.encoder(wide) }
  }

  @Test("VisualOn's library makes the bits that it is asked for", arguments: [8_000, 33_000, 96_000, 160_000, 288_000])
  func visualOnBitRates(bitRate: Int) throws {
    let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 1, bitRate: bitRate)
    let packets = try encode(sound(rate: 48_000, channels: 1, frames: 96_000), settings, by: .visualOn)
    let seconds = Double(packets.count * 1024) / 48_000
    let made = Double(packets.reduce(0) { $0 + $1.bytes.count } * 8) / seconds
    // More than 160 000 for a channel it cannot, and of more than that it would say nothing and make 64 000.
    #expect(abs(made / Double(min(bitRate, 160_000)) - 1) < 0.1)
  }

  @Test("impossible settings, broken frames and late input are errors")
  func refusals() throws {
    let impossible = [
      AACEncoderSettings(sampleRate: 47_999, channelCount: 1), AACEncoderSettings(sampleRate: 0, channelCount: 1),
      AACEncoderSettings(sampleRate: 48_000, channelCount: 0), AACEncoderSettings(sampleRate: 48_000, channelCount: 3),
      AACEncoderSettings(sampleRate: 48_000, channelCount: 1, bitRate: 0),
      AACEncoderSettings(sampleRate: 48_000, channelCount: 1, bitRate: 1_000_000),
    ]
    for settings in impossible {
      let error = try #require(throws: CodingError.self) { try AACEncoder(settings: settings) }
      #expect(error.code == .invalidSetting)
    }
    let encoder = try AACEncoder(settings: AACEncoderSettings(sampleRate: 48_000, channelCount: 2))
    let (none, three): ([Float], [Float]) = ([], [1, 2, 3])
    var packets: [EncodedAudioPacket] = []
    let broken = try #require(throws: CodingError.self) {
      try encoder.encode(three.span, into: &packets)
    }
    #expect(broken.code == .malformed)
    try encoder.finish(into: &packets)
    let late = try #require(throws: CodingError.self) { try encoder.encode(none.span, into: &packets) }
    #expect(late.code == .invalidState)
  }

  @Test("samples that are no numbers are an error, not a crash", arguments: Library.allCases)
  func notNumbers(library: Library) throws {
    let settings = AACEncoderSettings(sampleRate: 48_000, channelCount: 1)
    let samples = [Float](repeating: .nan, count: 4096)
    let error = try #require(throws: CodingError.self) { try encode(samples, settings, by: library) }
    #expect(error.code == .codecFailed)
  }
}
