import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// A folder as an export leaves it, and what pairing makes of it.
final class ExportFolder {
  let folder: TemporaryFolder
  private(set) var findings: [PairingFinding] = []
  private let library = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  /// A pair of a scene, which begins so many seconds later than others.
  static func pair(
    scene: UInt64 = 7, identifier: String? = nil, later seconds: Double = 0,
    _ change: (inout SamplePair.Recipe) -> Void = { _ in }
  ) throws -> SamplePair {
    var recipe = SamplePair.Recipe()
    recipe.scene = scene
    // Another for each scene, as cameras do.
    recipe.identifier = identifier ?? "0F3C1B5E-8F3A-4D7B-9A55-" + String(scene + 0xA000_0000_0000, radix: 16)
    recipe.begins = recipe.begins.advanced(by: MediaTime(seconds: seconds, preferredTimescale: 1000))
    change(&recipe)
    return try SamplePair(recipe)
  }

  func add(_ bytes: [UInt8], _ name: String) throws { try folder.write(bytes, as: "in/" + name) }

  @discardableResult
  func pair(
    output: String? = "out", _ change: (inout PairingRequest) -> Void = { _ in },
    tell: @escaping (PairingFinding) -> Void = { _ in }
  ) async throws -> PairingReport {
    var request = PairingRequest(folders: [folder.path("in")], output: output.map { folder.path($0) })
    change(&request)
    let collected = Collected()
    defer { findings = collected.findings }
    let report = try await library.pair(request) {
      collected.findings.append($0)
      tell($0)
    }
    return report
  }

  private final class Collected { var findings: [PairingFinding] = [] }

  /// The finding about a file that was given.
  func finding(_ name: String) throws -> PairingFinding {
    let found = findings.filter { $0.files.contains(folder.path("in/" + name)) }
    #expect(found.count == 1, "\(name): \(findings.flatMap(\.lines))")
    return try #require(found.first)
  }

  /// Checks that a still and a movie became a Live Photo under these names, in the eyes of others, too.
  @discardableResult
  func expectPair(_ still: String, _ movie: String, as names: (String, String)) async throws -> PairingFinding {
    let found = try finding(still)
    #expect(found.outcome == .pair && found.files == [still, movie].map { folder.path("in/" + $0) }, "\(found.lines)")
    let paths = [names.0, names.1].map { folder.path("out/" + $0) }
    #expect(found.written == paths, "\(found.lines)")
    let verdict = try await library.verify(paths[0], paths[1])
    #expect(verdict.isLivePhoto, "\(verdict.lines(isVerbose: false))")
    let tags = try paths.map { try Self.identifier($0) }
    #expect(tags[0] != "" && tags[0] == tags[1], "\(tags)")
    return found
  }

  /// What exiftool takes for the identifier of a still or movie.
  static func identifier(_ path: String) throws -> String {
    try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", "-MediaGroupUUID", path]).lines.first ?? ""
  }

  /// Checks that a file was copied as it is, for such a reason.
  func expectKept(_ name: String, _ outcome: PairingFinding.Outcome = .kept, because reason: String) throws {
    let found = try finding(name)
    #expect(found.outcome == outcome && found.reason.contains(reason), "\(found.lines)")
    #expect(found.written == [folder.path("out/" + name)])
    #expect(try folder.read("out/" + name) == folder.read("in/" + name))
  }

  /// The names of all files that were written, sorted.
  var written: [String] {
    let names = FileManager.default.enumerator(atPath: folder.path("out"))?.allObjects as? [String] ?? []
    var isFolder: ObjCBool = false
    return names.filter {
      FileManager.default.fileExists(atPath: folder.path("out/" + $0), isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

/// Halves that services have changed.
enum ExportedHalf {
  /// A movie without identifier and still time, as services that convert to MP4 leave it; with its date on request.
  static func movie(_ bytes: [UInt8], isDated: Bool = true, isMP4: Bool = true, cut: Double? = nil) throws -> [UInt8] {
    let file = try MovieReader().read(bytes)
    var editor = try MovieEditor(file, source: ArrayBytes(bytes, name: "movie"))
    editor.setMetadata(MovieKey.contentIdentifier, text: nil)
    editor.removeTracks { $0.metadataKeys.values.contains(MovieKey.stillImageTime) }
    if !isDated { editor.setMetadata(MovieKey.creationDate, text: nil) }
    if isMP4 { editor.setContainer(.mp4) }
    let plain = try editor.rope().contents()
    return isDated ? plain : try withoutHeaderDate(plain)
  }

  private static func withoutHeaderDate(_ bytes: [UInt8]) throws -> [UInt8] {
    try rewritten(bytes, "mp4") {
      ["-y", "-v", "error", "-i", $0, "-map", "0:v", "-c", "copy", "-map_metadata", "-1", $1]
    }
  }

  /// A movie with its description before its pictures, as for the web.
  static func withDescriptionFirst(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = try MovieReader().read(bytes)
    let start = try #require(file.outline.first { $0.header.type == "moov" }).offset
    let first = try #require(file.outline.first { $0.header.type != "ftyp" }).offset
    var box = file.box
    let size = UInt64(try box.encoded().count)
    for track in file.tracks.indices {
      try box.change(ChunkOffsetBox.self, at: ["mdia", "minf", "stbl"], track: track) { table in
        table.offsets = table.offsets.map { $0 + size }
      }
    }
    return Array(bytes[..<first]) + (try box.encoded()) + bytes[first..<start]
  }

  /// A still without any metadata.
  static func bareStill(_ bytes: [UInt8]) throws -> [UInt8] {
    try rewritten(bytes, "jpg") { ["-q", "-all=", "-o", $1, $0] }
  }

  /// A still whose date has no time zone, and which names no movie.
  static func stillWithoutZone(_ bytes: [UInt8]) throws -> [UInt8] {
    try rewritten(bytes, "jpg") {
      [
        "-q", "-OffsetTime=", "-OffsetTimeOriginal=", "-OffsetTimeDigitized=", "-MakerNotes:all=", "-XMP:all=", "-o",
        $1, $0,
      ]
    }
  }

  private static func rewritten(
    _ bytes: [UInt8], _ kind: String, _ arguments: (String, String) -> [String]
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "old." + kind)
    let tool: ForeignTool = kind == "jpg" ? .exiftool : .ffmpeg
    try tool.run(arguments(path, folder.path("new." + kind)))
    return try folder.read("new." + kind)
  }

  /// The still and the video of a Motion Photo, apart.
  static func torn(_ pair: SamplePair) throws -> (whole: [UInt8], still: [UInt8], video: [UInt8]) {
    let whole = try MotionPhoto.rope(
      still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(pair.movie, name: "movie")
    ).contents()
    let file = try StillFile.read(ArrayBytes(whole, name: "whole"))
    let range = try #require(file.motionPhoto?.videoRange)
    return (whole, Array(whole[..<range.lowerBound]), Array(whole[range]))
  }
}
