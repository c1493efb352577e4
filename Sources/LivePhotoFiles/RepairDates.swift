import ISOBoxes
import MediaCore
import MovieCoding

/// Decides what becomes of the dates of a pair that contradict each other or are missing: what more speaks for is
/// right, and where nothing tells, both stay.
struct RepairDates {
  /// The new date of the movie's beginning, or `nil` if the old one stays.
  private(set) var creationDate: WallTime?
  /// Indicates whether the movie's headers get the new date in place of their own, and not only where they have none.
  private(set) var replacesHeaders = false
  /// The new date of the still, or `nil` if the old one stays.
  private(set) var stillDate: WallTime?
  private(set) var changes: [String] = []
  /// The questions that remain undecided, with advice.
  private(set) var doubts: [String] = []

  /// The still's date, and when it would have been taken by what the movie says.
  private let taken: DateReading?
  private let told: DateReading?
  private let text: String?
  private let lead: MediaTime
  private let evidence: [DateEvidence]
  /// The time when the younger of the two files was last changed, in seconds since 1970: both were taken before.
  private let changed: Int64

  /// The dates of two files in which the still falls `lead` behind the movie's beginning; `modified` is when the
  /// younger one was last changed, in nanoseconds since 1970.
  init(
    still: StillFacts, movie: MovieFile, lead: MediaTime, paths: [String], modified: Int64, trust: RepairRequest.Half?
  ) {
    self.lead = lead.isNumeric ? lead : .zero
    let text = movie.text(of: MovieKey.creationDate)
    self.text = text.map { String($0.prefix(64)) }
    taken = still.date
    told = text.flatMap { DateReading($0) }?.advanced(by: self.lead)
    evidence = DateEvidence.all(still: still, movie: movie, paths: paths)
    changed = modified / 1_000_000_000
    choose(trust)
    mendHeader(of: movie)
  }

  /// Indicates whether the two dates cannot be those of one photo, and neither is that of a clock that was wrong.
  var areOfTwoPhotos: Bool {
    guard let taken, !isImplausible(taken, beside: told) else { return false }
    guard let told else {
      // A header's date alone is but that of the day, as programs that convert movies change it.
      let header = evidence.first { $0.source == .header }?.date
      return header.map { !isImplausible($0) && taken.seconds(since: $0).magnitude > 2 * 86_400 } ?? false
    }
    guard !isImplausible(told, beside: taken), offset(of: taken, at: told) == nil else { return false }
    return !(-60 - lead.wholeSeconds...60).contains(taken.seconds(since: told))
  }

  private mutating func choose(_ trust: RepairRequest.Half?) {
    switch (taken, told) {
    case (nil, nil): break
    case (nil, let told?):
      guard !isImplausible(told) || trust == .movie else {
        return doubt("the still has none, and the movie says \(text ?? "")")
      }
      setStill(told, because: "from the movie (was missing)")
    case (let taken?, nil): choose(trust, taken)
    case (let taken?, let told?): choose(trust, taken, told)
    }
  }

  /// Chooses the dates for a movie that has none, or none that can be read.
  private mutating func choose(_ trust: RepairRequest.Half?, _ taken: DateReading) {
    let was = "(was \(text ?? "missing"))"
    // Programs that convert movies put the day of the conversion there: alone it says little.
    if trust == nil, let header = evidence.first(where: { $0.source == .header })?.date, !isImplausible(header),
      case let others = score(header, without: .header), others >= Self.margin,
      isImplausible(taken) || others - score(taken) >= Self.margin
    {
      // Headers are in UTC; a clock that was wrong may still have known its zone.
      let zone = taken.offsetSeconds ?? evidence.first { $0.source == .otherExif }?.date.offsetSeconds ?? 0
      let moment = header.advanced(by: lead).inZone(zone)
      setStill(moment, because: "from the movie's header (was \(taken.text))")
      return setMovie(moment, because: "from its header \(was)")
    }
    guard !isImplausible(taken) || trust == .still else {
      return doubt("the movie has none, and the still says \(taken.text)")
    }
    setMovie(taken, because: "from the still \(was)")
  }

  private mutating func choose(_ trust: RepairRequest.Half?, _ taken: DateReading, _ told: DateReading) {
    let was = "(was \(text ?? ""))"
    if PairRules.isOfOneMoment(taken.seconds(since: told) + lead.wholeSeconds, stillTime: lead) {
      // Only where the movie was recorded is missing. A zone that nobody tells is not made up.
      if !told.hasOffset, let offset = taken.offsetSeconds ?? knownOffset(of: told) {
        setMovie(told, offset: offset, because: "with its offset from UTC \(was)")
      }
      return
    }
    if trust == nil, let offset = zone(of: taken, at: told) {
      return setMovie(told.inZone(offset), because: "the same moment in the still's time zone \(was)")
    }
    switch trust ?? decided(taken, told) {
    case .still:
      replacesHeaders = evidence.contains { $0.source == .header && $0.supports(told) }
      setMovie(taken, because: "\(reason(for: taken, trust)) \(was)")
    case .movie: setStill(told, because: "\(reason(for: told, trust)) (was \(taken.text))")
    case nil: doubt("the still says \(taken.text), and by the movie it was taken at \(told.text)")
    }
  }

  // MARK: Evidence

  /// The difference by which the weight for one date must exceed the weight for the other.
  private static let margin = 2

