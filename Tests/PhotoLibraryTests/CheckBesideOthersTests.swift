import FileStorage
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// A check of a library that somebody else changes meanwhile.
@Suite struct CheckBesideOthersTests {
  /// A disk on which something is done once, just before a folder is listed or a file is looked at.
  private final class MeddledDisk: ForwardingFiles {
    let forwarded: any FileTree = DiskFiles()
    private let part: String
    private let deed = Mutex<(@Sendable () throws -> Void)?>(nil)

    init(at part: String) { self.part = part }

    func arm(_ new: @escaping @Sendable () throws -> Void) { deed.withLock { $0 = new } }

    private func meddle(_ path: String) {
      guard path.hasSuffix(part) else { return }
      let next = deed.withLock { deed in
        defer { deed = nil }
        return deed
      }
      do { try next?() } catch { Issue.record(error) }
    }

    func names(in folder: String) throws(FileStoreError) -> [String] {
      meddle(folder)
      return try forwarded.names(in: folder)
    }

    func attributes(of path: String) -> FileAttributes? {
      meddle(path)
      return forwarded.attributes(of: path)
    }
  }

  private let bench: LibraryBench
  private let other: PhotoLibrary
  private let asset: Asset

  init() throws {
    bench = try LibraryBench()
    other = try bench.open()
    try other.add(TinyPair.first.get())
    asset = try #require(try Asset.fetchAssets(in: other).firstObject)
  }

  private func edit() throws {
    let (edit, other, asset) = (try TinyPair.second.get(), other, asset)
    try other.performChangesAndWait {
      AssetChangeRequest.setContentEdits(
        [
          AssetEdit(.fullSizePhoto, data: edit.still), AssetEdit(.fullSizePairedVideo, data: edit.movie),
          AssetEdit(.adjustmentData, data: [1]),
        ], of: asset, in: other)
    }
  }

  private func edited() throws -> String {
    let resources = try AssetResource.assetResources(for: asset, in: other)
    return try #require(resources.first { $0.type == .fullSizePhoto }).path
  }

  private func findings(whenAt part: String, _ deed: @escaping @Sendable () throws -> Void) throws
    -> [LibraryCheck.Finding]
  {
    let disk = MeddledDisk(at: part)
    var check = LibraryCheck(of: try bench.open(files: disk), repairs: true)
    // Whoever opens the library looks at its folders, too.
    disk.arm(deed)
    return try check.run().findings
  }

  @Test("files of an edit that is reverted while they are listed are nobody's orphans, and stay out of 'recovered'")
  func revertedWhileListed() throws {
    try edit()
    let (asset, other) = (asset, other)
    // The last of the folders that are listed: what was edited has been listed by then.
    let findings = try findings(whenAt: "/incoming") {
      try other.performChangesAndWait { AssetChangeRequest.revertAssetContentToOriginal(of: asset, in: other) }
    }
    #expect(findings.isEmpty)
    #expect(bench.files(below: "recovered").isEmpty)
  }

  @Test("files of an edit that is reverted while they are looked at are not lost")
  func revertedWhileLookedAt() throws {
    try edit()
    let (asset, other, path) = (asset, other, try edited())
    let findings = try findings(whenAt: path) {
      try other.performChangesAndWait { AssetChangeRequest.revertAssetContentToOriginal(of: asset, in: other) }
    }
    #expect(findings.isEmpty)
    #expect(try Asset.fetchAssets(in: other).firstObject?.remark == nil)
  }
}
