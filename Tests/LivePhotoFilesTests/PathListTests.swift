import MediaCore
import SystemCalls
import Testing

@testable import LivePhotoFiles

/// Lists of paths, whatever pieces they come in.
struct PathListTests {
  private struct Broken: Error {}

  private func list(_ bytes: [UInt8], nullTerminated: Bool = false, portion: Int = 1 << 16) -> PathList {
    var rest = bytes[...]
    return PathList("list", nullTerminated: nullTerminated) { buffer in
      let piece = rest.prefix(min(portion, buffer.count))
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  private func paths(_ list: PathList) throws -> [String] {
    var (list, paths) = (list, [String]())
    while let path = try list.next() { paths.append(path) }
    #expect(try list.next() == nil)
    return paths
  }

  @Test(arguments: [1, 2, 3, 7, 1 << 16]) func linesArePaths(portion: Int) throws {
    let bytes = Array("a/b.jpg\n\n c\r\n".utf8) + [0xFF, 0x0A] + Array("last".utf8)
    #expect(try paths(list(bytes, portion: portion)) == ["a/b.jpg", " c\r", String(systemPath: [0xFF]), "last"])
  }

  @Test(arguments: [1, 2, 5]) func nullsEndPaths(portion: Int) throws {
    let bytes = Array("a\nb\0c\0\0d".utf8)
    #expect(try paths(list(bytes, nullTerminated: true, portion: portion)) == ["a\nb", "c", "d"])
  }

  @Test func nothingIsInAnEmptyList() throws { #expect(try paths(list([])).isEmpty) }

  @Test func nullsAmongLinesAreRefused() throws {
    var list = list(Array("a\nb\0c\n".utf8))
    #expect(try list.next() == "a")
    let error = #expect(throws: LivePhotoError.self) { try list.next() }
    #expect(error?.code == .malformed)
    #expect(error?.message.contains("Entry 2") == true && error?.message.contains("--null") == true)
  }

  @Test func anEndlessPathIsRefused() throws {
    var count = 0
    var list = PathList("list", nullTerminated: false) { buffer in
      count += buffer.count
      for index in buffer.indices { buffer[index] = 0x61 }
      return buffer.count
    }
    #expect(throws: LivePhotoError.self) { try list.next() }
    #expect(count < 1 << 20)
  }

  @Test func whatReadingThrowsComesThrough() {
    var list = PathList("list", nullTerminated: false) { _ in throw Broken() }
    #expect(throws: Broken.self) { try list.next() }
  }

  @Test func aHundredThousandPathsTakeNoTime() throws {
    let bytes = (0..<100_000).flatMap { Array("folder/IMG_\($0).HEIC\n".utf8) }
    #expect(try paths(list(bytes)).count == 100_000)
  }
}
