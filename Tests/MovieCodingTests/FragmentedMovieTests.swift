import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Movies that are written fragment by fragment, by the judgement of others and of our own reader.
struct FragmentedMovieTests {
  private let streams: EncodedStreams

  init() throws { streams = try EncodedStreams.shared.get() }

  private func movie(hasSound: Bool = true) -> FragmentedMovie {
    var movie = FragmentedMovie(
      pictures: PictureDescription(
        codec: .h264, configuration: streams.configuration, width: EncodedStreams.width, height: EncodedStreams.height),
      creationDate: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 3600))
    if hasSound {
      movie.sound = SoundDescription(
        coding: .aac(audioSpecificConfig: streams.audioSpecificConfig, primingFrames: 1024),
        sampleRate: EncodedStreams.sampleRate, channelCount: 2, bitRate: 128_000)
    }
    movie.metadata = [(MovieKey.make, "Linux")]
    return movie
  }

  /// The file of the first 120 pictures, `perFragment` of them together, and of the sound that goes with them.
  private func file(perFragment: Int) throws -> [UInt8] {
    var writer = try FragmentedMovieWriter(movie())
    var bytes = try writer.beginning()
    var packets = streams.packets.prefix(188)[...]
    for start in stride(from: 0, to: 120, by: perFragment) {
      let pictures = streams.pictures[start..<min(120, start + perFragment)].map {
        FragmentedMovieWriter.Sample(data: $0.bytes, durationTicks: 20, isSync: $0.isSync)
      }
      let sound = packets.prefix(perFragment * 188 / 120 + 1).map {
        FragmentedMovieWriter.Sample(data: $0, durationTicks: 1024)
      }
      packets = packets.dropFirst(sound.count)
      for piece in try writer.fragment(pictures: pictures, sound: sound) {
        bytes += piece
      }
      #expect(writer.size == bytes.count)
    }
    #expect(writer.pictureTicks == 2400 && writer.soundFrames == 188 * 1024)
    return bytes
  }

  @Test("ffmpeg shows every picture at its time, and its sound in step with them", arguments: [1, 30, 47, 120])
  func foreignReader(perFragment: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(file(perFragment: perFragment), as: "1.mov")
    let silent = try ForeignTool.ffmpeg.attempt(["-v", "warning", "-i", path, "-f", "null", "-"])
    #expect(silent.status == 0 && silent.errors.isEmpty, "\(silent.errors)")
    let pictures = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-",
    ])
    #expect(EncodedStreams.hashes(pictures.text) == streams.pictureHashes)
    let times = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0", path,
    ]).lines
    #expect(times.compactMap { Int($0.prefix { $0.isNumber }) } == (0..<120).map { $0 * 20 })
    // Of fragments ffmpeg hands out the priming too, at times before the movie's beginning, where nobody hears it.
    let sound = try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"]).bytes
    #expect(firstDifference(sound, Array(streams.decodedSound[..<(188 * 4096)])) == nil)
    let packets = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "a", "-show_entries", "packet=pts", "-of", "csv=p=0", path,
    ]).lines
    #expect(packets.count == 188 && packets.first?.hasPrefix("-1024") == true)
  }

  @Test("our own reader finds the same samples, and what the movie says of itself")
  func ownReader() throws {
    let file = try MovieReader().read(file(perFragment: 30))
    #expect(file.isFragmented && file.damages.isEmpty && file.text(of: MovieKey.make) == "Linux")
    #expect(file.text(of: MovieKey.creationDate)?.hasSuffix("+0100") == true)
    let shown = try file.shownFrames()
    #expect(
      shown.count == 120
        && shown.enumerated().allSatisfy { $0.element.time == MediaTime(value: Int64($0.offset) * 20, timescale: 600) })
    let sound = try file.shownSamples(of: try #require(file.audioTrack))
    #expect(sound.count == 187 && sound.first?.time == .zero)
  }

  @Test("what cannot be written is refused")
  func refusals() throws {
    var wrong = movie()
    wrong.pictures.width = 0
    #expect(throws: MovieError.self) { try FragmentedMovieWriter(wrong) }
    wrong = movie()
    wrong.pictures.configuration = [1, 2, 3]
    #expect(throws: MovieError.self) { try FragmentedMovieWriter(wrong) }
    wrong = movie()
    wrong.sound?.sampleRate = 192_000
    #expect(throws: MovieError.self) { try FragmentedMovieWriter(wrong) }
    var writer = try FragmentedMovieWriter(movie(hasSound: false))
    let beginning = try writer.beginning()
    #expect(try writer.fragment(pictures: [], sound: []).isEmpty && writer.size == beginning.count)
  }
}
