import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Edits of movies as files, as foreign programs see them.
@Suite struct MovieFixtureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func edited(_ path: String, _ edit: (inout MovieEditor) throws -> Void) throws -> String {
    let source = try FileBytes(path)
    var editor = try MovieEditor(try MovieReader().read(source), source: source)
    try edit(&editor)
    return try folder.write(try editor.rope().contents(), as: "edited.mov")
  }

  private func packets(_ path: String) throws -> [String] {
    try MovieFixtures.packets(path).filter { $0.contains(",video,") || $0.contains(",audio,") }
  }

  @Test(
    "keys that are set are what exiftool and ffprobe read; the others keep their order", arguments: MovieFixtures.paths)
  func metadata(_ path: String) throws {
    let identifier = "11111111-2222-4333-8444-555555555555"
    let output = try edited(path) { editor in
      editor.setMetadata(MovieKey.contentIdentifier, text: identifier)
      editor.setMetadata(MovieKey.software, text: "Größe 🌍")
      editor.setMetadata(MovieKey.make, text: nil)
      editor.setDate(WallTime(secondsSince1970: 1_700_000_000, nanosecond: 0, utcOffsetSeconds: -12_600))
    }
    let before = try MovieReader().read(FileBytes(path)).metadata.map(\.key)
    #expect(try MovieReader().read(FileBytes(output)).metadata.map(\.key) == before.filter { $0 != MovieKey.make })
    let tags = try ForeignTool.exiftool.run([
      "-s3", "-ContentIdentifier", "-Software", "-Make", "-Keys:CreationDate", output,
    ]).lines
    #expect(tags == [identifier, "Größe 🌍", "2023:11:14 18:43:20-03:30"])
    let probed = try ForeignTool.ffprobe.run(["-v", "error", "-show_entries", "format_tags", "-of", "flat", output])
      .text
    #expect(probed.contains(identifier) && probed.contains("Größe 🌍") && !probed.contains("quicktime_make"))
    #expect(try packets(output) == packets(path))
    #expect(try MovieReader().read(FileBytes(output)).stillTime == MovieReader().read(FileBytes(path)).stillTime)
  }

  @Test(
    "a turned picture is turned for every reader, and in a phone's own note",
    arguments: MovieFixtures.paths,
    [(Orientation.up, 0, 1), (.right, 90, 6), (.down, 180, 3), (.left, 270, 8)])
  func turning(_ path: String, _ turn: (orientation: Orientation, degrees: Int, exif: UInt8)) throws {
    let output = try edited(path) { try $0.setOrientation(turn.orientation) }
    let rotation = try ForeignTool.mediainfo.run(["--Output=Video;%Rotation%", output]).text
    #expect(Int(Double(rotation.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) == turn.degrees)
    #expect(try ForeignTool.exiftool.run(["-s3", "-n", "-Rotation", output]).lines == ["\(turn.degrees)"])
    #expect(try packets(output) == packets(path))
    let file = try MovieReader().read(FileBytes(output))
    for track in file.tracks where track.metadataKeys.values.contains(MovieKey.videoOrientation) {
      let sample = try #require(try track.samples().first)
      let bytes = try FileBytes(output).bytes(Int(sample.offset)..<Int(sample.offset) + sample.size)
      #expect(bytes.suffix(2) == [0, turn.exif])
    }
  }

  @Test("a muted movie has no sound, no sample of it, and all else", arguments: MovieFixtures.paths)
  func muting(_ path: String) throws {
    let output = try edited(path) { editor in editor.removeTracks { $0.handler == "soun" } }
    let (before, after) = (try MovieReader().read(FileBytes(path)), try MovieReader().read(FileBytes(output)))
    #expect(after.audioTrack == nil && before.audioTrack != nil)
    #expect(after.tracks.map(\.id) == before.tracks.filter { $0.handler != "soun" }.map(\.id))
    let sound = try before.audioTrack?.chunks().reduce(0) { $0 + Int($1.byteCount) } ?? 0
    let sizes = (try FileBytes(path).count, try FileBytes(output).count)
    #expect(sizes.1 < sizes.0 - sound && sound > 0)
    #expect(try packets(output) == packets(path).filter { $0.contains(",video,") })
    #expect(after.stillTime == before.stillTime)
  }

  @Test("a still's track that was removed comes back as the last, at the same place", arguments: MovieFixtures.paths)
  func newStillTrack(_ path: String) throws {
    let before = try MovieReader().read(FileBytes(path))
    let still = try #require(before.stillTime)
    let without = try edited(path) { editor in editor.removeTracks { $0.isStillImageTime } }
    let plain = try folder.write(try folder.read("edited.mov"), as: "plain.mov")
    #expect(try MovieReader().read(FileBytes(without)).stillTime == nil)
    let output = try edited(plain) { try $0.setStillTime(still) }
    let after = try MovieReader().read(FileBytes(output))
    #expect(after.stillTime == still)
    #expect(after.tracks.last?.isStillImageTime == true && after.tracks.count == before.tracks.count)
    #expect(
      Set(after.tracks.map(\.id)).count == after.tracks.count
        && after.tracks.allSatisfy { $0.id < after.header.nextTrackID })
    #expect(try packets(output) == packets(path))
    // ffprobe follows the edit list, too.
    let probed = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "d", "-show_entries", "packet=stream_index,pts,pts_time", "-of", "csv=p=0",
      output,
    ]).lines
    let last = try #require(probed.last { $0.hasPrefix("\(after.tracks.count - 1),") })
    #expect(abs(Double(last.split(separator: ",")[2])! - still.seconds) < 0.001)
  }
}
