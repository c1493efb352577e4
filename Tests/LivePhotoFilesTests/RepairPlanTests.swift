import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import Testing

@testable import LivePhotoFiles

/// What is decided to be mended, from what is wrong.
@Suite struct RepairPlanTests {
  private static let identifier = SamplePair.Recipe().identifier
  private static let derived = "0123ABCD-0123-8123-8123-0123456789AB"
  private let good: [UInt8]
  private let stillTime: MediaTime
  private let still = StillFacts(
    kind: .jpeg, displayWidth: 320, displayHeight: 240, hasExif: true, makerNoteProblem: nil,
    identifier: Self.identifier, date: DateReading("2026-11-21T04:40:06-05:30"))

  init() throws {
    let pair = try SamplePair.good.get()
    (good, stillTime) = (pair.movie, pair.stillTime)
  }

  /// The pictures as a decoder would give them.
  private func look(turned orientation: ExifOrientation = .up) throws -> MovieLook {
    let recipe = SamplePair.Recipe()
    let frames = try (0..<recipe.frames).map { index in
      MovieLook.Frame(
        time: MediaTime(value: Int64(index) * 20, timescale: 600),
        grid: LumaGrid(try DriftingBlocks.picture(recipe, frame: index)).turned(orientation))
    }
    return MovieLook(frames: frames, brokenPictures: 0, foreign: nil)
  }

  private func plan(
    still: StillFacts? = nil, movie bytes: [UInt8]? = nil, look: MovieLook? = nil, stillPath: String = "A.JPG",
    moviePath: String = "A.MOV", _ change: (inout RepairRequest) -> Void = { _ in }
  ) throws -> RepairPlan {
    let source = ArrayBytes(bytes ?? good, name: moviePath)
    let movie = try MovieReader().read(source)
    let look = try look ?? self.look()
    let recipe = SamplePair.Recipe()
    let grid = LumaGrid(try DriftingBlocks.picture(recipe, frame: recipe.stillFrame))
    let facts = still ?? self.still
    let results =
      MovieRules(file: movie, source: source).results
      + FileRules(stillPath: stillPath, still: facts, stillGrid: .success(grid), moviePath: moviePath).results
      + PairRules(still: facts, movie: movie).results
      + PictureRules(movie: movie, time: nil, look: .success(look), still: .success(grid)).results
    let verdict = Verdict(
      still: stillPath, movie: moviePath, identifier: nil, stillTime: movie.stillTime, results: results,
      traits: PairTraits(stillKind: facts.kind, largestFile: 0, hasLivePhotoInfo: false))
    var request = RepairRequest(stillPath, moviePath, output: "out")
    change(&request)
    return try RepairPlan(verdict, still: facts, movie: movie, look: look, grid: grid, modified: 0, request: request) {
      try #require(PairIdentifier(uuidString: Self.derived))
    }
  }

  private func facts(_ change: (inout StillFacts) -> Void) -> StillFacts {
    var facts = still
    change(&facts)
    return facts
  }

