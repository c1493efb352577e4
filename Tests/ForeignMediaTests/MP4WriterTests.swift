import ByteCoding
import ForeignMedia
import MediaCore
import TestSupport
import Testing

@Suite(.foreignPrograms) struct MP4WriterTests {
  @Test("packets come back as they went in, the index is first, the turn and the sound's start are kept")
  func carriedOver() throws {
    let clips = try Clips()
    let movie = try ForeignMovie(
      source: clips.make("a.mov", "-c:v libx265 -x265-params log-level=none -tag:v hvc1 -c:a aac"))
    let bytes = try Self.copy(movie)
    #expect(try firstDifference(bytes, Self.copy(movie)) == nil)
    try clips.folder.write(bytes, as: "b.mp4")
    let kinds = bytes.indices.dropLast(4).filter { Array(bytes[$0..<$0 + 4]) == Array("moov".utf8) }
    let data = bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array("mdat".utf8) }
    #expect(try #require(kinds.first) < #require(data))
    for stream in 0..<2 {
      let packets = { (name: String) in
        try clips.packets(name).filter { $0.stream_index == stream }.map { [$0.data_hash, $0.flags] }
      }
      #expect(try packets("a.mov") == packets("b.mp4"))
    }
    let copy = try ForeignMovie(source: clips.bytes("b.mp4"))
    #expect(copy.mainVideo?.codecTag == "hvc1" && copy.mainVideo?.video?.clockwiseDegrees == 90)
    #expect(copy.metadata["creation_time"] == "2025-05-26T14:27:06.000000Z")
    let sound = { (name: String) in
      try ForeignTool.ffmpeg.run(["-v", "error", "-i", clips.folder.path(name), "-f", "s16le", "-"]).bytes
    }
    #expect(try firstDifference(sound("a.mov"), sound("b.mp4")) == nil)
    #expect(try clips.frames("b.mp4", "-map 0:v").count == 25)
  }

  @Test("what cannot be in the file is refused, and one that grows too large")
  func refusals() throws {
    #expect(throws: CodingError.self) { try MP4Writer(tracks: []) }
    #expect(throws: CodingError.self) {
      try MP4Writer(tracks: [.video(.h264, configuration: [], width: 16, height: 16, timescale: 600)])
    }
    #expect(throws: CodingError.self) {
      try MP4Writer(tracks: [.video(.other("vp9"), configuration: [1], width: 16, height: 16, timescale: 600)])
    }
    let movie = try ForeignMovie(source: Clips().make("a.mp4", "-c:v libx264 -qp 1 -an"))
    let error = #expect(throws: CodingError.self) { try Self.copy(movie, maximumBytes: 50_000) }
    #expect(error?.code == .invalidSetting)
  }

  private static func copy(_ movie: ForeignMovie, maximumBytes: Int = 1 << 30) throws -> [UInt8] {
    let video = try #require(movie.mainVideo)
    var tracks = [
      MP4Writer.Track.video(
        video.codec, configuration: video.configuration, width: 160, height: 120,
        timescale: video.timeBase.timescale, clockwiseDegrees: 90)
    ]
    if let audio = movie.mainAudio {
      tracks.append(.audio(configuration: audio.configuration, sampleRate: 48_000, channelCount: 1))
    }
    let writer = try MP4Writer(
      tracks: tracks, metadata: ["creation_time": "2025-05-26T14:27:06Z"], maximumBytes: maximumBytes)
    try movie.forEachPacket { packet in
      try writer.append(
        packet.bytes, to: packet.stream == video.index ? 0 : 1,
        MP4Writer.Sample(
          decodingTicks: try #require(packet.decodingTicks), presentationTicks: packet.presentationTicks,
          durationTicks: packet.durationTicks, isKey: packet.isKey))
    }
    return try writer.finish().contents()
  }
}
