import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

@Suite struct PacketMovieTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie of ffmpeg's, and its packets as they come out of it by our reader.
  private func tracks(of path: String) throws -> [PacketTrack] {
    let source = try FileBytes(path)
    return try MovieReader().read(source).tracks.map { track in
      let first = track.edits.first { $0.mediaTime >= 0 }?.mediaTime ?? 0
      let packets = try track.samples().map { sample in
        PacketTrack.Packet(
          data: try source.bytes(Int(sample.offset)..<Int(sample.offset) + sample.size),
          decodeTime: sample.decodeTime - first, presentationTime: sample.presentationTime - first,
          duration: sample.duration, isSync: sample.isSync)
      }
      let media: PacketTrack.Media
      if let entry = track.sampleEntry as? VisualSampleEntry {
        let isHEVC = entry.type != "avc1"
        let record = try #require(entry.extensions.first { $0.type == (isHEVC ? "hvcC" : "avcC") }).encoded()
        media = .video(
          .init(
            codec: isHEVC ? .hevc : .h264, configuration: Array(record.dropFirst(8)), width: Int(entry.width),
            height: Int(entry.height)))
      } else {
        let stream = try #require((track.sampleEntry as? SoundSampleEntry)?.extensions.first(ElementaryStreamBox.self))
        media = .aac(audioSpecificConfig: try #require(stream.audioSpecificConfig), channelCount: 1)
      }
      return PacketTrack(media: media, timescale: Int32(track.timescale), packets: packets)
    }
  }

  @Test(
    "packets of H.264 and HEVC with B-frames, and of AAC, come out as they went in, and play",
    arguments: [("libx264", "avc1"), ("libx265", "hvc1")])
  func roundTrip(_ encoder: String, _ codec: String) throws {
    let input = folder.path + "/in.mp4"
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-f", "lavfi", "-i",
      "sine=duration=2", "-c:v", encoder, "-x265-params", "log-level=none", "-pix_fmt", "yuv420p", "-tag:v", codec,
      "-c:a", "aac", input,
    ])
    let movie = PacketMovie(tracks: try tracks(of: input), date: nil)
    let output = folder.path + "/out.mov"
    try Data(try movie.rope().contents()).write(to: URL(fileURLWithPath: output))
    func packets(_ path: String) throws -> [String] {
      try ForeignTool.ffprobe.run([
        "-v", "error", "-show_packets", "-show_data_hash", "md5", "-of", "csv", "-show_entries",
        "packet=codec_type,pts_time,dts_time,size,flags,data_hash", path,
      ]).lines.sorted()
    }
    #expect(try packets(input) == packets(output))
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", output, "-f", "null", "-"])
    let info = try ForeignTool.mediainfo.run(["--Output=Video;%CodecID% %FrameCount%", output]).text
    #expect(info.contains("\(codec) 50"))
  }

  @Test("a QuickTime movie that becomes an MP4 and a QuickTime movie again keeps its packets, times and still")
  func containers() throws {
    let streams = try EncodedStreams.shared.get()
    let bytes = try MovieWriter(SampleMovie.movie(streams, audio: SampleMovie.aac(streams))).rope.contents()
    let movie = folder.path + "/a.mov"
    try Data(bytes).write(to: URL(fileURLWithPath: movie))
    func converted(_ path: String, to container: MovieEditor.Container, _ name: String) throws -> String {
      let source = try FileBytes(path)
      var editor = try MovieEditor(try MovieReader().read(source), source: source)
      editor.setContainer(container)
      let output = folder.path + "/" + name
      try Data(try editor.rope().contents()).write(to: URL(fileURLWithPath: output))
      return output
    }
    let mp4 = try converted(movie, to: .mp4, "b.mp4")
    let back = try converted(mp4, to: .quickTime, "c.mov")
    #expect(try MovieFixtures.packets(mp4) == MovieFixtures.packets(movie))
    #expect(try MovieFixtures.packets(back) == MovieFixtures.packets(movie))
    let (first, last) = (try MovieReader().read(bytes), try MovieReader().read(FileBytes(back)))
    #expect(first.stillTime == last.stillTime && first.contentIdentifier == last.contentIdentifier)
    #expect(last.text(of: MovieKey.creationDate) == first.text(of: MovieKey.creationDate))
    let brand = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_entries", "format_tags=major_brand", "-of", "csv=p=0", mp4,
    ])
    #expect(brand.lines == ["mp42"])
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", mp4, "-f", "null", "-"])
    let sound = try ForeignTool.mediainfo.run(["--Output=Audio;%Format% %CodecID%", mp4]).text
    #expect(sound.contains("AAC"))
  }
}
