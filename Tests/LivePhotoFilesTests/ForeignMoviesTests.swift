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
}
