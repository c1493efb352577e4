import ByteCoding
import Foundation
import TestSupport
import Testing

@testable import FileStorage

@Suite struct CreateAllTests {
  private struct Stop: Error {}
  private let store = DiskFiles()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ name: String, _ bytes: [UInt8], date: Int64? = nil) -> FileDraft {
    FileDraft(folder.path(name), modificationNanoseconds: date) { write in try ByteRope(bytes).write(write) }
  }

  private func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }

  @Test("all files appear, in folders that are made for them, with their dates")
  func all() throws {
    let date: Int64 = -1_500_000_000
    try store.createAll([draft("new/deep/a", [1], date: date), draft("new/deep/b", [2, 3], date: 5_000_000_007)])
    #expect(try names("new/deep") == ["a", "b"])
    #expect(try folder.read("new/deep/b") == [2, 3])
    #expect(try FileBytes(folder.path("new/deep/a")).modificationNanoseconds == date)
    #expect(try FileBytes(folder.path("new/deep/b")).modificationNanoseconds == 5_000_000_007)
  }

  @Test("when one fails none is left, nor a folder that was made; folders that were there stay")
  func none() throws {
    try FileManager.default.createDirectory(atPath: folder.path("old"), withIntermediateDirectories: true)
    for name in ["new/deep/b", "old/b"] {
      #expect(throws: Stop.self) {
        try store.createAll([
          draft(name.replacingOccurrences(of: "b", with: "a"), [1]),
          FileDraft(folder.path(name)) { write in
            try [UInt8(1)].withUnsafeBytes { try write($0) }
            throw Stop()
          },
        ])
      }
    }
    #expect(try names() == ["old"])
    #expect(try names("old") == [])
  }

  @Test("a name that is taken, before or meanwhile, undoes the others and is left as it is")
  func taken() throws {
    try folder.write([9], as: "b")
    for drafts in [[draft("a", [1]), draft("b", [2])], [draft("a", [1]), draft("a", [2])]] {
      #expect { try store.createAll(drafts) } throws: { ($0 as? FileStoreError)?.code == .existing }
      #expect(try names() == ["b"])
    }
    #expect {
      try store.createAll([
        draft("a", [1]),
        FileDraft(folder.path("c")) { _ in try folder.write([7], as: "c") },
      ])
    } throws: {
      ($0 as? FileStoreError)?.code == .existing
    }
    #expect(try names() == ["b", "c"])
    #expect(try folder.read("c") == [7])
    #expect(try folder.read("b") == [9])
  }

  @Test("a place where no folder can be made is named")
  func badFolder() throws {
    try folder.write([1], as: "file")
    #expect { try store.createAll([draft("file/x/a", [1])]) } throws: { error in
      let error = error as? FileStoreError
      return error?.errno == ENOTDIR && error?.path == folder.path("file")
    }
  }
}