  private func movie(identifier: String?, created: String? = "2026-11-21T04:40:05-0530") throws -> [UInt8] {
    try Tampering.movie(good) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      var items: [(String, MetadataValueBox)] = []
      if let identifier { items.append((MovieKey.contentIdentifier, MetadataValueBox(text: identifier))) }
      if let created { items.append((MovieKey.creationDate, MetadataValueBox(text: created))) }
      movie.children.append(MetadataBox(items: items))
    }
  }

  @Test("a pair that is right needs nothing")
  func nothing() throws { #expect(try plan().changes == []) }

  @Test("the half that has a valid identifier gives it to the other")
  func oneIdentifier() throws {
    let fromMovie = try plan(still: facts { $0.identifier = nil })
    #expect(fromMovie.stillEdits.contentIdentifier == Self.identifier && fromMovie.movieIdentifier == nil)
    let fromStill = try plan(movie: try movie(identifier: "nonsense"))
    #expect(fromStill.movieIdentifier == Self.identifier && fromStill.stillEdits.contentIdentifier == nil)
    #expect(fromStill.changes.count == 1 && fromStill.changes[0].contains("the still's"))
  }

  @Test("two different identifiers, or none, give a new one to both; a wish comes first")
  func newIdentifier() throws {
    let other = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    let both = try plan(still: facts { $0.identifier = other })
    #expect(both.stillEdits.contentIdentifier == Self.derived && both.movieIdentifier == Self.derived)
    let none = try plan(still: facts { $0.identifier = nil }, movie: try movie(identifier: nil))
    #expect(none.stillEdits.contentIdentifier == Self.derived && none.movieIdentifier == Self.derived)
    let wished = try plan(still: facts { $0.identifier = other }) {
      $0.identifier = PairIdentifier(uuidString: other)
    }
    #expect(wished.stillEdits.contentIdentifier == nil && wished.movieIdentifier == other)
  }

  @Test("letter case is kept where it is the same, and made that of phones where it differs")
  func letterCase() throws {
    let lower = Self.identifier.lowercased()
    #expect(try plan(still: facts { $0.identifier = lower }, movie: try movie(identifier: lower)).changes == [])
    let mixed = try plan(still: facts { $0.identifier = lower })
    #expect(mixed.stillEdits.contentIdentifier == Self.identifier && mixed.movieIdentifier == nil)
  }

  @Test("without a track the still goes to the picture that looks most like it")
  func missingTrack() throws {
    let bare = try Tampering.movie(good) { $0.removeTrack(-1) }
    let found = try plan(movie: bare)
    #expect(found.stillTime == stillTime && found.replacesStillTrack)
    #expect(found.changes.count == 1 && found.changes[0].contains("most like the still"))
    let wished = try plan(movie: bare) { $0.stillTime = MediaTime(value: 31, timescale: 100) }
    #expect(wished.stillTime == MediaTime(value: 180, timescale: 600))
  }

  @Test("of pictures unlike the still the middle one is taken")
  func middle() throws {
    let bare = try Tampering.movie(good) { $0.removeTrack(-1) }
    var other = try look()
    let scene = LumaGrid(try DriftingBlocks.picture(SamplePair.Recipe(scene: 99), frame: 0))
    other.frames = other.frames.map { .init(time: $0.time, grid: scene) }
    let found = try plan(movie: bare, look: other)
    #expect(
      found.stillTime == MediaTime(value: 440, timescale: 600)
        || found.stillTime == MediaTime(value: 460, timescale: 600))
  }

  @Test("a still at 0 moves off it; a track of the wrong form keeps its time")
  func brokenTrack() throws {
    let atZero = try Tampering.movie(good) { movie in
      try movie.change(EditListBox.self, at: ["edts"], track: -1) { $0.entries.removeFirst() }
    }
    #expect(try plan(movie: atZero).stillTime == stillTime)
    let disabled = try Tampering.movie(good) { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.header.flags = 0 }
    }
    let kept = try plan(movie: disabled)
    #expect(kept.stillTime == stillTime && kept.replacesStillTrack)
  }

  @Test("a movie that lies on its side is turned as the still stands")
  func turned() throws {
    let plan = try plan(look: try look(turned: .right))
    #expect(plan.orientation == .left)
    #expect(try self.plan(look: try look(turned: .down)).orientation == .down)
  }

  @Test("dates come from the half that has one, and the movie begins before the still")
  func dates() throws {
    let late = try plan(movie: try movie(identifier: Self.identifier, created: nil))
    #expect(late.dates.creationDate?.localString() == "2026-11-21T04:40:05")
    #expect(late.dates.creationDate?.utcOffsetSeconds == -19_800)
    let still = try plan(still: facts { $0.date = nil })
    #expect(still.stillEdits.date?.localString() == "2026-11-21T04:40:05" && still.dates.creationDate == nil)
  }

  @Test("wrong extensions and other containers are changes, too")
  func names() throws {
    #expect(try plan(stillPath: "A.HEIC").changes.count == 1)
    #expect(try plan(moviePath: "A.MP4").changes.count == 1)
    var bytes = good
    bytes.replaceSubrange(8..<12, with: Array("mp42".utf8))
    #expect(try plan(movie: bytes).makesQuickTime)
  }
}
