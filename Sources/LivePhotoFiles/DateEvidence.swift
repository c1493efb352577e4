package import MediaCore
import MovieCoding

/// A piece of evidence for when a photo was taken, besides the dates that its halves name first.
struct DateEvidence: Sendable {
  /// The place where a date was found.
  enum Source: String, Sendable {
    case otherExif = "the other dates in Exif"
    case satellites = "the satellites' date in Exif"
    case header = "the movie's header"
    case name = "the files' names"
  }

  let source: Source
  let date: DateReading

  /// The weight of the evidence. Satellites have no clock to set; names outlive what programs do to dates; headers and
  /// the other dates come from the same clock as the first one, and tell only that nobody changed that alone.
  var weight: Int {
    switch source {
    case .satellites: 4
    case .name: 2
    case .otherExif, .header: 1
    }
  }

  /// Tells whether the evidence supports a date.
  func supports(_ other: DateReading) -> Bool {
    // A clock on the wall without its zone may be that of any place on earth.
    let isLocal = date.hasOffset != other.hasOffset
    let tolerance: Int64 =
      switch source {
      case .otherExif: 120
      case .satellites, .header: isLocal ? 15 * 3600 : 3600
      case .name: 26 * 3600
      }
    return other.seconds(since: date).magnitude <= tolerance.magnitude
  }

  /// All that the two files say.
  static func all(still: StillFacts, movie: MovieFile, paths: [String]) -> [DateEvidence] {
    var found: [DateEvidence] = []
    if let date = still.otherDates.first { found.append(.init(source: .otherExif, date: date)) }
    if let date = still.satelliteDate { found.append(.init(source: .satellites, date: date)) }
    if let date = movie.headerDate {
      found.append(.init(source: .header, date: DateReading(date: date, hasOffset: true)))
    }
    // Both halves have one name as a rule, which counts once.
    let names = Set(paths.map(FileNames.stem)).compactMap { DateReading.inName($0) }.map(\.localSeconds)
    found += Set(names).sorted().map { .init(source: .name, date: DateReading(localSeconds: $0)) }
    return found
  }
}

extension DateReading {
  /// Seconds of a clock on the wall, whose zone is not known.
  fileprivate init(localSeconds: Int64) {
    self.init(
      date: WallTime(secondsSince1970: localSeconds, nanosecond: 0, utcOffsetSeconds: 0), hasOffset: false)
  }

  /// The date in a file's name, as cameras write it: `IMG_20240102_030405`, `2024-01-02 03.04.05`, `20240102`; noon
  /// where no time is told, and `nil` for other names: also for WhatsApp's, `IMG-20240102-WA0001`, unless the date when
  /// a file was sent is wanted, too.
  static func inName(_ stem: String, orOfSending: Bool = false) -> DateReading? {
    let pattern =
      #/
      (?:^|[^0-9])((?:19|20)[0-9]{2})([-_.]?)([01][0-9])\2([0-3][0-9])
      (?:[-_.\x20T]+([0-2][0-9])[-_.:h]?([0-5][0-9])[-_.:m]?([0-5][0-9])|[^0-9]|$)
      /#
    guard orOfSending || !stem.contains(/-WA[0-9]{4}/),
      let (_, year, _, month, day, hour, minute, second) = stem.firstMatch(of: pattern)?.output,
      let date = ExifDate.parse(
        "\(year):\(month):\(day) \(hour ?? "12"):\(minute ?? "00"):\(second ?? "00")", offset: nil, subsecond: nil)
    else { return nil }
    return date
  }

  /// Indicates whether the date is where an unset clock begins: 1904, 1970, 1980, 2000 or 2001, in the first days.
  var isOfUnsetClock: Bool {
    let beginnings: [Int64] = [-2_082_844_800, 0, 315_532_800, 946_684_800, 978_307_200]
    return beginnings.contains { (localSeconds - $0).magnitude <= 2 * 86_400 }
  }

  /// Indicates whether the date lies before 2003, when nobody recorded movies like these.
  var isBeforeSuchMovies: Bool { localSeconds < 1_041_379_200 }  // 2003
}

extension FileNames {
  /// Returns the date in a file's name: that of its taking, or else that of its sending, in the zone of `now` and not
  /// after it; `nil` for a name that tells none.
  package static func date(in path: String, now: WallTime) -> WallTime? {
    let name = stem(of: path)
    guard let reading = DateReading.inName(name, orOfSending: true) else { return nil }
    // The names of Google's camera are in UTC.
    let seconds = reading.localSeconds - (name.hasPrefix("PXL_") ? 0 : Int64(now.utcOffsetSeconds))
    // Of a day without a time the middle is taken, which may be to come today.
    guard seconds <= now.secondsSince1970 + 86_400 else { return nil }
    return WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: now.utcOffsetSeconds)
  }
}
