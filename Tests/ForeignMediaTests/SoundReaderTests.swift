import AudioCoding
import ByteCoding
import ForeignMedia
import MediaCore
import TestSupport
import Testing

@Suite struct SoundReaderTests {
  static let kinds = [
    ("a.mov", "-c:a pcm_s16le"), ("b.mp4", "-c:a aac"), ("c.mkv", "-c:a libopus"), ("d.ogg", "-c:a libvorbis"),
    ("e.wav", "-c:a pcm_s24le"), ("f.flac", "-c:a flac"),
  ]

  @Test("sound is ffmpeg's, sample for sample, without what is not heard", arguments: kinds)
  func equal(name: String, arguments: String) throws {
    let clips = try Clips()
    let movie = try ForeignMovie(source: clips.make(name, "-vn \(arguments)"))
    let expected = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", clips.folder.path(name), "-f", "s16le", "-c:a", "pcm_s16le", "-"]
    ).bytes
    let reader = try SoundReader(movie)
    let (bytes, chunks) = try Self.read(reader)
    #expect(reader.format == AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16))
    #expect(firstDifference(bytes, expected) == nil, "\(bytes.count) bytes, ffmpeg has \(expected.count)")
    var position: Int64 = 0
    for chunk in chunks {
      #expect(chunk.position == position && !chunk.isFiller)
      position += Int64(chunk.frameCount)
    }
    // The first packet of Vorbis only sets its decoder up.
    #expect(abs(try #require(chunks.first).time.seconds) < 0.003)
  }

  @Test("it comes at the rate and in the channels asked for, of the right length and pitch")
  func resampled() throws {
    let movie = try ForeignMovie(source: Clips().make("a.mp4", "-vn -c:a aac"))
    let reader = try SoundReader(movie, sampleFormat: .float, sampleRate: 44_100, channelCount: 2)
    let (bytes, _) = try Self.read(reader)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let (left, right) = (stride(from: 0, to: samples.count, by: 2), stride(from: 1, to: samples.count, by: 2))
    #expect(abs(left.underestimatedCount - 44_100) < 1100)
    #expect(zip(left, right).allSatisfy { samples[$0] == samples[$1] })
    let middle = left.map { samples[$0] }[10_000..<30_000]
    let rises = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    // 440 Hz for 20 000 frames.
    #expect(abs(rises - 199) <= 2)
  }

  @Test("a stretch is cut to the frame")
  func stretch() throws {
    let movie = try ForeignMovie(source: Clips().make("a.mov", "-vn -c:a pcm_s16le"))
    let whole = try Self.read(SoundReader(movie)).0
    let range = TimeRange(
      start: MediaTime(value: 12_345, timescale: 48_000), end: MediaTime(value: 40_001, timescale: 48_000))
    let (bytes, chunks) = try Self.read(SoundReader(movie, range: range))
    #expect(firstDifference(bytes, Array(whole[12_345 * 2..<40_001 * 2])) == nil)
    #expect(chunks.first?.time == range.start)
  }

  @Test("a hole in the file is silence")
  func hole() throws {
    let clips = try Clips()
    let movie = try ForeignMovie(
      source: clips.make(
        "a.mkv", "-vn -af aselect='not(between(t,0.3,0.6))' -c:a pcm_s16le"))
    let (bytes, chunks) = try Self.read(SoundReader(movie))
    #expect(abs(bytes.count / 2 - 48_000) < 2500)
    let filler = chunks.filter(\.isFiller)
    #expect(filler.count == 1 && abs((filler.first?.time.seconds ?? 0) - 0.3) < 0.05)
    let isQuiet = filler.first.map { $0.storage.withBytes { $0.allSatisfy { $0 == 0 } } }
    #expect(isQuiet == true)
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      #expect(next.position == chunk.position + Int64(chunk.frameCount))
    }
  }

  @Test("no sound, and formats that cannot be, are errors")
  func refusals() throws {
    let silent = try ForeignMovie(source: Clips().make("a.mkv", "-an -c:v ffv1"))
    #expect(throws: CodingError.self) { try SoundReader(silent) }
    let movie = try ForeignMovie(source: Clips().make("b.mkv", "-vn -c:a aac"))
    #expect(throws: CodingError.self) { try SoundReader(movie, channelCount: 0) }
    #expect(throws: CodingError.self) { try SoundReader(movie, sampleRate: 1) }
    #expect(throws: CodingError.self) { try PictureReader(movie) }
  }

  private static func read(_ reader: SoundReader) throws -> ([UInt8], [AudioChunk]) {
    var bytes: [UInt8] = []
    var chunks: [AudioChunk] = []
    while let chunk = try reader.next() {
      chunk.storage.withBytes { bytes.append(contentsOf: $0) }
      chunks.append(chunk)
    }
    return (bytes, chunks)
  }
}
