import ByteCoding
import FileStorage
import Foundation
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary
import TestSupport
import Testing

/// What leaves a library: under names that programs know, and only what the library took.
@Suite struct OutgoingFileTests {
  private let bench: ImportBench
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  @Test("a long name is cut before its extension, however it is exported", arguments: [195, 205, 240])
  func longNames(_ length: Int) async throws {
    let pair = LivePhotoFixtures.pairs[0]
    let source = try bench.source("phone")
    let kind = (pair.still as NSString).pathExtension.uppercased()
    let stem = String(repeating: "n", count: length)
    try bench.copy(pair.still, to: source, as: stem + "." + kind)
    try bench.copy(pair.movie, to: source, as: stem + ".MOV")
    _ = try await bench.importing(source)
    for isOriginal in [false, true] {
      var exporter = LibraryExporter(from: library)
      exporter.isOriginal = isOriginal
      let files = try exporter.export(bench.asset(), to: bench.folder.path("out-\(isOriginal)")).files
      let names = files.map { ($0 as NSString).lastPathComponent }
      #expect(names.map { ($0 as NSString).pathExtension } == [kind, "MOV"])
      #expect(Set(names.map { ($0 as NSString).deletingPathExtension }) == [String(stem.prefix(200))])
    }
  }

  @Test("a link in the place of a file is no file, whoever asks for it")
  func links() async throws {
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let asset = try bench.asset()
    let secret = try bench.folder.write(Array("secret".utf8), as: "secret.txt")
    for resource in try AssetResource.assetResources(for: asset, in: library) {
      try FileManager.default.removeItem(atPath: resource.path)
      try FileManager.default.createSymbolicLink(atPath: resource.path, withDestinationPath: secret)
    }
    let output = bench.folder.path("out")
    for format in LibraryExporter.Format.allCases {
      for isOriginal in [false, true] {
        var exporter = LibraryExporter(from: library)
        (exporter.format, exporter.isOriginal, exporter.takesDamaged) = (format, isOriginal, true)
        #expect { try exporter.export(asset, to: output) } throws: { ($0 as? PhotosError)?.code == .missingResource }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).isEmpty)
    #expect(throws: (any Error).self) { try LibraryThumbnails(of: library).path(for: asset) }
    await #expect(throws: (any Error).self) {
      try await LibraryEditor(of: library).edit(asset, description: "rotate 90") { $0.turn = .right }
    }
    let tree = try LibraryTree(of: library, at: bench.folder.path("tree")).update()
    #expect(tree.added == 0 && tree.problems.count == 2)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.map(\.kind) == [.missingFile, .missingFile, .strayFile, .strayFile])
  }

  @Test(
    "a thumbnail of a file that its store refuses or does not give now says so, and nothing of the picture",
    arguments: [FileStoreError.Code.accessDenied, .unreachable])
  func storeAway(_ code: FileStoreError.Code) async throws {
    struct Away: ForwardingFiles {
      let code: FileStoreError.Code
      var forwarded: any FileTree { DiskFiles() }
      func open(_ path: String) throws(FileStoreError) -> FileBytes {
        throw FileStoreError(code, path: path, operation: "GET", message: "no")
      }
    }
    let bench = try ImportBench()
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let library = try ImportBench.open(bench.library.path, files: Away(code: code))
    let error = #expect(throws: FileStoreError.self) { try LibraryThumbnails(of: library).path(for: bench.asset()) }
    #expect(error?.code == code)
  }

  @Test("a thumbnail is shown though the disk has no room for it")
  func fullDisk() async throws {
    struct FullDisk: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      func makeFolder(_ path: String) throws(FileStoreError) {
        throw FileStoreError(path: path, operation: "mkdir", errno: ENOSPC, message: "it is full")
      }
    }
    _ = try await bench.importing(bench.phone(with: LivePhotoFixtures.pairs[0]))
    let asset = try bench.asset()
    let full = LibraryThumbnails(of: library, folders: FullDisk())
    #expect(throws: FileStoreError.self) { try full.path(for: asset, side: 48) }
    let shown = try full.bytes(for: asset, side: 48)
    #expect(!FileManager.default.fileExists(atPath: shown.path))
    let kept = try LibraryThumbnails(of: library).bytes(for: asset, side: 48)
    #expect(try kept.path == shown.path && kept.source.allBytes() == shown.source.allBytes())
    #expect(try FileBytes(kept.path).allBytes() == shown.source.allBytes())
  }
}
