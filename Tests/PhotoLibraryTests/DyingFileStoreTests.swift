import ByteCoding
import FileStorage
import Synchronization
import TestSupport
import Testing

/// The dying disk must die as a process does: what it did lasts, its last step is half done, and nothing comes after.
@Suite struct DyingFileStoreTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ disk: DyingFileStore, _ name: String) throws {
    try disk.write(folder.path(name)) { write in
      for piece in [[1, 2, 3, 4], [5, 6, 7, 8]] as [[UInt8]] { try piece.withUnsafeBytes { try write($0) } }
    }
  }

  private func bytes(_ name: String) throws -> [UInt8]? {
    guard DiskFiles().attributes(of: folder.path(name)) != nil else { return nil }
    return try FileBytes(folder.path(name)).allBytes()
  }

  @Test(
    "the last step is half done", arguments: [(1, [1, 2]), (2, [1, 2, 3, 4, 5, 6]), (3, [1, 2, 3, 4, 5, 6, 7, 8])])
  func halfDone(steps: Int, left: [UInt8]) throws {
    let disk = DyingFileStore(after: steps)
    if steps < 3 {
      #expect(throws: FileStoreError.self) { try write(disk, "file") }
      #expect(disk.stepsLeft == 0)
    } else {
      try write(disk, "file")
      #expect(disk.stepsLeft == 1)
    }
    #expect(try bytes("file") == left)
  }

  @Test("a dead process does nothing, whatever it is asked for; reading is free")
  func dead() throws {
    let told = Mutex(0)
    let disk = DyingFileStore(after: 3) { told.withLock { $0 += 1 } }
    try write(disk, "file")
    let path = folder.path("file")
    #expect(throws: FileStoreError.self) { try disk.rename(path, to: folder.path("other")) }
    #expect(throws: FileStoreError.self) { try disk.remove(path) }
    #expect(throws: FileStoreError.self) { try disk.makeFolder(folder.path("folder")) }
    #expect(throws: FileStoreError.self) { _ = try disk.link(path, to: folder.path("other")) }
    #expect(throws: FileStoreError.self) { try disk.syncFolder(folder.path) }
    #expect(throws: FileStoreError.self) { try disk.removeFolder(folder.path) }
    #expect(try disk.names(in: folder.path) == ["file"] && disk.attributes(of: path)?.size == 8)
    #expect(told.withLock { $0 } == 8)
  }
}
