import MediaCore
import Testing

@testable import LivePhotoFiles

/// What is decided by facts alone.
@Suite struct PairMatcherTests {
  /// A witness that knows what is alike, and says of all else that it is not.
  private struct Table: PairWitness {
    /// By the paths of still and movie.
    var likeness: [[String]: Double] = [:]
    /// Those which cannot be compared with anything.
    var unseen: Set<String> = []
    /// The bytes of files, where they are not their own.
    var bytes: [String: String] = [:]

    func likeness(of still: FileFacts, to movies: [PairGuess]) -> [PairLikeness?] {
      movies.map { guess in
        unseen.contains(still.path)
          ? nil : PairLikeness(value: likeness[[still.path, guess.movie.path]] ?? 0.1, seconds: guess.seconds)
      }
    }

    func isMotionPhoto(_ still: FileFacts, _ video: FileFacts) -> Bool { true }

    func fingerprint(of file: FileFacts) -> String? { bytes[file.path] ?? file.path }

    func areSame(_ one: FileFacts, _ part: Range<Int>, _ other: FileFacts) -> Bool {
      (bytes[one.path] ?? one.path) == (bytes[other.path] ?? other.path)
    }
  }

  private static func still(_ path: String, _ identifier: String? = nil, at seconds: Double? = nil) -> FileFacts {
    var facts = FileFacts(path, .still)
    (facts.kind, facts.size, facts.identifier) = (.jpeg, 1000, identifier)
    facts.taken = seconds.map { CaptureMoment(seconds: $0, offset: 0, isUTC: true) }
    return facts
  }

  private static func movie(_ path: String, _ identifier: String? = nil, at seconds: Double? = nil) -> FileFacts {
    var facts = FileFacts(path, .movie)
    (facts.kind, facts.size, facts.identifier, facts.durationSeconds) = (.movie, 2000, identifier, 3)
    facts.recorded = seconds.map {
      MovieMoment(begin: CaptureMoment(seconds: $0, offset: 0, isUTC: true), durationSeconds: 3)
    }
    return facts
  }

  private func pairs(_ files: [FileFacts], _ witness: Table = Table()) async throws -> [[String]] {
    try await PairMatcher.decisions(for: files, witness: witness).filter { $0.kind == .pair }.map {
      $0.files.map(\.path)
    }
  }

  @Test("identifiers decide before everything else")
  func identifiers() async throws {
    let files = [
      Self.still("d/A.JPG", "1"), Self.still("d/B.JPG", "2"), Self.movie("e/A.MOV", "2"), Self.movie("d/B.MOV", "1"),
    ]
    #expect(try await pairs(files) == [["d/A.JPG", "d/B.MOV"], ["d/B.JPG", "e/A.MOV"]])
  }

  @Test("of two stills that fit one movie the better one gets it, and of two movies the still the better one")
  func bestFit() async throws {
    let files = [
      Self.still("d/A.JPG", at: 100), Self.still("d/A(1).JPG", at: 100), Self.movie("d/A.MOV", at: 99),
      Self.still("d/B.JPG", at: 500), Self.movie("d/B.MOV", at: 499), Self.movie("d/B_HEVC.MOV", at: 499),
    ]
    let table = Table(likeness: [
      ["d/A.JPG", "d/A.MOV"]: 0.5, ["d/A(1).JPG", "d/A.MOV"]: 0.95, ["d/B.JPG", "d/B.MOV"]: 0.4,
      ["d/B.JPG", "d/B_HEVC.MOV"]: 0.9,
    ])
    #expect(try await pairs(files, table) == [["d/A(1).JPG", "d/A.MOV"], ["d/B.JPG", "d/B_HEVC.MOV"]])
  }

  @Test("stills that announce just so many bytes get the video of their own name first")
  func announced() async throws {
    var (one, other) = (Self.still("d/A.MP(1).jpg"), Self.still("d/A.MP.jpg"))
    (one.announcedVideo, other.announcedVideo) = (2000, 2000)
    let decisions = try await PairMatcher.decisions(
      for: [one, other, Self.movie("d/A.MP"), Self.movie("d/A.MP(1)")], witness: Table())
    #expect(decisions.map { $0.files.map(\.path) } == [["d/A.MP(1).jpg", "d/A.MP(1)"], ["d/A.MP.jpg", "d/A.MP"]])
  }