  private func decided(_ taken: DateReading, _ told: DateReading) -> RepairRequest.Half? {
    switch (isImplausible(taken, beside: told), isImplausible(told, beside: taken)) {
    case (true, true): return nil
    case (true, false): return .movie
    case (false, true): return .still
    case (false, false):
      let difference = score(taken) - score(told)
      return difference.magnitude < Self.margin.magnitude ? nil : difference > 0 ? .still : .movie
    }
  }

  /// Returns the weight of the evidence for a date, without that of `source`, where the date itself was found.
  private func score(_ date: DateReading, without source: DateEvidence.Source? = nil) -> Int {
    evidence.filter { $0.source != source && $0.supports(date) }
      .reduce(date.isBeforeSuchMovies ? -1 : 0) { $0 + $1.weight }
  }

  /// Tells whether the date is that of a clock that was never set, or of one that is ahead of the files; where the
  /// other date is ahead as well, the files' own dates may be wrong.
  private func isImplausible(_ date: DateReading, beside other: DateReading? = nil) -> Bool {
    // Copies may be dated by the copying program, and then at the beginning of its clock: before 2015.
    func isLater(_ date: DateReading) -> Bool {
      changed > 1_420_070_400 && date.localSeconds > changed + 2 * 86_400
    }
    return date.isOfUnsetClock || isLater(date) && other.map { !isLater($0) } ?? true
  }

  /// The offset from UTC that makes a clock on the wall show the moment that is told, as all zones have it: a number of
  /// quarters of an hour; `nil` for two moments.
  private func offset(of local: DateReading, at moment: DateReading, within seconds: Int64 = 3) -> Int? {
    guard !local.hasOffset, moment.hasOffset else { return nil }
    let ahead = local.localSeconds - moment.date.secondsSince1970
    let quarters = Int64((Double(ahead) / 900).rounded())
    let isNear = (ahead - quarters * 900).magnitude <= seconds.magnitude
    return isNear && quarters.magnitude <= 56 ? Int(quarters * 900) : nil
  }

  /// The offset from UTC of the place where the still was taken, when both dates are of one moment there; `nil` when
  /// they are of two moments, or the movie tells a zone of its own.
  private func zone(of taken: DateReading, at told: DateReading) -> Int? {
    guard let offset = offset(of: taken, at: told, within: min(3 + lead.wholeSeconds, 60)) else { return nil }
    let isSure = evidence.contains { $0.source == .satellites && $0.supports(told) }
    return isSure || told.date.utcOffsetSeconds == 0 ? offset : nil
  }

  /// The offset from UTC of a clock on the wall by what is in UTC: satellites, then the movie's header.
  private func knownOffset(of local: DateReading) -> Int? {
    for (source, seconds) in [(DateEvidence.Source.satellites, Int64(300)), (.header, 120)] {
      let moments = evidence.filter { $0.source == source }.map(\.date)
      if let offset = moments.lazy.compactMap({ offset(of: local, at: $0, within: seconds) }).first { return offset }
    }
    return nil
  }

  private func reason(for date: DateReading, _ trust: RepairRequest.Half?) -> String {
    if trust != nil { return "as chosen" }
    let sources = evidence.filter { $0.supports(date) }.map(\.source.rawValue)
    return sources.isEmpty ? "the other one is that of a wrong clock" : "as are \(sources.joined(separator: " and "))"
  }

  // MARK: Results

  /// Dates the movie so that the still falls at an instant.
  private mutating func setMovie(_ taken: DateReading, offset: Int? = nil, because reason: String) {
    // Old phones' stills have no offset; the movie's is the next best, and UTC the last guess.
    let known = offset ?? knownOffset(of: taken) ?? told?.offsetSeconds ?? 0
    let date = taken.wallTime(defaultOffset: known).advanced(by: -lead)
    creationDate = date
    changes.append("movie: creationdate \(date.localString())\(date.offsetString(separator: "")), \(reason)")
  }

  /// Dates the movie's header by the movie's own date, where that stays and contradicts it.
  private mutating func mendHeader(of movie: MovieFile) {
    guard creationDate == nil, doubts.isEmpty, let begins = text.flatMap({ DateReading($0) }), begins.hasOffset,
      let header = HeaderDate(of: movie, beside: begins)
    else { return }
    if case .early = header { replacesHeaders = true }
    creationDate = begins.date
    changes.append("movie: its header (mvhd) gets the date of its metadata, \(begins.text) (\(header.was))")
  }

  private mutating func setStill(_ told: DateReading, because reason: String) {
    let date = told.wallTime(defaultOffset: taken?.offsetSeconds ?? 0)
    stillDate = date
    changes.append("still: date \(date.localString())\(date.offsetString()), \(reason)")
  }

  private mutating func doubt(_ text: String) {
    doubts.append(
      "dates: \(text). Nothing tells what is right, so they stay. Say which half is by --trust still or --trust movie.")
  }
}

extension DateReading {
  fileprivate func advanced(by time: MediaTime) -> DateReading {
    DateReading(date: date.advanced(by: time), hasOffset: hasOffset)
  }

  /// The same moment by the clocks of another zone.
  fileprivate func inZone(_ offset: Int) -> DateReading {
    let moment = WallTime(
      secondsSince1970: date.secondsSince1970, nanosecond: date.nanosecond, utcOffsetSeconds: offset)
    return DateReading(date: moment, hasOffset: true)
  }
}
