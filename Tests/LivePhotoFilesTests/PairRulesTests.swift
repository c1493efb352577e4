import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import Testing
import VideoCoding

@testable import LivePhotoFiles

/// The rules about both files together, on a pair that is right but for one thing.
@Suite struct PairRulesTests {
  private static let identifier = SamplePair.Recipe().identifier
  private let good: [UInt8]
  private let still = StillFacts(
    kind: .jpeg, displayWidth: 320, displayHeight: 240, hasExif: true, makerNoteProblem: nil,
    identifier: Self.identifier, date: DateReading("2026-11-21T04:40:06-05:30"))

  init() throws { good = try SamplePair.good.get().movie }

  private func broken(
    _ expected: [Rule: RuleResult.Status], still: StillFacts? = nil, stillPath: String = "d/IMG_0001.JPG",
    moviePath: String = "d/IMG_0001.MOV", movie: [UInt8]? = nil, says text: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let facts = still ?? self.still
    let recipe = SamplePair.Recipe()
    let grid = LumaGrid(try DriftingBlocks.picture(recipe, frame: recipe.stillFrame))
    let apart = FileRules(stillPath: stillPath, still: facts, stillGrid: .success(grid), moviePath: moviePath)
    let together = PairRules(still: facts, movie: try MovieReader().read(movie ?? good))
    let results = (apart.results + together.results).filter { $0.status != .pass }
    let found = Dictionary(uniqueKeysWithValues: results.map { ($0.rule, $0.status) })
    #expect(found == expected, sourceLocation: sourceLocation)
    #expect(
      text.isEmpty || results.contains { $0.found.contains(text) }, "\(results)", sourceLocation: sourceLocation)
  }

  private func changed(_ change: (inout StillFacts) -> Void) -> StillFacts {
    var facts = still
    change(&facts)
    return facts
  }

  private func movie(created text: String?, identifier: String = Self.identifier) throws -> [UInt8] {
    try Tampering.movie(good) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      var items = [(MovieKey.contentIdentifier, MetadataValueBox(text: identifier))]
      if let text { items.append((MovieKey.creationDate, MetadataValueBox(text: text))) }
      movie.children.append(MetadataBox(items: items))
    }
  }

  @Test("a pair that is right passes every rule")
  func right() throws { try broken([:]) }

  @Test(
    "dates that are missing, no dates, without offset or apart are warned of",
    arguments: [
      (nil, "no creationdate"), ("yesterday", "is no date"), ("2026-11-21T04:40:05", "no offset"),
      ("2026-11-21T04:40:03-0530", "3 s later"), ("2026-11-21T04:40:07-0530", "1 s earlier"),
    ] as [(String?, String)])
  func dates(_ text: String?, says: String) throws {
    try broken([.dates: .warning], movie: try movie(created: text), says: says)
  }

  @Test("dates in two time zones are compared as instants, and local ones by the clock")
  func zones() throws {
    try broken([:], movie: try movie(created: "2026-11-21T10:10:04Z"))
    try broken([:], still: changed { $0.date = DateReading("2026:11:21 04:40:06") })
    try broken([.dates: .warning], still: changed { $0.date = nil }, says: "no date in the still")
    for (date, words) in [("2002:11:21 04:40:06", "24 years earlier"), ("2026:11:24 04:40:06", "3 days later")] {
      try broken([.dates: .warning], still: changed { $0.date = DateReading(date) }, says: words)
    }
  }

  @Test(
    "a still that falls late in a long movie is as much later than its beginning",
    arguments: [
      ("2026-11-21T04:40:06-05:30", true), ("2026-11-21T04:40:10-05:30", true), ("2026-11-21T04:40:12-05:30", true),
      ("2026-11-21T04:40:13-05:30", false), ("2026-11-21T04:40:04-05:30", false),
    ])
  func stillTimeInDates(_ taken: String, isRight: Bool) throws {
    let long = try SamplePair.long.get().movie
    let facts = changed { $0.date = DateReading(taken) }
    let dates = try #require(
      PairRules(still: facts, movie: try MovieReader().read(long)).results.first { $0.rule == .dates })
    #expect(dates.status == (isRight ? .pass : .warning), "\(dates.found)")
  }

  @Test("names that do not tell what the files are fail")
  func extensions() throws {
    try broken([.stillExtension: .failure], stillPath: "d/IMG_0001.HEIC", says: "jpeg named .heic")
    try broken([.stillExtension: .failure], still: changed { $0.kind = .png }, stillPath: "d/IMG_0001.PNG")
    try broken([.movieExtension: .failure], moviePath: "d/IMG_0001.MP4", says: "named .mp4")
    try broken(
      [.names: .warning], moviePath: "e/IMG_0002.mov",
      says: "the still is named IMG_0001 and the movie IMG_0002: programs")
    try broken([.names: .warning], moviePath: "e/IMG_0001.MOV", says: "lie in two folders")
    try broken(
      [.names: .warning], stillPath: "d/Caf\u{e9}.JPG", moviePath: "d/Cafe\u{301}.MOV", says: "stored in two ways")
  }

  @Test("a still without Exif, and maker notes that do not name the pair, fail")
  func makerNote() throws {
    try broken([.exif: .failure], still: changed { $0.hasExif = false })
    try broken([.makerNote: .failure, .identifiersEqual: .failure], still: changed { $0.identifier = nil })
    try broken([.makerNote: .failure], still: changed { $0.makerNoteProblem = "count 40" }, says: "count 40")
    try broken(
      [.makerNote: .failure, .identifiersEqual: .failure], still: changed { $0.identifier = "not one" }, says: "no UUID"
    )
  }

  @Test("a still that announces a video which is not in it is warned of")
  func announcedVideo() throws {
    try broken([.announcedVideo: .warning], still: changed { $0.lacksVideo = true }, says: "not in the file")
    try broken([.announcedVideo: .notChecked], still: changed { $0.lacksVideo = nil })
  }

  @Test("identifiers that differ fail, in letter case alone, too; equal lower case is fine")
  func identifiers() throws {
    let lower = Self.identifier.lowercased()
    try broken([.identifiersEqual: .failure], still: changed { $0.identifier = lower }, says: lower)
    try broken(
      [:], still: changed { $0.identifier = lower },
      movie: try movie(created: "2026-11-21T04:40:05-0530", identifier: lower))
    try broken(
      [.identifiersEqual: .failure], still: changed { $0.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78" })
  }

  @Test("an upright still with a wide movie is warned of, and so is another aspect")
  func shape() throws {
    func sized(_ width: Int, _ height: Int) -> StillFacts {
      changed { ($0.displayWidth, $0.displayHeight) = (width, height) }
    }
    try broken([.shape: .warning], still: sized(240, 320), says: "upright")
    try broken([.shape: .warning], still: sized(320, 180))
    try broken([.shape: .notChecked], still: sized(0, 0))
    try broken([:], still: sized(4032, 3024))
    let turned = try Tampering.movie(good) { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.matrix = TransformMatrix(a: 0, b: 1, c: -1, d: 0, x: 240) }
    }
    try broken([:], still: sized(240, 320), movie: turned)
  }

  @Test(
    "places of still and movie that are far apart are warned of, and near ones are not, across the date line, too",
    arguments: [
      (16.37, "+48.2000+016.3700/", nil), (16.37, "+48.2400+016.3700/", nil),
      (16.37, "+48.2500+016.3700/", "6 km from the movie's"),
      (16.37, "-48.2000+016.3700/", "10719 km from the movie's"), (16.37, "+48.2000+016.3700+0900.0/", nil),
      (16.37, "+48.2000+016.3700+1500.0/", "height is -10 m, and the movie's 1500 m"),
      (16.37, "+48.2000+016.3700+0000.0/", nil), (179.99, "+48.2000-179.9900/", nil), (16.37, "nowhere", nil),
    ] as [(Double, String, String?)])
  func places(longitude: Double, place: String, says text: String?) throws {
    let pixels = try DriftingBlocks.picture(SamplePair.Recipe(), frame: 0)
    var edits = StillEdits()
    edits.makeIfMissing = "Linux"
    edits.locationWithoutExif = GeoLocation(
      latitudeDegrees: 48.2, longitudeDegrees: longitude, altitudeMeters: -10)
    let jpeg = try JPEGEncoder().encode(pixels, quality: 90)
    let rope = try StillFile.read(ArrayBytes(jpeg, name: "A.JPG")).edited(edits).rope
    let photo = try InputFile("A.JPG", ArrayBytes(rope.contents(), name: "A.JPG"), modified: 0)
    let bytes = try Tampering.movie(good) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      movie.children.append(MetadataBox(items: [(MovieKey.location, MetadataValueBox(text: place))]))
    }
    let evidence = try PairEvidence(photo, InputFile("A.MOV", ArrayBytes(bytes, name: "A.MOV"), modified: 0))
    #expect(try evidence.still.get().location != nil)
    let verdict = evidence.verdict(look: .failure(NotDecoded()), stillGrid: .failure(NotDecoded()))
    let result = try #require(verdict[.stillParts])
    #expect(result.found.contains(text ?? "nothing is wrong"), "\(result)")
    #expect(result.status == (text == nil ? .pass : .warning))
  }
}
