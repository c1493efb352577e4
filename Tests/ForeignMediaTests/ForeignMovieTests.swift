import ByteCoding
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import ForeignMedia

@Suite struct ForeignMovieTests {
  @Test("a movie says what it is")
  func description() throws {
    let movie = try ForeignMovie(
      source: Clips().make(
        "a.mp4",
        "-c:v libx264 -color_range pc -colorspace smpte170m -color_primaries bt709 -color_trc bt709 "
          + "-aspect 8:3 -c:a aac -metadata title=Bars -metadata creation_time=2025-05-26T14:27:06Z"))
    #expect(movie.formatName.contains("mp4") && movie.metadata["title"] == "Bars")
    #expect(movie.metadata["creation_time"] == "2025-05-26T14:27:06.000000Z")
    #expect(abs((movie.duration?.seconds ?? 0) - 1) < 0.05)
    let stream = try #require(movie.mainVideo)
    let video = try #require(stream.video)
    #expect(stream.codec == .h264 && stream.packetCount == 25 && stream.isDefault)
    #expect(stream.configuration.first == 1)
    #expect(video.width == 160 && video.height == 120 && video.pixelAspect == MediaTime(value: 2, timescale: 1))
    #expect(video.frameRate == MediaTime(value: 25, timescale: 1) && video.clockwiseDegrees == 0)
    #expect(video.color == ForeignColor(primaries: 1, transfer: 1, matrix: 6, range: .full))
    let sound = try #require(movie.mainAudio)
    #expect(sound.codec == .aac && sound.audio?.sampleRate == 48_000 && sound.audio?.channelCount == 1)
    #expect(sound.audio?.packetFrames == 1024 && sound.configuration.count >= 2)
  }

  @Test("covers and single pictures are not taken for the movie")
  func mainStream() throws {
    let clips = try Clips()
    _ = try clips.make("cover.png", "-frames:v 1", input: "-f lavfi -i testsrc2=s=640x480")
    _ = try clips.make("a.mp4", "-c:v libx264 -c:a aac")
    let movie = try ForeignMovie(
      source: clips.make(
        "b.mp4", "-map 1 -map 0 -c copy -disposition:0 attached_pic",
        input: "-i \(clips.folder.path("a.mp4")) -i \(clips.folder.path("cover.png"))"))
    #expect(movie.streams.count == 3 && movie.mainVideo?.codec == .h264)
    let picture = try ForeignMovie(source: clips.bytes("cover.png"))
    #expect(picture.mainAudio == nil)
  }

