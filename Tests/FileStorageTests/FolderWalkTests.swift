import FileStorage
import Foundation
import TestSupport
import Testing

/// Walks through folders that are on a disk, and through some that refuse.
@Suite struct FolderWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func walk(_ paths: [String], of files: any FileSource = DiskFiles()) -> [FolderWalk.Folder] {
    var walk = FolderWalk(of: files) { $0.hasSuffix(".pvt") }
    walk.enter(paths)
    return Array(walk)
  }

  private func kinds(_ folders: [FolderWalk.Folder]) -> [String: String] {
    let entries = folders.flatMap(\.entries).map { entry in
      let word = "\(entry.kind)".prefix { $0 != "(" }
      return (String(entry.path.dropFirst(folder.path.count + 1)), String(word))
    }
    return Dictionary(uniqueKeysWithValues: entries)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  @Test("folders come before those in them, sorted, without names that begin with a dot")
  func order() throws {
    for name in ["b/2", "b/c/3", "a/1", "0", ".git/x", "b/B.pvt/still", "b/.hidden"] {
      try folder.write([1], as: name)
    }
    let folders = walk([folder.path])
    #expect(folders.map(\.path) == [folder.path, folder.path("a"), folder.path("b"), folder.path("b/c")])
    #expect(
      kinds(folders) == ["0": "file", "a/1": "file", "b/2": "file", "b/B.pvt": "leaf", "b/c/3": "file"])
    #expect(folders.map(\.hiddenCount) == [1, 0, 1, 0])
  }

  @Test("a walk that follows no links tells of each, and enters folders that are given as links")
  func unfollowed() throws {
    let outside = try TemporaryFolder()
    try outside.write([1], as: "far/away")
    try folder.write([1], as: "a/file")
    try link("a/loop", to: "..")
    try link("a/itself", to: "itself")
    try link("a/out", to: outside.path("far"))
    try link("given", to: outside.path("far"))
    var walk = FolderWalk(of: DiskFiles(), followsLinks: false) { _ in false }
    walk.enter([folder.path("a"), folder.path("given")])
    let found = Array(walk)
    #expect(
      kinds(found) == [
        "a/file": "file", "a/loop": "unfollowed", "a/itself": "unfollowed", "a/out": "unfollowed", "given/away": "file",
      ])
  }

  @Test("links in a circle, to what is met anyway and to nowhere are told, and do not lead anywhere twice")
  func links() throws {
    let outside = try TemporaryFolder()
    try outside.write([1], as: "far/away")
    try folder.write([1], as: "a/file")
    try link("a/loop", to: "..")
    try link("a/itself", to: "itself")
    try link("a/near", to: "file")
    try link("a/nowhere", to: "missing")
    try link("a/out", to: outside.path("far"))
    try link("a/out2", to: outside.path("far"))
    try link("a/single", to: outside.path("far/away"))
    let kinds = kinds(walk([folder.path]))
    #expect(
      kinds == [
        "a/file": "file", "a/loop": "link", "a/itself": "lost", "a/near": "link", "a/nowhere": "lost",
        "a/out/away": "file", "a/out2": "link", "a/single": "link",
      ])
  }

  @Test("a folder that is named twice, or within another that is named, is entered once")
  func twice() throws {
    try folder.write([1], as: "a/b/file")
    let folders = walk([folder.path("a/b"), folder.path("a"), folder.path("a")])
    let files = folders.flatMap(\.entries).filter { if case .file = $0.kind { true } else { false } }
    #expect(files.map(\.path) == [folder.path("a/b/file")])
    let known = folders.flatMap(\.entries).filter { if case .known = $0.kind { true } else { false } }
    #expect(known.map(\.path) == [folder.path("a/b"), folder.path("a")])
  }

  /// A disk on which some folders may not be listed.
  private struct GuardedDisk: FileSource {
    let disk = DiskFiles()
    let closed: String
    func open(_ path: String) throws(FileStoreError) -> FileBytes { try disk.open(path) }
    func exists(_ path: String) -> Bool { disk.exists(path) }
    func kind(of path: String) throws(FileStoreError) -> PathKind { try disk.kind(of: path) }
    func names(in folder: String) throws(FileStoreError) -> [String] {
      guard folder != closed else {
        throw FileStoreError(path: folder, operation: "opendir", errno: EACCES, message: "it is not this user's")
      }
      return try disk.names(in: folder)
    }
  }

  @Test("a folder that cannot be listed is told, and does not keep the others from being entered")
  func closed() throws {
    for name in ["a/1", "b/2", "c/3"] { try folder.write([1], as: name) }
    let folders = walk([folder.path], of: GuardedDisk(closed: folder.path("b")))
    #expect(folders.first { $0.path == folder.path("b") }?.error?.code == .accessDenied)
    #expect(kinds(folders) == ["a/1": "file", "c/3": "file"])
  }
}
