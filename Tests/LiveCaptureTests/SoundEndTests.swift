import AudioCoding
import CaptureCodecs
import Foundation
import LiveCaptureTesting
import MediaCore
import MovieCoding
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import LiveCapture

/// The end of a movie's sound, which waits for no sound behind it.
@Suite struct SoundEndTests {
  /// A second of sound that is heard chunk by chunk.
  private struct Bench {
    let scheduler = SteppedWork()
    let id = CaptureID.next()
    let footage: AudioFootage

    init() {
      let format = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float)
      footage = AudioFootage(
        format: format, configuration: SessionConfiguration(), sound: StandardSound(), scheduler: scheduler)
      footage.begin(FootageClaim(id: id, window: TimeRange(start: .zero, end: Self.time(48_000))))
    }

    /// A tone that grows: no shift of it looks like another.
    static func sample(_ frame: Int) -> Float {
      Float((0.1 + 0.4 * Double(frame) / 48_000) * sin(2 * .pi * 440 * Double(frame) / 48_000))
    }

    static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 48_000) }

    func hear(_ frames: Range<Int>) {
      for start in stride(from: frames.lowerBound, to: frames.upperBound, by: 480) {
        let samples = (start..<start + 480).map(Self.sample)
        let chunk = AudioChunk(
          format: AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float), position: Int64(start),
          frameCount: 480, time: Self.time(start), isFiller: false,
          storage: samples.withUnsafeBytes { FrameStorage(copying: $0) })
        footage.offer(chunk, clockRate: 48_000)
      }
    }

    /// The sound of frames; `nil` while some of it has not come.
    func cut(_ frames: Range<Int>) async throws -> AudioFootage.Cut? {
      let result = Mutex<Result<AudioFootage.Cut, CaptureError>?>(nil)
      let range = TimeRange(start: Self.time(frames.lowerBound), end: Self.time(frames.upperBound))
      footage.cut(range, for: id) { answer in result.withLock { $0 = answer } }
      await scheduler.settle()
      return try result.withLock { try $0?.get() }
    }
  }

  /// The samples of a cut, as ffmpeg decodes them.
  private func decoded(_ cut: AudioFootage.Cut) throws -> [Float] {
    guard case .aac(_, let leadingFrames) = cut.track.sound.coding else { return [] }
    // ADTS, ISO/IEC 14496-3, 1.A.2: AAC-LC, 48 kHz, one channel.
    let bytes = cut.track.packets.flatMap { packet -> [UInt8] in
      let length = packet.count + 7
      return [
        0xff, 0xf1, 0x4c, UInt8(0x40 | length >> 11), UInt8(length >> 3 & 0xff), UInt8(length << 5 & 0xe0 | 0x1f),
      ]
        + [0xfc] + packet
    }
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: "sound.aac")
    let output = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-xerror", "-i", "sound.aac", "-f", "f32le", "-"], in: folder)
    let samples = output.bytes.withUnsafeBytes { $0.bindMemory(to: Float.self).map { $0 } }
    return Array(samples.dropFirst(leadingFrames).prefix(cut.track.frameCount))
  }

  /// How far samples are from what was heard, root mean square, against how loud that was.
  private func error(of samples: ArraySlice<Float>, from start: Int) -> Float {
    let heard = (start..<start + samples.count).map(Bench.sample)
    let difference = zip(samples, heard).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return (difference / heard.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  // At the end of a packet, in the middle of one, within the first, and after more than is kept.
  @Test("a cut is complete with the sound of its end, to the last sample", arguments: [2048, 20_160, 480, 48_000])
  func end(frame: Int) async throws {
    let bench = Bench()
    bench.hear(0..<(frame + 479) / 480 * 480)
    let cut = try #require(try await bench.cut(0..<frame))
    #expect(cut.track.frameCount == frame && cut.filler == .zero)
    let samples = try decoded(cut)
    #expect(samples.count == frame)
    // The encoder is no good at a tone that begins suddenly.
    for start in stride(from: 960, to: frame, by: 240) {
      let error = error(of: samples[start...].prefix(240), from: start)
      #expect(error < 0.1, "frames from \(start)")
    }
  }

  @Test("a cut whose sound has not come waits for it, and no longer")
  func waiting() async throws {
    let bench = Bench()
    bench.hear(0..<9600)
    #expect(try await bench.cut(0..<9601) == nil)
  }

  @Test("what comes after a cut's end goes on without a seam in the next")
  func overlapping() async throws {
    let bench = Bench()
    bench.hear(0..<24_000)
    _ = try #require(try await bench.cut(0..<24_000))
    bench.hear(24_000..<48_000)
    let samples = try decoded(try #require(try await bench.cut(12_000..<48_000)))
    #expect(samples.count == 36_000)
    for start in stride(from: 0, to: 36_000, by: 240) {
      let error = error(of: samples[start...].prefix(240), from: start + 12_000)
      #expect(error < 0.1, "frames from \(start)")
    }
  }
}
