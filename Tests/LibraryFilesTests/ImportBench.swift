import Dispatch
import FileStorage
import Foundation
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import Simulator
import TestSupport
import Testing

/// A library, and folders that are imported into it.
struct ImportBench {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try Self.open(folder.path("library"))
  }

  static func open(
    _ path: String, files: any FileTree = DiskFiles(), clock: any MediaClock = VirtualClock()
  ) throws -> PhotoLibrary {
    let date = WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 0)
    return try PhotoLibrary(
      at: path,
      environment: LibraryEnvironment(
        clock: clock, wallClock: FixedWallClock(date: date, at: clock.now), authorization: .fixed(.authorized),
        files: files, mainQueue: DispatchQueue(label: "test.main")))
  }

  func source(_ name: String) throws -> String {
    let path = folder.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  func copy(_ path: String, to folder: String, as name: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/" + name)
  }

  /// A folder with a pair under the names that a phone gives.
  func phone(with pair: LivePhotoFixtures.Pair) throws -> String {
    let source = try source("phone")
    try copy(pair.still, to: source, as: "IMG_0001." + (pair.still as NSString).pathExtension)
    try copy(pair.movie, to: source, as: "IMG_0001.MOV")
    return source
  }

  /// A copy of a pair with another identifier: another Live Photo.
  func twin(of pair: LivePhotoFixtures.Pair, _ digit: UInt8) throws -> (still: String, movie: String) {
    let halves = try [bytes(pair.still), bytes(pair.movie)]
    let text = try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", pair.movie]).text
    let identifier = Array(text.utf8.prefix(36))
    #expect(identifier.count == 36)
    let paths = try zip(["still.jpg", "movie.mov"], halves).map { name, bytes in
      var bytes = bytes
      for start in bytes.indices where bytes[start] == identifier[0] && bytes[start...].starts(with: identifier) {
        let new = UInt8(ascii: "0") + digit
        bytes[start + 35] = identifier[35] == new ? UInt8(ascii: "9") : new
      }
      return try folder.write(bytes, as: "twin-\(digit)-\(name)")
    }
    return (paths[0], paths[1])
  }

  func importing(_ paths: String...) async throws -> (report: ImportReport, findings: [ImportFinding]) {
    var findings: [ImportFinding] = []
    let report = try await LibraryImporter(into: library).run(paths) { findings.append($0) }
    return (report, findings)
  }

  /// The only asset.
  func asset() throws -> Asset {
    let all = try Asset.fetchAssets(in: library)
    #expect(all.count == 1)
    return try #require(all.firstObject)
  }

  /// The types and names of an asset's files.
  func files(of asset: Asset) throws -> [String] {
    try AssetResource.assetResources(for: asset, in: library).map { "\($0.type) \($0.originalFilename)" }
  }

  func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// A file's bytes as a program leaves them that changes something and keeps identifiers and dates.
  func edited(_ path: String, mark: UInt8 = 1) throws -> [UInt8] {
    let bytes = try bytes(path)
    guard bytes.starts(with: [0xff, 0xd8]) else {
      return bytes + [0, 0, 0, 12] + Array("free".utf8) + [mark, mark, mark, mark]
    }
    return [0xff, 0xd8, 0xff, 0xfe, 0, 4, mark, mark] + bytes.dropFirst(2)
  }
}