  @Test(
    "what is no movie is an error that says so",
    arguments: [
      [], Array("hello, this is no movie".utf8), [UInt8](repeating: 0, count: 100_000),
      Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n".utf8),
      Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8),
    ])
  func garbage(bytes: [UInt8]) throws {
    let error = #expect(throws: CodingError.self) {
      let movie = try ForeignMovie(source: ArrayBytes(bytes, name: "thing.mov"))
      // A list of other files may pass for one; none of them is opened.
      try movie.forEachPacket { _ in }
      throw CodingError(.malformed, context: "no packets", message: "nothing came")
    }
    #expect(error?.code == .malformed)
  }

  @Test("a source that fails is named, not its consequences")
  func unreadable() throws {
    let bytes = try Clips().make("a.mkv", "-c:v ffv1 -an").contents
    struct Broken: ByteSource {
      let name = "disk.mkv"
      let inner: ArrayBytes
      var count: Int { inner.count }
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
        guard offset + buffer.count < 50_000 else {
          throw ByteError(.unreadable, position: offset, message: "The disk is on fire.")
        }
        try inner.read(at: offset, into: buffer)
      }
    }
    #expect(bytes.count > 80_000)
    let error = #expect(throws: CodingError.self) {
      try ForeignMovie(source: Broken(inner: ArrayBytes(bytes))).forEachPacket { _ in }
    }
    #expect(error.map { "\($0)" }?.contains("on fire") == true)
  }

  @Test(
    "cut off anywhere, and with bytes changed, a movie ends in an error or early",
    arguments: [
      ("a.mp4", "-c:v libx264 -c:a aac"), ("b.mkv", "-c:v libx264 -c:a aac"),
      ("c.ts", "-c:v libx265 -x265-params log-level=none -c:a aac"),
      ("d.avi", "-c:v mjpeg -c:a pcm_s16le"), ("e.mov", "-c:v libx264 -c:a pcm_s16le -movflags +faststart"),
    ])
  func damaged(name: String, arguments: String) throws {
    let bytes = try Clips().make(name, arguments + " -t 0.4").contents
    var random = SeededRandom(seed: 7)
    var finished = 0
    for round in 0..<60 {
      var damaged = bytes
      if round % 3 == 0 { damaged.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      for _ in 0..<(round % 3) * 12 where !damaged.isEmpty {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let movie = try ForeignMovie(source: ArrayBytes(damaged, name: name))
        var count = 0
        try movie.forEachPacket { count += $0.bytes.count }
        #expect(count <= damaged.count + 64 * 1024)
        for stream in movie.streams where stream.kind == .video {
          let reader = try PictureReader(movie, stream: stream.index)
          while try reader.next() != nil {}
        }
        finished += 1
      } catch let error as CodingError {
        #expect(!error.message.isEmpty && error.context.contains(name))
      }
    }
    #expect(finished > 0)
  }

  @Test("a cancelled task stops reading")
  func cancellation() async throws {
    let movie = try ForeignMovie(source: Clips().make("a.mkv", "-c:v libx264 -c:a aac"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(throws: CancellationError.self) { try movie.forEachPacket { _ in } }
      #expect(throws: CancellationError.self) { try PictureReader(movie).next() }
      #expect(throws: CancellationError.self) { try ForeignMovie(source: movie.source) }
    }
    await task.value
  }
}

/// Whole files, the project's own and those of phones where there are some.
@Suite struct WholeMediaTests {
  @Test("movies, also those within pictures, are read and decoded to their end")
  func phones() throws {
    var count = 0
    for path in LivePhotoFixtures.paths(".mov", ".jpg", ".heic") {
      let name = URL(fileURLWithPath: path).lastPathComponent
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let isMovie = name.lowercased().hasSuffix(".mov")
      guard let source = isMovie ? ArrayBytes(bytes, name: name) : Self.movieWithin(bytes, name) else { continue }
      let movie = try ForeignMovie(source: source)
      let clips = try Clips()
      try clips.folder.write(source.contents, as: "a.mov")
      let stream = try #require(movie.mainVideo, "\(name)")
      guard stream.video?.pixelFormat != "" else {
        // A specimen that was cut short on purpose: its index leads nowhere.
        #expect(throws: CodingError.self) { try movie.picture(at: .zero) }
        continue
      }
      let expected = try clips.frames(
        "a.mov", "-map 0:\(stream.index) -pix_fmt \(stream.video?.pixelFormat ?? "") -vsync passthrough",
        input: "-noautorotate")
      let reader = try PictureReader(movie)
      var found: [String] = []
      while let picture = try reader.next() { found.append(adler32(of: picture.picture)) }
      #expect(found == expected.map(\.hash), "\(name)")
      #expect(found.count > 1 && reader.damagedCount == 0, "\(name)")
      var packets = 0
      try movie.forEachPacket { _ in packets += 1 }
      let known = try clips.packets("a.mov").count
      #expect(packets == known, "\(name)")
      if movie.mainAudio != nil {
        let sound = try SoundReader(movie)
        var frames = 0
        while let chunk = try sound.next() { frames += chunk.frameCount }
        #expect(Double(frames) / Double(sound.format.sampleRate) > 0.5, "\(name)")
      }
      count += 1
    }
    #expect(count >= 4)
  }

  /// The bytes from the last `ftyp` of a picture on, which is how its movie begins.
  private static func movieWithin(_ bytes: [UInt8], _ name: String) -> ArrayBytes? {
    let mark = Array("ftyp".utf8)
    let place = bytes.indices.dropFirst(100).dropLast(8).last {
      bytes[$0] == mark[0] && Array(bytes[$0..<$0 + 4]) == mark
    }
    return place.map { ArrayBytes(Array(bytes[($0 - 4)...]), name: name) }
  }
}
