import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Movies of every make that ffmpeg has a switch for, read and rewritten.
@Suite struct MadeMovieTests {
  /// The kind of file and the switches of its muxer.
  private static let makes: [(kind: String, switches: String)] = [
    ("mp4", ""), ("mov", "-movflags faststart"), ("mp4", "-movflags negative_cts_offsets"), ("3gp", ""),
    ("mp4", "-use_editlist 0"), ("mov", "-movie_timescale 90000 -video_track_timescale 600"),
    ("mp4", "-movflags frag_keyframe+empty_moov"), ("mp4", "-movflags frag_keyframe+default_base_moof"),
    ("mp4", "-movflags frag_every_frame+empty_moov+omit_tfhd_offset"),
    ("mp4", "-movflags separate_moof+frag_keyframe"), ("mp4", "-movflags frag_keyframe+delay_moov"),
    ("mp4", "-movflags dash+frag_keyframe+global_sidx"), ("mp4", "-output_ts_offset 1.5"),
    ("mov", "-c:a pcm_s16le"), ("mov", "-c:a pcm_s16le -movflags frag_keyframe+empty_moov"),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ kind: String, _ switches: String) throws -> String {
    let path = folder.path("made.\(kind)")
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1.2", "-f", "lavfi", "-i",
        "sine=duration=1.2", "-c:v", "libx264", "-bf", "2", "-g", "8", "-c:a", "aac",
      ] + switches.split(separator: " ").map(String.init) + [path])
    return path
  }

  @Test("offsets before 0 in fragments")
  func negativeOffsetsInFragments() throws {
    let path = try make("mp4", "-movflags cmaf")
    let file = try MovieReader().read(FileBytes(path))
    #expect(file.isFragmented)
    // ffprobe makes up a delay for such tracks, here of one picture, that the file does not say.
    let times = try ProbedPacket.all(path)[0]?.map { $0.time - 512 }
    #expect(try file.videoTrack?.samples().map(\.presentationTime) == times)
    #expect(try file.shownFrames().map(\.time) == (0..<30).map { MediaTime(value: $0, timescale: 25) })
  }

  @Test("samples are those that ffprobe finds, wherever they lie", arguments: makes)
  func reading(_ kind: String, _ switches: String) throws {
    let path = try make(kind, switches)
    let file = try MovieReader().read(FileBytes(path))
    #expect(file.isFragmented == (switches.contains("frag")))
    #expect(file.tracks.map(\.handler) == ["vide", "soun"])
    #expect(file.videoTrack?.sampleCount == 30)
    try ProbedPacket.compare(file, with: path)
  }

  @Test("pictures are shown when ffprobe shows them", arguments: makes)
  func showing(_ kind: String, _ switches: String) throws {
    let path = try make(kind, switches)
    let shown = try MovieReader().read(FileBytes(path)).shownFrames()
    try expect(shown, toBeThoseOf: path)
  }

  @Test(
    "rewritten, they have the same packets in ordinary tables, and twice rewritten the same bytes", arguments: makes)
  func rewriting(_ kind: String, _ switches: String) throws {
    let path = try make(kind, switches)
    func rewritten(_ path: String) throws -> [UInt8] {
      let source = try FileBytes(path)
      return try MovieEditor(try MovieReader().read(source), source: source).rope().contents()
    }
    let once = try folder.write(try rewritten(path), as: "once.mov")
    let (before, after) = (try MovieReader().read(FileBytes(path)), try MovieReader().read(FileBytes(once)))
    #expect(!after.isFragmented && after.damages.isEmpty && after.layout.damage == nil)
    #expect(firstDifference(try rewritten(once), try folder.read("once.mov")) == nil)
    try ProbedPacket.compare(after, with: once)
    #expect(try hashes(path) == hashes(once))
    #expect(try before.shownFrames().map(\.time) == after.shownFrames().map(\.time))
    try expect(try after.shownFrames(), toBeThoseOf: once)
    // In fragments of single samples ffmpeg gives some packets of sound the times of others.
    let streams = switches.contains("every_frame") ? "0:v" : "0"
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", once, "-map", streams, "-f", "null", "-"])
  }

  /// Each stream's packets by their hash, in the order of decoding.
  private func hashes(_ path: String) throws -> [String] {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-show_packets", "-show_data_hash", "md5", "-of", "csv=p=0", "-select_streams", "v",
      "-show_entries", "packet=size,flags,data_hash", path,
    ]).lines
  }

  private func expect(_ shown: [ShownSample], toBeThoseOf path: String) throws {
    let lines = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path,
    ]).lines
    let times = lines.compactMap { Double($0.prefix { $0 != "," }) }
    #expect(!times.isEmpty)
    // ffmpeg rounds edits to the media's units.
    let rounding = 0.0012
    let isSame = times.count == shown.count && zip(shown, times).allSatisfy { abs($0.time.seconds - $1) < rounding }
    #expect(isSame, "\(shown.map(\.time.seconds)) are not \(times)")
  }
}