  @Test("of copies the one without a number is the original, and gets the movie of both")
  func numbers() async throws {
    let stills = [Self.still("d/A(1).JPG", "1"), Self.still("d/A.JPG", "1")]
    #expect(try await pairs(stills + [Self.movie("d/x.MOV", "1")]) == [["d/A.JPG", "d/x.MOV"]])
    let movies = [Self.movie("d/A(1).MOV", "1"), Self.movie("d/A.MOV", "1")]
    let table = Table(bytes: [
      "d/A.JPG": "still", "d/A(1).JPG": "still", "d/A.MOV": "movie", "d/A(1).MOV": "movie",
    ])
    #expect(try await pairs(stills + movies, table) == [["d/A.JPG", "d/A.MOV"]])
  }

  @Test("of pairs of one identifier that keeps it which has it in both halves, and need not be changed")
  func owners() async throws {
    let files = [
      Self.still("a/x.JPG", "1", at: 100), Self.movie("a/x.MOV", at: 99), Self.still("b/y.JPG", "1"),
      Self.movie("b/y.MOV", "1"),
    ]
    let decisions = try await PairMatcher.decisions(
      for: files, witness: Table(likeness: [["a/x.JPG", "a/x.MOV"]: 0.9]))
    #expect(decisions.map(\.kind) == [.pair, .pair])
    #expect(decisions.map(\.needsOwnIdentifier) == [true, false])
  }

  @Test("HEIC comes before JPEG, and the larger picture before the smaller, where one movie fits all")
  func versions() async throws {
    var (heic, large, small) = (Self.still("d/A.HEIC", "1"), Self.still("d/A.JPG", "1"), Self.still("d/A(1).JPG", "1"))
    heic.kind = .heic
    (large.pixels, small.pixels) = (12_000_000, 1_000_000)
    let movie = Self.movie("d/A.MOV", "1")
    #expect(try await pairs([large, small, heic, movie]) == [["d/A.HEIC", "d/A.MOV"]])
    #expect(try await pairs([small, large, movie]) == [["d/A.JPG", "d/A.MOV"]])
  }

  @Test("no name outweighs two identifiers that differ; where all else fits, that is a doubt")
  func otherIdentifiers() async throws {
    let files = [Self.still("d/A.JPG", "1", at: 100), Self.movie("d/A.MOV", "2", at: 99)]
    func kinds(_ likeness: Double) async throws -> Set<PairDecision.Kind> {
      let table = Table(likeness: [["d/A.JPG", "d/A.MOV"]: likeness])
      return Set(try await PairMatcher.decisions(for: files, witness: table).map(\.kind))
    }
    #expect(try await kinds(0.95) == [.doubt])
    #expect(try await kinds(0.1) == [.kept])
  }

  @Test("of several that fit by time alone none is chosen")
  func severalByTime() async throws {
    let files = [Self.still("d/x.JPG", at: 100), Self.still("d/y.JPG", at: 100.5), Self.movie("d/z.MOV", at: 99)]
    let alike = Table(likeness: [["d/x.JPG", "d/z.MOV"]: 0.95, ["d/y.JPG", "d/z.MOV"]: 0.94])
    let decisions = try await PairMatcher.decisions(for: files, witness: alike)
    #expect(decisions.map(\.kind) == [.doubt, .doubt, .doubt], "\(decisions)")
    let clear = Table(likeness: [["d/x.JPG", "d/z.MOV"]: 0.95, ["d/y.JPG", "d/z.MOV"]: 0.85])
    #expect(try await pairs(files, clear) == [["d/x.JPG", "d/z.MOV"]])
  }

  @Test("pictures that tell nothing leave a name without a date in doubt, and one with a date clear")
  func darkness() async throws {
    let dark = Table(unseen: ["d/A.JPG"])
    let undated = try await PairMatcher.decisions(for: [Self.still("d/A.JPG"), Self.movie("d/A.MOV")], witness: dark)
    #expect(undated.map(\.kind) == [.doubt, .doubt])
    #expect(try await pairs([Self.still("d/A.JPG", at: 100), Self.movie("d/A.MOV", at: 99)], dark).count == 1)
  }

