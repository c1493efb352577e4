import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

struct MovieSoundTests {
  private let streams: EncodedStreams
  private let folder: TemporaryFolder

  init() throws {
    streams = try EncodedStreams.shared.get()
    folder = try TemporaryFolder()
  }

  /// Where a movie that begins with picture `first` begins in the sound, in frames.
  private func begin(first: Int, soundStart: MediaTime) -> Int {
    let distance = SampleMovie.time(ofFrame: first).nanoseconds - soundStart.nanoseconds
    return Int((Double(distance) * 48_000 / 1e9).rounded())
  }

  private func decode(_ movie: LivePhotoMovie) throws -> [UInt8] {
    let path = try folder.write(MovieWriter(movie).rope.contents(), as: "sound.mov")
    return try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"]).bytes
  }

  @Test("AAC begins to the sample where the picture begins, and ends with it", arguments: [0, 1, 17, 40, 50])
  func compressed(first: Int) throws {
    let movie = SampleMovie.movie(streams, first: first, count: 60, audio: SampleMovie.aac(streams))
    let writer = try MovieWriter(movie)
    let heard = try decode(movie)
    let frames = Int(writer.duration.value) * 80
    let start = 4 * (1024 + begin(first: first, soundStart: SampleMovie.soundStart))
    // ffmpeg ends sound at a packet's end, up to 1023 frames late; the edit list says where it really ends.
    #expect(heard.count >= 4 * frames && heard.count < 4 * (frames + 1024))
    #expect(
      firstDifference(Array(heard.prefix(4 * frames)), Array(streams.decodedSound[start..<start + 4 * frames])) == nil)
    let track = try #require(try MovieReader().read(writer.rope.contents()).audioTrack)
    #expect(track.edits.count == 1 && track.edits[0].mediaTime >= 1024)
    #expect(track.edits[0].segmentDuration == UInt64(writer.duration.value))
    #expect(track.sampleCount * 1024 < frames + 5 * 1024, "packets far outside are not written")
  }

  @Test("plain sound is cut to the sample and written without any edit")
  func plain() throws {
    let pieces = stride(from: 0, to: streams.decodedSound.count, by: 4 * 441).map {
      Array(streams.decodedSound[$0..<min($0 + 4 * 441, streams.decodedSound.count)])
    }
    let sound = MovieAudioTrack(
      lpcm16: pieces, sampleRate: 48_000, channelCount: 2, startTime: SampleMovie.soundStart)
    let movie = SampleMovie.movie(streams, first: 40, count: 60, audio: sound)
    let writer = try MovieWriter(movie)
    let start = 4 * begin(first: 40, soundStart: SampleMovie.soundStart)
    let count = 4 * Int(writer.duration.value) * 80
    #expect(firstDifference(try decode(movie), Array(streams.decodedSound[start..<start + count])) == nil)
    let track = try #require(try MovieReader().read(writer.rope.contents()).audioTrack)
    #expect(track.edits == [.init(segmentDuration: UInt64(writer.duration.value), mediaTime: 0)])
    #expect(track.codec == "lpcm" && track.mediaDuration == UInt64(count / 4))
  }

  @Test("sound that begins after the picture is preceded by silence, to the sample", arguments: [1, 7919, 300_000])
  func lateSound(microseconds: Int64) throws {
    let start = SampleMovie.time(ofFrame: 40) + MediaTime(value: microseconds, timescale: 1_000_000)
    let movie = SampleMovie.movie(streams, audio: SampleMovie.aac(streams, startTime: start))
    let track = try #require(try MovieReader().read(try MovieWriter(movie).rope.contents()).audioTrack)
    let silence = try #require(track.edits.first)
    let sound = try #require(track.edits.last)
    if microseconds > 1 {
      #expect(silence.mediaTime == -1)
      // Frame 0 of the sound lies at priming 1024 in the media; so much of it is skipped as the tick comes late.
      let heardFrom = Double(silence.segmentDuration) / 600 - Double(sound.mediaTime - 1024) / 48_000
      #expect(abs(heardFrom - Double(microseconds) / 1e6) <= 0.5 / 48_000)
    }
    #expect(track.duration == silence.segmentDuration + (silence == sound ? 0 : sound.segmentDuration))
    #expect(sound.mediaTime >= 1024 && sound.mediaTime < 1024 + 80)
  }

  @Test("sound that ends before the picture ends where it ends")
  func shortSound() throws {
    var audio = SampleMovie.aac(streams)
    audio.frameCount = begin(first: 40, soundStart: audio.startTime) + 48_000 + 13
    let file = try MovieReader().read(try MovieWriter(SampleMovie.movie(streams, audio: audio)).rope.contents())
    #expect(file.audioTrack?.duration == 600 && file.duration > 600)
  }

  @Test("sound with none of it in the window is refused", arguments: [-10, 10])
  func outside(seconds: Int64) throws {
    let start = SampleMovie.time(ofFrame: 40) + MediaTime(value: seconds, timescale: 1)
    let movie = SampleMovie.movie(streams, audio: SampleMovie.aac(streams, startTime: start))
    #expect(try #require(throws: MovieError.self) { try MovieWriter(movie) }.code == .soundOutsideWindow)
  }
}
