import ISOBoxes
import MediaCore
import MovieCoding
import Testing

@testable import LivePhotoFiles

/// Which of two dates is taken for right, from all that speaks for either.
@Suite struct RepairDatesTests {
  private static let modified: Int64 = 1_800_000_000  // January 2027
  private let good: [UInt8]

  init() throws { good = try SamplePair.good.get().movie }

  private func dates(
    taken: String?, told: String?, header: String? = nil, _ names: [String] = ["A.JPG", "A.MOV"], lead: Double = 0.8,
    trust: RepairRequest.Half? = nil, modified: Int64 = Self.modified, _ change: (inout StillFacts) -> Void = { _ in }
  ) throws -> RepairDates {
    let bytes = try Tampering.movie(good) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      if let told {
        movie.children.append(MetadataBox(items: [(MovieKey.creationDate, MetadataValueBox(text: told))]))
      }
      let seconds = try header.map { try #require(DateReading($0)).date.secondsSince1970 + 2_082_844_800 } ?? 0
      try movie.change(MovieHeaderBox.self) { $0.creationTime = UInt64(seconds) }
      for track in 0..<2 { try movie.change(TrackHeaderBox.self, track: track) { $0.creationTime = UInt64(seconds) } }
    }
    var facts = StillFacts(kind: .jpeg)
    facts.date = taken.flatMap { DateReading($0) }
    change(&facts)
    return RepairDates(
      still: facts, movie: try MovieReader().read(bytes), lead: MediaTime(seconds: lead, preferredTimescale: 600),
      paths: names, modified: modified * 1_000_000_000, trust: trust)
  }

  /// What becomes of the two dates, in words.
  private func outcome(_ dates: RepairDates) -> String {
    let movie = dates.creationDate.map { "movie \($0.localString())\($0.offsetString())" }
    let still = dates.stillDate.map { "still \($0.localString())\($0.offsetString())" }
    return ([movie, still].compactMap(\.self) + dates.doubts.map { _ in "doubt" }).joined(separator: ", ")
  }

  @Test("dates of one moment stay, however late in the movie the still falls")
  func agreement() throws {
    #expect(outcome(try dates(taken: "2024-01-02T03:04:06+01:00", told: "2024-01-02T03:04:05+0100")) == "")
    #expect(outcome(try dates(taken: "2024-01-02T03:04:10+01:00", told: "2024-01-02T03:04:05+0100", lead: 5)) == "")
    #expect(outcome(try dates(taken: "2024-01-02T03:04:10", told: "2024-01-02T03:04:05+0100", lead: 5)) == "")
  }

