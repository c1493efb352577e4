import Foundation
import TestSupport
import Testing

@Suite struct TemporaryFolderTests {
  @Test("a folder keeps its files as long as it is held")
  func lifetime() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder).path
    let file = try #require(folder).write([1, 2, 3], as: "some/file")
    #expect(file == path + "/some/file")
    #expect(try folder?.read("some/file") == [1, 2, 3])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