  @Test("a doubt about what has found its own partner is none")
  func settledDoubt() async throws {
    let files = [
      Self.still("d/A.JPG", at: 90_000), Self.still("d/A(1).JPG", at: 100), Self.movie("d/A.MOV", at: 99),
    ]
    let table = Table(likeness: [["d/A.JPG", "d/A.MOV"]: 0.9, ["d/A(1).JPG", "d/A.MOV"]: 0.9])
    let decisions = try await PairMatcher.decisions(for: files, witness: table)
    #expect(decisions.map(\.kind) == [.pair, .kept], "\(decisions)")
  }

  @Test("recordings are no halves")
  func recordings() async throws {
    var long = Self.movie("d/A.MOV", at: 99)
    long.durationSeconds = 300
    let table = Table(likeness: [["d/A.JPG", "d/A.MOV"]: 0.99])
    #expect(try await pairs([Self.still("d/A.JPG", at: 100), long], table) == [])
  }

  @Test("no file is in two decisions, each is in one, and their order does not matter", arguments: 0..<60)
  func accounting(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let (files, witness) = Self.archive(&random)
    let decisions = try await PairMatcher.decisions(for: files, witness: witness)
    #expect(decisions.flatMap { $0.files.map(\.path) }.sorted() == files.map(\.path).sorted())
    #expect(try await PairMatcher.decisions(for: files.shuffled(using: &random), witness: witness) == decisions)
    for decision in decisions where decision.files.count == 2 {
      let (still, movie) = (decision.files[0], decision.files[1])
      #expect(still.role == .still && movie.role == .movie && [.pair, .motionPhoto, .copy].contains(decision.kind))
      #expect(still.identifier == nil || movie.identifier == nil || still.identifier == movie.identifier)
    }
    // What stays the same pair has an identifier that no other pair has.
    let own = decisions.filter { $0.kind == .pair && !$0.needsOwnIdentifier }.compactMap {
      $0.files[0].identifier ?? $0.files[1].identifier
    }
    #expect(own.count == Set(own).count)
  }

  /// Files of few names, identifiers, dates, sizes and looks, so that everything happens at once.
  private static func archive(_ random: inout SeededRandom) -> ([FileFacts], Table) {
    var files: [FileFacts] = []
    var table = Table()
    let stems = ["IMG_1", "IMG_1(1)", "IMG_E1", "IMG_2", "IMG_2_HEVC", "IMG_2-edited", "x", "y"]
    for folder in ["a", "a/b", "c"] {
      for stem in stems {
        for (tail, isStill) in [("JPG", true), ("HEIC", true), ("MOV", false), ("MP4", false)]
        where Bool.random(using: &random) {
          let identifier: String? = [nil, nil, "1", "2", "3"].randomElement(using: &random) ?? nil
          let seconds: Double? = [nil, 0, 2, 1000, 90_000].randomElement(using: &random) ?? nil
          let path = "\(folder)/\(stem).\(tail)"
          var facts = isStill ? still(path, identifier, at: seconds) : movie(path, identifier, at: seconds)
          facts.pixels = Int.random(in: 0...1, using: &random)
          if isStill, Int.random(in: 0..<5, using: &random) == 0 { facts.announcedVideo = 2000 }
          if Int.random(in: 0..<3, using: &random) == 0 { table.bytes[path] = "\(tail)" }
          files.append(facts)
        }
      }
    }
    for still in files where still.role == .still {
      for movie in files where movie.role == .movie {
        table.likeness[[still.path, movie.path]] = [0.1, 0.4, 0.6, 0.9].randomElement(using: &random)
      }
    }
    for extra in ["a/notes.txt", "c/broken.mov"] {
      files.append(FileFacts(extra, extra.hasSuffix("mov") ? .broken("cut") : .other("text")))
    }
    return (files, table)
  }

  @Test("a thousand files of one name, one time and one identifier take no time")
  func crowds() async throws {
    let count = 1000
    func files(_ identifier: String?, at seconds: Double?) -> [FileFacts] {
      (0..<count).flatMap {
        [
          Self.still("d/image(\($0)).JPG", identifier, at: seconds),
          Self.movie("d/image_HEVC(\($0)).MOV", identifier, at: seconds),
        ]
      }
    }
    for crowd in [files("1", at: 0), files(nil, at: 0), files(nil, at: nil)] {
      let decisions = try await PairMatcher.decisions(for: crowd, witness: Table())
      #expect(decisions.reduce(0) { $0 + $1.files.count } == 2 * count)
    }
  }
}