  @Test(
    "a date of a clock that nobody has set gives way, whichever half has it",
    arguments: ["1904-01-01T00:01:02Z", "1970-01-01T00:00:10Z", "1980-01-01T00:00:00Z", "2000-01-01T08:00:00Z"])
  func unsetClocks(_ wrong: String) throws {
    #expect(
      outcome(try dates(taken: wrong, told: "2024-01-02T03:04:05+0100")) == "still 2024-01-02T03:04:05+01:00")
    #expect(
      outcome(try dates(taken: "2024-01-02T03:04:06+01:00", told: wrong)) == "movie 2024-01-02T03:04:05+01:00")
    let other = wrong.replacing("Z", with: "-1100")
    #expect(outcome(try dates(taken: wrong, told: other)) == "doubt")
    #expect(outcome(try dates(taken: wrong, told: nil)) == "doubt")
    #expect(outcome(try dates(taken: nil, told: wrong)) == "doubt")
  }

  @Test("a date after the files' own gives way, unless the files' own is that of a copy without one")
  func future() throws {
    let (late, right) = ("2031-05-05T03:04:05+01:00", "2024-01-02T03:04:05+0100")
    #expect(outcome(try dates(taken: late, told: right)) == "still 2024-01-02T03:04:05+01:00")
    #expect(outcome(try dates(taken: late, told: right, modified: 0)) == "doubt")
    #expect(outcome(try dates(taken: late, told: nil)) == "doubt")
    #expect(outcome(try dates(taken: nil, told: late)) == "doubt")
    #expect(outcome(try dates(taken: late, told: nil, trust: .still)) == "movie 2031-05-05T03:04:04+01:00")
    // Where both are, the files' own may be wrong.
    #expect(outcome(try dates(taken: late, told: "2031-05-05T03:04:04+0100")) == "")
  }

  @Test("satellites, names and other dates outweigh the first date of a half")
  func evidence() throws {
    let (still, movie) = ("2023-06-07T08:09:10", "2024-01-02T03:04:05+0100")
    #expect(outcome(try dates(taken: still, told: movie)) == "doubt")
    let satellites = try dates(taken: still, told: movie) { $0.satelliteDate = DateReading("2023-06-07T06:09:08Z") }
    #expect(outcome(satellites) == "movie 2023-06-07T08:09:09+02:00")
    let name = try dates(taken: still, told: movie, ["IMG_20240102_030405.JPG", "IMG_20240102_030405.MOV"])
    #expect(outcome(name) == "still 2024-01-02T03:04:05+01:00")
    #expect(
      outcome(try dates(taken: still, told: movie, ["20230607.JPG", "b.MOV"])) == "movie 2023-06-07T08:09:09+01:00")
    // One more date on either side is no more than a clock agreeing with itself.
    let copies = try dates(taken: still, told: movie, header: "2024-01-02T02:04:05Z") {
      $0.otherDates = [DateReading(still)].compactMap(\.self)
    }
    #expect(outcome(copies) == "doubt")
    let both = try dates(taken: still, told: movie, header: "2023-06-07T06:09:10Z") {
      $0.otherDates = [DateReading(still)].compactMap(\.self)
    }
    // In UTC, the header tells the zone, too.
    #expect(outcome(both) == "movie 2023-06-07T08:09:09+02:00")
  }

  @Test("a movie's headers go with its date where they were as wrong")
  func headers() throws {
    let names = ["IMG_20230607_080910.JPG", "IMG_20230607_080910.MOV"]
    let (still, movie) = ("2023-06-07T08:09:10+02:00", "2024-01-02T03:04:05+0100")
    func replaces(_ header: String) throws -> Bool {
      try dates(taken: still, told: movie, header: header, names) {
        $0.otherDates = [DateReading(still)].compactMap(\.self)
      }.replacesHeaders
    }
    #expect(try replaces("2024-01-02T02:04:05Z"))
    #expect(try !replaces("2023-06-07T06:09:10Z") && !replaces("2024-05-06T07:08:09Z"))
  }

  @Test("local time without its zone is one moment with UTC, and the movie learns the zone")
  func zones() throws {
    let moved = try dates(taken: "2024-01-02T05:04:06", told: "2024-01-02T03:04:05Z")
    #expect(outcome(moved) == "movie 2024-01-02T05:04:05+02:00" && !moved.areOfTwoPhotos)
    // A phone that tells a zone of its own is not overruled by a clock that is an hour off, but by satellites.
    let off = try dates(taken: "2024-01-02T04:04:06", told: "2024-01-02T03:04:05+0100")
    #expect(outcome(off) == "doubt" && !off.areOfTwoPhotos)
    let known = try dates(taken: "2024-01-02T04:04:06", told: "2024-01-02T03:04:05+0100") {
      $0.satelliteDate = DateReading("2024-01-02T02:04:03Z")
    }
    #expect(outcome(known) == "movie 2024-01-02T04:04:05+02:00")
    let bare = try dates(taken: "2024-01-02T03:04:06+01:00", told: "2024-01-02T03:04:05")
    #expect(outcome(bare) == "movie 2024-01-02T03:04:05+01:00")
    #expect(outcome(try dates(taken: "2024-01-02T03:04:06", told: "2024-01-02T03:04:05")) == "")
  }

  @Test("a missing date comes from the other half; the movie's header counts only with more that speaks for it")
  func missing() throws {
    #expect(
      outcome(try dates(taken: "2024-01-02T03:04:10+01:00", told: nil, lead: 5)) == "movie 2024-01-02T03:04:05+01:00")
    #expect(
      outcome(try dates(taken: nil, told: "2024-01-02T03:04:05+0100", lead: 5)) == "still 2024-01-02T03:04:10+01:00")
    #expect(outcome(try dates(taken: nil, told: nil)) == "")
    let converted = try dates(taken: "2019-01-02T03:04:06+01:00", told: nil, header: "2024-05-05T05:05:05Z")
    #expect(outcome(converted) == "movie 2019-01-02T03:04:05+01:00")
    let unset = try dates(taken: "2000-01-01T00:00:06", told: nil, header: "2024-05-05T05:05:05Z")
    #expect(outcome(unset) == "doubt")
    let named = try dates(
      taken: "2000-01-01T00:00:06", told: nil, header: "2024-05-05T05:05:05Z", ["VID_20240505.JPG", "VID_20240505.MOV"])
    #expect(outcome(named) == "movie 2024-05-05T05:05:05+00:00, still 2024-05-05T05:05:05+00:00")
  }

  @Test("the movie's header is no witness for itself, and dates the still in its own time zone")
  func header() throws {
    let unset = "2000-01-01T00:00:06+02:00"
    func found(_ names: [String], other: String? = nil) throws -> String {
      outcome(
        try dates(taken: unset, told: nil, header: "2024-05-05T05:05:05Z", names) {
          $0.otherDates = [other.flatMap { DateReading($0) }].compactMap(\.self)
        })
    }
    #expect(try found(["A.JPG", "A.MOV"], other: "2024-05-05T07:05:06+02:00") == "doubt")
    #expect(
      try found(["VID_20240505.JPG", "VID_20240505.MOV"])
        == "movie 2024-05-05T07:05:05+02:00, still 2024-05-05T07:05:05+02:00")
  }

  @Test("WhatsApp's names tell when a file was sent, and speak for no date")
  func sent() throws {
    let names = ["IMG-20240102-WA0001.JPG", "IMG-20240102-WA0001.MOV"]
    #expect(outcome(try dates(taken: "2023-06-07T08:09:10", told: "2024-01-02T03:04:05+0100", names)) == "doubt")
  }

  @Test("who is told to be right is, whatever speaks against it")
  func trust() throws {
    let names = ["IMG_20240102_030405.JPG", "IMG_20240102_030405.MOV"]
    let (still, movie) = ("2000-01-01T00:00:10+00:00", "2024-01-02T03:04:05+0100")
    #expect(
      outcome(try dates(taken: still, told: movie, names, lead: 5, trust: .still)) == "movie 2000-01-01T00:00:05+00:00")
    #expect(
      outcome(try dates(taken: "2024-01-02T03:04:05+01:00", told: "2012-02-02T02:02:02Z", names, trust: .movie))
        == "still 2012-02-02T02:02:02+00:00")
    #expect(outcome(try dates(taken: nil, told: "1970-01-01T00:00:00Z", trust: .movie)).hasPrefix("still 1970"))
    #expect(
      outcome(try dates(taken: "1970-01-01T00:00:00Z", told: nil, trust: .still)) == "movie 1969-12-31T23:59:59+00:00")
  }

  @Test("times and dates at the ends of what files can say are no trap", arguments: [0.0, -1e9, 9.3e18, 1e300])
  func extremes(_ lead: Double) throws {
    for text in ["0001-01-01T00:00:00+1400", "9999-12-31T23:59:59-2359"] {
      for other in ["9999-12-31T23:59:59+23:59", "0001-01-01T00:00:00"] {
        _ = try dates(taken: other, told: text, lead: lead).areOfTwoPhotos
        _ = try dates(taken: other, told: nil, lead: lead).areOfTwoPhotos
        _ = try dates(taken: nil, told: text, lead: lead).areOfTwoPhotos
      }
    }
  }

  @Test("two photos are told by two dates, but not by that of a wrong clock")
  func twoPhotos() throws {
    #expect(try dates(taken: "2024-01-03T03:04:05+01:00", told: "2024-01-02T03:04:05+0100").areOfTwoPhotos)
    #expect(try dates(taken: "2024-01-02T03:09:05+01:00", told: "2024-01-02T03:04:05+0100").areOfTwoPhotos)
    #expect(try !dates(taken: "2024-01-02T03:04:45+01:00", told: "2024-01-02T03:04:05+0100").areOfTwoPhotos)
    #expect(try !dates(taken: "2000-01-01T03:04:05+01:00", told: "2024-01-02T03:04:05+0100").areOfTwoPhotos)
    #expect(try dates(taken: "2024-01-05T03:04:05+01:00", told: nil, header: "2024-01-02T03:04:05Z").areOfTwoPhotos)
    #expect(try !dates(taken: "2024-01-05T03:04:05+01:00", told: nil).areOfTwoPhotos)
  }

  @Test(
    "names of cameras tell dates, and others none",
    arguments: [
      ("IMG_20240102_030405", "2024-01-02T03:04:05"), ("PXL_20200710_061629144.MP", "2020-07-10T06:16:29"),
      ("2024-01-02 03.04.05", "2024-01-02T03:04:05"), ("IMG-20240102-WA0001", nil),
      ("20240102", "2024-01-02T12:00:00"), ("IMG_0001", nil), ("DSC20241302", nil), ("120240102", nil),
      ("202401021", nil),
    ] as [(String, String?)])
  func names(_ stem: String, date: String?) { #expect(DateReading.inName(stem)?.text == date) }

  @Test("a library takes names that tell when a file was sent, and Google's camera at its UTC, but nothing to come")
  func namesForLibrary() {
    let now = WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 3600)
    func text(_ name: String) -> String? {
      FileNames.date(in: "/x/" + name, now: now).map { $0.localString() + $0.offsetString() }
    }
    #expect(text("IMG-20190512-WA0003.jpg") == "2019-05-12T12:00:00+01:00")
    #expect(text("PXL_20200710_061629144.jpg") == "2020-07-10T07:16:29+01:00")
    #expect(text("Screenshot_20200101-120000.png") == "2020-01-01T12:00:00+01:00")
    #expect(text("scan-20991231.png") == nil && text("IMG_0001.jpg") == nil)
  }
}
