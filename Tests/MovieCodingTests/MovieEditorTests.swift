import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

@Suite struct MovieEditorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ rope: ByteRope, _ name: String = "movie.mov") throws -> String {
    let path = folder.path + "/" + name
    try Data(try rope.contents()).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func editor(_ path: String) throws -> MovieEditor {
    let source = try FileBytes(path)
    return try MovieEditor(try MovieReader().read(source), source: source)
  }

  @Test(
    "a movie that is rewritten has the same packets at the same times, and twice rewritten the same bytes",
    arguments: MovieFixtures.paths)
  func rewriting(_ path: String) throws {
    let once = try write(try editor(path).rope())
    #expect(try MovieFixtures.packets(path) == MovieFixtures.packets(once))
    let twice = try editor(once).rope().contents()
    #expect(firstDifference(twice, Array(try Data(contentsOf: URL(fileURLWithPath: once)))) == nil)
    let (before, after) = (try MovieReader().read(FileBytes(path)), try MovieReader().read(FileBytes(once)))
    #expect(before.stillTime == after.stillTime)
    #expect(before.contentIdentifier == after.contentIdentifier)
    #expect(before.tracks.map(\.id) == after.tracks.map(\.id))
    #expect(try before.shownFrames() == after.shownFrames())
  }

  @Test(
    "the still's place moves to the tick, and nothing else does",
    arguments: MovieFixtures.paths)
  func movingTheStill(_ path: String) throws {
    var editor = try editor(path)
    let frames = try MovieReader().read(FileBytes(path)).shownFrames()
    let time = frames[frames.count / 3].time
    try editor.setStillTime(time)
    let moved = try write(try editor.rope())
    #expect(try MovieReader().read(FileBytes(moved)).stillTime == time)
    #expect(
      try MovieFixtures.packets(moved).filter { $0.contains(",video,") || $0.contains(",audio,") }
        == MovieFixtures.packets(path).filter { $0.contains(",video,") || $0.contains(",audio,") })
  }

  @Test(
    "a trimmed movie begins and ends where it should, with the same packets",
    arguments: MovieFixtures.paths)
  func trimming(_ path: String) throws {
    var editor = try editor(path)
    let file = try MovieReader().read(FileBytes(path))
    let still = try #require(file.stillTime)
    let range = TimeRange(start: still.multiplied(by: 1, over: 3), end: still + MediaTime(value: 20, timescale: 600))
    try editor.trim(to: range)
    let trimmed = try write(try editor.rope())
    let read = try MovieReader().read(FileBytes(trimmed))
    #expect(read.length == range.duration.converted(toTimescale: 600))
    #expect(read.stillTime == still - range.start.converted(toTimescale: 600))
    let shown = try read.shownFrames()
    #expect(shown.first?.time == .zero)
    let end = try #require(shown.last)
    #expect(end.time + end.duration == read.length)
    let sizes = [file, read].map { movie in movie.outline.filter { $0.header.type == "mdat" }.map(\.header.payloadSize)
    }
    #expect(sizes[1].reduce(0, +) > sizes[0].reduce(0, +) / 10, "its samples are there")
    let duration = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", trimmed,
    ])
    #expect(abs(Double(duration.lines[0])! - range.duration.seconds) < 0.01)
    var beyond = try self.editor(path)
    #expect(throws: MovieError.self) { try beyond.trim(to: TimeRange(start: .zero, end: still)) }
  }

  @Test(
    "an MP4 of ffmpeg's becomes a QuickTime movie of a Live Photo",
    arguments: ["", "frag_keyframe+empty_moov", "faststart"])
  func quickTime(_ flags: String) throws {
    let input = folder.path + "/in.mp4"
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=2", "-f", "lavfi", "-i",
        "sine=duration=2", "-c:v", "libx264", "-bf", "2", "-c:a", "aac",
      ]
        + (flags.isEmpty ? [] : ["-movflags", flags]) + [input])
    var editor = try editor(input)
    editor.setContainer(.quickTime)
    editor.setMetadata(MovieKey.contentIdentifier, text: "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8")
    let frame = try #require(
      try MovieReader().read(FileBytes(input)).nearestShownFrame(to: MediaTime(value: 1, timescale: 1)))
    try editor.setStillTime(frame.time)
    let output = try write(try editor.rope())
    let read = try MovieReader().read(FileBytes(output))
    #expect(read.stillTime == frame.time)
    #expect(!read.isFragmented)
    #expect(try read.shownFrames().count == 60)
    let before = try MovieFixtures.packets(input).map { $0.split(separator: ",").last }
    let after = try MovieFixtures.packets(output).filter { !$0.contains(",data,") }.map {
      $0.split(separator: ",").last
    }
    #expect(Set(before) == Set(after) && before.count == after.count)
    let tags = try ForeignTool.ffprobe.run(["-v", "error", "-show_entries", "format_tags", "-of", "flat", output]).text
    #expect(tags.contains("71DCA213-5710-4A6C-BC6D-CE6306AEB8D8") && tags.contains("\"qt  \""))
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", output, "-f", "null", "-"])
  }
}

extension MovieFile {
  /// The shown picture whose time is nearest to a given one.
  fileprivate func nearestShownFrame(to time: MediaTime) throws -> ShownSample? {
    try shownFrames().min { ($0.time - time).magnitude < ($1.time - time).magnitude }
  }
}
