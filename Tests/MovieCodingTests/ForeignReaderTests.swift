import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// What programs of others make of the movies.
@Suite(.foreignPrograms) struct ForeignReaderTests {
  private let streams: EncodedStreams
  private let folder: TemporaryFolder
  private let movie: LivePhotoMovie
  private let writer: MovieWriter
  private let path: String

  init() throws {
    streams = try EncodedStreams.shared.get()
    folder = try TemporaryFolder()
    movie = SampleMovie.movie(streams, first: 40, count: 60, audio: SampleMovie.aac(streams))
    writer = try MovieWriter(movie)
    path = try folder.write(writer.rope.contents(), as: "IMG_0001.MOV")
  }

  @Test("ffmpeg decodes everything without a word")
  func silentDecode() throws {
    let run = try ForeignTool.ffmpeg.attempt(["-v", "warning", "-i", path, "-f", "null", "-"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("ffmpeg shows exactly the pictures of the window", arguments: [40, 30, 59, 0])
  func visiblePictures(first: Int) throws {
    let movie = SampleMovie.movie(streams, first: first, count: 60)
    let path = try folder.write(MovieWriter(movie).rope.contents(), as: "window.mov")
    let output = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-",
    ])
    #expect(EncodedStreams.hashes(output.text) == Array(streams.pictureHashes[first..<first + 60]))
  }

  @Test("ffprobe finds the tracks, their times and the sizes")
  func tracks() throws {
    let root = try #require(
      try ForeignTool.ffprobe.json(["-v", "error", "-of", "json", "-show_streams", "-show_format", path])
        as? [String: Any])
    let streams = try #require(root["streams"] as? [[String: Any]])
    let format = try #require(root["format"] as? [String: Any])
    func text(_ index: Int, _ key: String) -> String { "\(streams[index][key] ?? "-")" }
    #expect(streams.count == 3)
    #expect((0..<3).map { text($0, "codec_type") } == ["video", "audio", "data"])
    #expect(text(0, "codec_name") == "h264" && text(1, "codec_name") == "aac" && text(2, "codec_tag_string") == "mebx")
    #expect(text(0, "width") == "320" && text(0, "height") == "240" && text(0, "nb_frames") == "70")
    #expect(text(0, "pix_fmt") == "yuvj420p" && text(0, "color_range") == "pc")
    #expect(text(0, "time_base") == "1/600" && text(1, "time_base") == "1/48000")
    #expect(text(0, "start_time") == "0.000000" && text(1, "start_time") == "0.000000")
    #expect(text(1, "channels") == "2" && text(1, "sample_rate") == "48000")
    let seconds = writer.duration.seconds
    for index in 0..<2 { #expect(abs((Double(text(index, "duration")) ?? 0) - seconds) < 0.0001) }
    #expect(abs((Double("\(format["duration"] ?? "")") ?? 0) - seconds) < 0.0001)
    let tags = try #require(format["tags"] as? [String: String])
    #expect(tags["major_brand"] == "qt  ")
    #expect(tags["com.apple.quicktime.content.identifier"] == SampleMovie.identifier)
    #expect(tags["com.apple.quicktime.creationdate"] == "2026-11-21T04:40:05-0530")
    #expect(tags["creation_time"] == "2026-11-21T10:10:05.000000Z")
  }

  @Test("ffprobe gives every picture the time it was taken at, to under a millisecond")
  func packetTimes() throws {
    let lines = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path,
    ]).lines
    let packets = lines.map { $0.split(separator: ",").map(String.init) }
    let shown = packets.filter { !$0[1].contains("D") }
    #expect(packets.count == 70 && shown.count == 60)
    for (index, packet) in shown.enumerated() {
      let taken = (SampleMovie.time(ofFrame: 40 + index) - SampleMovie.time(ofFrame: 40)).seconds
      #expect(abs((Double(packet[0]) ?? -1) - taken) < 0.001)
    }
  }

  @Test("exiftool finds the identifier, the dates, the names and the still's track")
  func exiftool() throws {
    let list = try #require(
      try ForeignTool.exiftool.json(["-j", "-n", "-ee", "-api", "largefilesupport=1", path]) as? [[String: Any]])
    let tags = try #require(list.first)
    func text(_ key: String) -> String { "\(tags[key] ?? "-")" }
    #expect(text("ContentIdentifier") == SampleMovie.identifier)
    #expect(text("FileType") == "MOV" && text("MajorBrand") == "qt  ")
    #expect(text("Make") == "Linux" && text("Model") == "Scene camera" && text("Software") == "livecam")
    #expect(text("CreationDate") == "2026:11:21 04:40:05-05:30")
    #expect(text("CreateDate") == "2026:11:21 10:10:05")
    #expect(abs((Double(text("Duration")) ?? 0) - writer.duration.seconds) < 0.001)
    #expect(text("StillImageTime") == "-1")
    #expect(text("CompressorID") == "avc1" && text("AudioFormat") == "mp4a")
    #expect(text("CleanApertureDimensions") == "320 240" || text("CleanApertureDimensions") == "320x240")
    #expect(text("Warning") == "-" && text("Error") == "-")
  }

  @Test("mediainfo agrees on format, counts and length")
  func mediainfo() throws {
    let root = try #require(try ForeignTool.mediainfo.json(["--Output=JSON", path]) as? [String: Any])
    let tracks = try #require((root["media"] as? [String: Any])?["track"] as? [[String: Any]])
    func text(_ type: String, _ key: String) -> String {
      "\(tracks.first { $0["@type"] as? String == type }?[key] ?? "-")"
    }
    #expect(text("General", "Format") == "MPEG-4" && text("General", "Format_Profile") == "QuickTime")
    #expect(text("Video", "Format") == "AVC" && text("Video", "CodecID") == "avc1")
    #expect(text("Video", "colour_range") == "Full" && text("Video", "FrameRate_Mode") == "VFR")
    #expect(text("Audio", "Format") == "AAC" && text("Audio", "Channels") == "2")
    #expect(text("Audio", "SamplingRate") == "48000")
    #expect(abs((Double(text("General", "Duration")) ?? 0) - writer.duration.seconds) < 0.002)
  }

  @Test("plain sound of any rate is read by ffprobe, exiftool and mediainfo", arguments: [44_100, 48_000, 96_000])
  func plainSound(rate: Int) throws {
    let sound = MovieAudioTrack(
      lpcm16: [[UInt8](repeating: 1, count: 8 * rate)], sampleRate: rate, channelCount: 1,
      startTime: SampleMovie.soundStart)
    let path = try folder.write(MovieWriter(SampleMovie.movie(streams, audio: sound)).rope.contents(), as: "plain.mov")
    let found = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,sample_rate,channels", "-of",
      "csv=p=0", path,
    ])
    #expect(found.lines == ["pcm_s16le,\(rate),1"])
    #expect(try ForeignTool.exiftool.run(["-s3", "-AudioFormat", path]).text.hasPrefix("lpcm"))
    #expect(
      try ForeignTool.mediainfo.run(["--Inform=Audio;%SamplingRate%,%Format%", path]).text.hasPrefix("\(rate),PCM"))
    let decoding = try ForeignTool.ffmpeg.attempt(["-v", "error", "-i", path, "-f", "null", "-"])
    #expect(decoding.status == 0 && decoding.errors.isEmpty, "\(decoding.errors)")
  }
}
