import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import TestSupport
import Testing

@Suite struct ForeignPacketTests {
  static let carried = [
    ("a.mp4", "-c:v libx264 -bf 3 -c:a aac"),
    ("b.mov", "-c:v libx264 -bf 2 -c:a pcm_s16le"),
    ("c.mkv", "-c:v libx265 -x265-params log-level=none -c:a aac"),
    ("d.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus"),
    ("e.avi", "-c:v mjpeg -c:a pcm_s16le"),
    ("f.mp4", "-c:v libx264 -c:a aac -movflags +frag_keyframe+empty_moov"),
  ]

  @Test("packets are ffprobe's, with their times, and most are found in the file again", arguments: carried)
  func carriedOver(name: String, arguments: String) throws {
    let clips = try Clips()
    let source = try clips.make(name, arguments)
    let movie = try ForeignMovie(source: source)
    var found: [PacketLine] = []
    var inPlace = 0
    var fractions: [Double] = []
    try movie.forEachPacket(progress: { fractions.append($0) }) { packet in
      let flags = (packet.isKey ? "K" : "_") + (packet.isDiscarded ? "D" : "_")
      found.append(
        PacketLine(
          stream_index: packet.stream, pts: packet.presentationTicks, dts: packet.decodingTicks,
          duration: packet.durationTicks, flags: flags, data_hash: "adler32:" + adler32([packet.bytes])))
      if try source.range(of: packet.bytes) != nil { inPlace += 1 }
    }
    let expected = try clips.packets(name).map { line in
      var line = line
      line.duration = line.duration ?? 0
      return line
    }
    #expect(found.count == expected.count)
    for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      Issue.record("packet \(index): \(pair.0) instead of \(pair.1)")
      break
    }
    #expect(inPlace == found.count, "\(inPlace) of \(found.count) lie in the file as they are")
    #expect(fractions == fractions.sorted() && (fractions.last ?? 0) <= 1)
  }

  @Test("start codes and ADTS become what a movie file holds: it decodes to the same pictures, the sound is the same")
  func transportStream() throws {
    for codec in ["libx264 -bf 2", "libx265 -x265-params log-level=none"] {
      let clips = try Clips()
      let movie = try ForeignMovie(source: clips.make("a.ts", "-c:v \(codec) -c:a aac -muxdelay 0 -g 10"))
      let (video, audio) = (try #require(movie.mainVideo), try #require(movie.mainAudio))
      var tracks = [
        PacketTrack(video, timescale: 90_000),
        PacketTrack(
          media: .aac(audioSpecificConfig: audio.configuration, channelCount: 1), timescale: 48_000, packets: []),
      ]
      try movie.forEachPacket { packet in
        let track = packet.stream == video.index ? 0 : 1
        let scale = Int64(tracks[track].timescale)
        tracks[track].packets.append(
          .init(
            data: Array(packet.bytes), decodeTime: try #require(packet.decodingTicks) * scale / 90_000,
            presentationTime: try #require(packet.presentationTicks) * scale / 90_000,
            duration: packet.durationTicks * scale / 90_000, isSync: packet.isKey))
      }
      try clips.folder.write(PacketMovie(tracks: tracks).rope().contents(), as: "b.mov")
      let hashes = { (name: String) in try clips.frames(name, "-map 0:v -pix_fmt yuv420p").map(\.hash) }
      #expect(try hashes("a.ts").count == 25)
      #expect(try hashes("b.mov") == hashes("a.ts"))
      // What ffmpeg makes of the same sound, packet by packet.
      _ = try clips.make("c.mp4", "-map 0:a -c copy", input: "-i \(clips.folder.path("a.ts"))")
      let sound = { (name: String, stream: Int) in
        try clips.packets(name).filter { $0.stream_index == stream }.map(\.data_hash)
      }
      #expect(try sound("b.mov", 1) == sound("c.mp4", 0))
      #expect(try clips.packets("b.mov").count > 60)
    }
  }

  @Test("only the packets of the streams asked for come")
  func selection() throws {
    let movie = try ForeignMovie(source: Clips().make("a.mkv", "-c:v libx264 -c:a aac"))
    let audio = try #require(movie.mainAudio)
    var streams: Set<Int> = []
    try movie.forEachPacket(of: [audio.index]) { streams.insert($0.stream) }
    #expect(streams == [audio.index])
  }
}

extension PacketTrack {
  /// A track for the pictures of a stream, still without packets.
  init(_ stream: ForeignStream, timescale: Int32) {
    let description = PictureDescription(
      codec: stream.codec == .hevc ? .hevc : .h264, configuration: stream.configuration,
      width: stream.video?.width ?? 0, height: stream.video?.height ?? 0)
    self.init(media: .video(description), timescale: timescale, packets: [])
  }
}
