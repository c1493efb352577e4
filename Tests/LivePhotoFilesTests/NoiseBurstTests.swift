import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Random bytes over a part of plain sound are heard as noise that begins and ends like a switch.
@Suite struct NoiseBurstTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What is said of the sound of a movie.
  private func complaint(_ path: String) throws -> String? {
    let source = try FileBytes(path)
    let look = MovieLook(frames: [], brokenPictures: 0)
    return try look.hearing(LivePhotoFiles.movie(source), source).noisySound
  }

  /// A movie with plain sound of FFmpeg's.
  private func movie(_ sound: String, _ options: [String] = [], codec: String = "pcm_s16le") throws -> String {
    let path = folder.path("A.MOV")
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=d=2:s=64x64", "-f", "lavfi", "-i", sound] + options + [
        "-pix_fmt", "yuv420p", "-c:a", codec, path,
      ])
    return path
  }

  /// The same movie with random bytes over its sound.
  private func tampered(_ path: String, count: Int, seed: UInt64) throws -> String {
    var bytes = try FileBytes(path).allBytes()
    let movie = try LivePhotoFiles.movie(ArrayBytes(bytes, name: path))
    let chunks = try #require(try movie.audioTrack?.chunks())
    var random = SeededRandom(seed: seed)
    let chunk = try #require(chunks.filter { $0.byteCount >= UInt64(count) }.randomElement(using: &random))
    let start = Int(chunk.offset) + 2 * Int.random(in: 0...(Int(chunk.byteCount) - count) / 2, using: &random)
    for index in start..<start + count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    return try folder.write(bytes, as: "B.MOV")
  }

  @Test("64 random bytes and more are found in soft and in loud sound, and the sound by itself is nothing")
  func bursts() throws {
    let phones = try LivePhotoFixtures.pairs.map(\.movie).filter { path in
      let track = try LivePhotoFiles.movie(FileBytes(path)).audioTrack
      return (track?.sampleEntry as? SoundSampleEntry)?.isPlain == true
    }
    let sounds = try [movie("anoisesrc=d=2:c=pink:a=0.2:r=44100")] + phones
    for (number, path) in sounds.enumerated() {
      #expect(try complaint(path) == nil, "\(path)")
      var (found, all) = (0, 0)
      for count in [64, 128, 512, 1024] {
        for seed in UInt64(0)..<4 {
          all += 1
          let text = try complaint(tampered(path, count: count, seed: seed + 10 * UInt64(number)))
          if text?.contains("is noise at full scale from ") == true { found += 1 }
        }
      }
      #expect(10 * found >= 8 * all, "\(path): \(found) of \(all)")
    }
  }

  @Test(
    "noise, music with sharp attacks, clicks and tones are no changed bytes",
    arguments: [
      "anoisesrc=d=2:c=white:a=1:r=48000", "anoisesrc=d=2:c=pink:a=1:r=48000", "anoisesrc=d=2:c=violet:a=1:r=48000",
      "sine=f=9000:d=2,volume=18dB", "aevalsrc='(random(0)*2-1)*exp(-mod(t,0.25)*60)':d=2:s=48000",
      "aevalsrc='lt(mod(t,0.5),0.00005)':d=2:s=48000", "aevalsrc='(random(0)*2-1)*lt(mod(t,0.2),0.02)':d=2:s=48000",
      "aevalsrc='sgn(sin(2*PI*2000*t))*lt(t,1)':d=2:s=48000",
    ])
  func naturalSounds(sound: String) throws {
    #expect(try complaint(movie(sound)) == nil)
    #expect(try complaint(movie(sound, ["-ac", "2"])) == nil)
  }
}
