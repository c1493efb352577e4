import Testing

@testable import LivePhotoFiles

@Suite struct PairFinderTests {
  private func still(_ path: String, _ identifier: String? = nil, motion: Bool = false) -> PairFinder.Candidate {
    .init(path: path, isStill: true, identifier: identifier, isMotionPhoto: motion)
  }

  private func movie(_ path: String, _ identifier: String? = nil) -> PairFinder.Candidate {
    .init(path: path, isStill: false, identifier: identifier)
  }

  @Test("identifiers decide before names do")
  func identifiersFirst() {
    let found = PairFinder([still("d/A.JPG", "1"), still("d/B.JPG", "2"), movie("d/A.MOV", "2"), movie("d/B.MOV", "1")])
    #expect(
      found.pairs == [
        .init(still: "d/A.JPG", movie: "d/B.MOV", foundBy: .identifier, identifier: "1"),
        .init(still: "d/B.JPG", movie: "d/A.MOV", foundBy: .identifier, identifier: "2"),
      ])
    #expect(found.alone == [])
  }

  @Test("names pair what has no partner by identifier, whatever is added to a movie's name")
  func names() {
    let found = PairFinder([
      still("d/IMG_1.HEIC"), movie("d/img_1.mov"), still("d/IMG_2.HEIC", "x"), movie("d/IMG_2_HEVC.MOV"),
      still("d/abc.heic"), movie("d/abc_3.mov", "y"), still("d/IMG_4.JPG"), movie("e/IMG_4.MOV"),
    ])
    #expect(found.pairs.map(\.movie) == ["d/img_1.mov", "d/IMG_2_HEVC.MOV", "d/abc_3.mov"])
    #expect(found.pairs.allSatisfy { $0.foundBy == .name })
    #expect(found.alone.map(\.path) == ["d/IMG_4.JPG", "e/IMG_4.MOV"])
  }

  @Test("copies of a pair are paired each with its own half")
  func copies() {
    let found = PairFinder([
      still("a/1.JPG", "x"), movie("a/1.MOV", "x"), still("b/1.JPG", "x"), movie("b/1.MOV", "x"),
    ])
    #expect(found.pairs.map { [$0.still, $0.movie] } == [["a/1.JPG", "a/1.MOV"], ["b/1.JPG", "b/1.MOV"]])
    #expect(found.alone == [])
  }

  @Test("names that differ in the composition of their characters alone are two files")
  func composition() {
    let found = PairFinder([still("d/caf\u{e9}.JPG"), still("d/cafe\u{301}.JPG"), movie("d/cafe\u{301}.MOV")])
    #expect(found.pairs.count == 1 && found.alone.count == 1)
  }

  @Test("a Motion Photo stays alone, unless a movie carries its identifier")
  func motionPhotos() {
    let found = PairFinder([
      still("P.MP.jpg", motion: true), movie("P.MP.mov"), still("Q.jpg", "q", motion: true), movie("Q.mov", "q"),
    ])
    #expect(found.alone.map(\.path) == ["P.MP.jpg", "P.MP.mov"] && found.alone.map(\.isMotionPhoto) == [true, false])
    #expect(found.pairs.map(\.still) == ["Q.jpg"])
  }
}
