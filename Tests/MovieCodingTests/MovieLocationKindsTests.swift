import ByteCoding
import FileStorage
import Foundation
import MovieCoding
import StillCoding
import TestSupport
import Testing

/// Places as exiftool and ffmpeg put them into movies, in every way they know.
@Suite struct MovieLocationKindsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func stripped(_ name: String) throws -> [String] {
    let source = try FileBytes(folder.path(name))
    var editor = try MovieEditor(try MovieReader().read(source), source: source)
    editor.removeLocation(judge: PropertyListLocation.tellsPlace)
    try folder.write(try editor.rope().contents(), as: "stripped-" + name)
    return editor.notes
  }

  private func places(_ name: String) throws -> [String] {
    try ForeignTool.exiftool.attempt(["-a", "-u", "-G1", "-ee3", "-s", "-Location:all", name], in: folder).lines
  }

  private func make(_ name: String, _ options: [String] = []) throws {
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10"] + options
        + ["-t", "1", "-c:v", "libx264", name], in: folder)
  }

  @Test("all that exiftool writes", arguments: ["mov", "mp4"])
  func written(_ kind: String) throws {
    let name = "a.\(kind)"
    try make(name)
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-n", "-overwrite_original", "-Keys:GPSCoordinates=48.2 16.37 171", "-Keys:LocationName=Vienna",
        "-Keys:LocationBody=earth", "-Keys:LocationNote=Vienna", "-Keys:LocationRole=0", "-Keys:CameraDirection=90",
        "-Keys:CameraMotion=90", "-ItemList:GPSCoordinates=48.2 16.37 171", "-UserData:GPSCoordinates=48.2 16.37 171",
        "-UserData:LocationInformation=Role=shooting Lat=48.2 Lon=16.37", "-XMP-exif:GPSLatitude=48.2",
        "-XMP-photoshop:City=Vienna", "-XMP-iptcExt:LocationShownCity=Vienna", "-Keys:Make=Linux",
        "-UserData:Title=Walk",
        "-ItemList:Comment=Wheel", name,
      ], in: folder)
    #expect(try places(name).count > 8)
    try stripped(name)
    let left = try places("stripped-" + name)
    #expect(left.isEmpty, "\(left)")
    let listing = try ForeignTool.exiftool.attempt(["-a", "-G1", "-ee3", "stripped-" + name], in: folder).text
    for word in ["Linux", "Walk", "Wheel"] { #expect(listing.contains(word), "\(listing)") }
    #expect(!listing.contains("Vienna"))
    let bytes = try folder.read("stripped-" + name)
    #expect(bytes.firstRange(of: Array("Vienna".utf8)) == nil && bytes.firstRange(of: Array("+48.2".utf8)) == nil)
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", "stripped-" + name, "-f", "null", "-"], in: folder)
  }

  @Test("a XMP without GPS but with a city goes, one without any place stays")
  func packets() throws {
    for (name, isPlace) in [("a.mov", true), ("b.mov", false)] {
      try make(name)
      _ = try ForeignTool.exiftool.attempt(
        ["-q", "-m", "-overwrite_original", "-XMP-dc:Title=Wheel"] + (isPlace ? ["-XMP-photoshop:City=Vienna"] : []) + [
          name
        ],
        in: folder)
      try stripped(name)
      let listing = try ForeignTool.exiftool.attempt(["-a", "-G1", "stripped-" + name], in: folder).text
      #expect(!listing.contains("Vienna") && listing.contains("Wheel") == !isPlace, "\(listing)")
    }
  }

  @Test("a track of texts that tells the way of a drone goes, and the note says so")
  func telemetry() throws {
    let text = "1\n00:00:00,000 --> 00:00:01,000\nLat:48.2 Lon:16.37 Alt:19\n"
    try folder.write(Array(text.utf8), as: "way.srt")
    try make("a.mp4", ["-i", "way.srt", "-c:s", "mov_text"])
    #expect(try places("a.mp4").contains { $0.contains("GPSLatitude") })
    let notes = try stripped("a.mp4")
    #expect(notes.contains { $0.contains("sbtl") || $0.contains("text") }, "\(notes)")
    #expect(try places("stripped-a.mp4").isEmpty)
    let streams = try ForeignTool.ffprobe.run(
      ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", "stripped-a.mp4"], in: folder)
    #expect(streams.lines == ["video"])
  }

  @Test("tracks of Google's and GoPro's ways go with their samples", arguments: ["camm", "gpmd"])
  func ways(codec: String) throws {
    try folder.write(Array("1\n00:00:00,000 --> 00:00:01,000\n+48.2+16.37\n".utf8), as: "way.srt")
    try make("a.mp4", ["-i", "way.srt", "-c:s", "mov_text"])
    var bytes = try folder.read("a.mp4")
    for (old, new) in [("tx3g", codec), ("sbtl", "meta")] {
      let place = try #require(bytes.firstRange(of: Array(old.utf8)))
      bytes.replaceSubrange(place, with: Array(new.utf8))
    }
    try folder.write(bytes, as: "b.mp4")
    try stripped("b.mp4")
    let left = try folder.read("stripped-b.mp4")
    #expect(left.firstRange(of: Array("48.2".utf8)) == nil && left.firstRange(of: Array(codec.utf8)) == nil)
  }

  @Test("boxes of makers in the user data and beside it go, texts stay")
  func makers() throws {
    try make("a.mov")
    _ = try ForeignTool.exiftool.attempt(
      ["-q", "-m", "-overwrite_original", "-UserData:Title=Walk", "-Keys:Make=Linux", "a.mov"], in: folder)
    var bytes = try folder.read("a.mov")
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func grow(_ place: Int, by count: Int) {
      let size = number(place) + count
      for index in 0..<4 { bytes[place + index] = UInt8(size >> (24 - 8 * index) & 0xff) }
    }
    func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(contents.count + 8)] + Array(type.utf8) + contents
    }
    let name = Array("Vienna".utf8)
    // XMP in UTF-16, in which nobody looks for names.
    let wide = [0xfe, 0xff] + name.flatMap { (byte: UInt8) -> [UInt8] in [0, byte] }
    let moov = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
    let udta = try #require(bytes[moov...].firstRange(of: Array("udta".utf8))).lowerBound - 4
    let own =
      box("GPMF", name) + box("MVTG", name) + box("XMP_", wide)
      + box("uuid", Array(repeating: 7, count: 16) + name)
    bytes.insert(contentsOf: own, at: udta + 8)
    grow(udta, by: own.count)
    let beside = box("gps ", name)
    bytes.insert(contentsOf: beside, at: udta)
    grow(moov, by: own.count + beside.count)
    try folder.write(bytes, as: "b.mov")
    let notes = try stripped("b.mov")
    #expect(notes.contains { $0.contains("'MVTG'") }, "\(notes)")
    let left = try folder.read("stripped-b.mov")
    #expect(left.firstRange(of: name) == nil && left.firstRange(of: wide) == nil)
    let listing = try ForeignTool.exiftool.attempt(["-a", "-G1", "stripped-b.mov"], in: folder).text
    #expect(listing.contains("Walk") && listing.contains("Linux"), "\(listing)")
  }
}
