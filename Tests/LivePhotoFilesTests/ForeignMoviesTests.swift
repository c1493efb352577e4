import ByteCoding
import FileStorage
import Simulator
import Testing

@testable import LivePhotoFiles

/// Movies that are no halves of Live Photos, where Live Photos are to be made of them.
struct ForeignMoviesTests {
  private let files = MemoryFiles()
  private let matroska: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0]

  private func units(_ walk: [ArchiveUnit]) -> [ArchiveUnit] {
    var movies = ForeignMovies(of: files)
    var units = walk.compactMap { movies.replacing($0) }
    while let unit = movies.next() { units.append(unit) }
    return units
  }

  @Test func aStillOfTheNameIsItsOwn() throws {
    try files.create("a/clip.webm", matroska)
    try files.create("b/clip.webm", matroska)
    #expect(
      units([
        .passedOver("a/clip.webm", why: ""), .passedOver("b/clip.webm", why: ""), .still("c/clip.png"),
        .still("b/Clip.PNG"), .still("b/clip.jpg"),
      ]) == [
        .still("c/clip.png"), .pair(still: "b/Clip.PNG", movie: "b/clip.webm", foundBy: .name), .still("b/clip.jpg"),
        .movie("a/clip.webm"),
      ])
  }

  @Test func whatIsNoMovieIsPassedOver() throws {
    try files.create("a.gif", Array("GIF89a".utf8))
    let units = [
      ArchiveUnit.passedOver("a.gif", why: "a GIF"), .passedOver("gone.webm", why: "gone"), .movie("b.mov"),
      .broken("c.webm", why: "empty"),
    ]
    #expect(self.units(units) == units)
  }

  @Test("a folder of tens of thousands takes no time: each name is looked up, none is searched for")
  func crowds() throws {
    struct Disk: FileSource {
      func open(_ path: String) throws(FileStoreError) -> FileBytes {
        FileBytes(ArrayBytes([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0], name: path))
      }
      func exists(_ path: String) -> Bool { true }
      func kind(of path: String) throws(FileStoreError) -> PathKind { .file }
      func names(in folder: String) throws(FileStoreError) -> [String] { [] }
    }
    let count = 30_000
    var movies = ForeignMovies(of: Disk())
    for number in 0..<count { #expect(movies.replacing(.passedOver("d/\(number).webm", why: "")) == nil) }
    // From the last on, so that a search from the first would meet all.
    for number in stride(from: count - 1, to: 0, by: -2) {
      let unit = ArchiveUnit.pair(still: "d/\(number).png", movie: "d/\(number).webm", foundBy: .name)
      #expect(movies.replacing(.still("d/\(number).png")) == unit)
    }
    for number in stride(from: 0, to: count, by: 2) { #expect(movies.next() == .movie("d/\(number).webm")) }
    #expect(movies.next() == nil)
  }
}
