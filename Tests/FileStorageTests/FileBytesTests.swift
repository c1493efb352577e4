import ByteCoding
import FileStorage
import Foundation
import TestSupport
import Testing

@Suite struct FileBytesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file's bytes are read from any place, and not past its end")
  func reading() throws {
    let path = folder.path + "/a"
    try Data([1, 2, 3, 4, 5]).write(to: URL(fileURLWithPath: path))
    let bytes = try FileBytes(path)
    #expect(bytes.count == 5)
    #expect(try bytes.bytes(1..<3) == [2, 3])
    #expect(try bytes.allBytes() == [1, 2, 3, 4, 5])
    #expect(throws: ByteError.self) { try bytes.bytes(3..<6) }
    #expect(bytes.modificationNanoseconds > 0)
  }

  @Test("a file that shrinks while it is open is an error, never other bytes")
  func shrinking() throws {
    let path = folder.path + "/a"
    try Data([1, 2, 3, 4, 5]).write(to: URL(fileURLWithPath: path))
    let bytes = try FileBytes(path)
    #expect(truncate(path, 2) == 0)
    let error = #expect(throws: ByteError.self) { try bytes.bytes(0..<5) }
    #expect(error?.code == .outOfRange)
  }

  @Test("what is no file that can be read is refused by name", arguments: ["missing", "folder", "pipe"])
  func refused(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let error = #expect(throws: FileStoreError.self) { try FileBytes(folder.path + "/" + name) }
    #expect(error?.path == folder.path + "/" + name)
  }
}
