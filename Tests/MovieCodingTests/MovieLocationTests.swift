import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@Suite struct MovieLocationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func withoutLocation(_ path: String) throws -> String {
    let source = try FileBytes(path)
    var editor = try MovieEditor(try MovieReader().read(source), source: source)
    editor.removeLocation(judge: PropertyListLocation.tellsPlace)
    let new = folder.path("result.mov")
    try Data(try editor.rope().contents()).write(to: URL(fileURLWithPath: new))
    return new
  }

  private func places(_ path: String) throws -> [String] {
    try ForeignTool.exiftool.run(["-ee", "-G1", "-a", "-u", "-s", path]).lines.filter {
      $0.localizedCaseInsensitiveContains("gps") || $0.localizedCaseInsensitiveContains("location")
    }
  }

  @Test(
    "nothing of a movie tells the place any more, and the packets are the same",
    arguments: MovieFixtures.paths)
  func phones(_ path: String) throws {
    let key = try MovieReader().read(FileBytes(path)).text(of: MovieKey.location)
    let new = try withoutLocation(path)
    #expect(try places(new).isEmpty)
    #expect(try MovieFixtures.packets(new) == MovieFixtures.packets(path))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: new))
    if let key { #expect(bytes.range(of: Data(key.utf8)) == nil, "\(key) is still among the bytes") }
    #expect(bytes.range(of: Data("location".utf8)) == nil)
  }

  @Test("user data of Android and of 3GPP", arguments: ["mp4", "mov", "3gp"])
  func userData(_ kind: String) throws {
    let path = folder.path("somewhere.\(kind)")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10", "-t", "1", "-metadata", "title=A walk",
      "-metadata", "location=+48.1374+011.5755/", "-c:v", "libx264", path,
    ])
    #expect(try !places(path).isEmpty)
    let new = try withoutLocation(path)
    #expect(try places(new).isEmpty)
    #expect(try ForeignTool.exiftool.run(["-s3", "-Title", new]).lines.contains("A walk"), "other data stay")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: new))
    #expect(bytes.range(of: Data("+48.1374".utf8)) == nil)
  }

  @Test("a movie that says nothing of a place is left alone")
  func nothing() throws {
    let path = folder.path("nowhere.mov")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10", "-t", "1", "-c:v", "libx264", path,
    ])
    let source = try FileBytes(path)
    let plain = try MovieEditor(try MovieReader().read(source), source: source).rope().contents()
    let new = try withoutLocation(path)
    #expect(firstDifference(try [UInt8](Data(contentsOf: URL(fileURLWithPath: new))), plain) == nil)
  }
}
