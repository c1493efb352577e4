import MediaCore

/// The time at which a file says that it was taken or begun, and how certain it is.
struct CaptureMoment: Sendable, Hashable {
  /// Seconds since 1970: in UTC, or by the clock on the wall where the zone is not known.
  let seconds: Double
  /// The offset of local time from UTC in seconds, positive where it is ahead; `nil` if the file does not give it.
  var offset: Int?
  /// Indicates whether `seconds` are in UTC.
  var isUTC: Bool
  /// Indicates whether the moment is the date of a movie's header, which some programs set at the movie's end.
  var isOfHeader = false

  init(seconds: Double, offset: Int? = nil, isUTC: Bool, isOfHeader: Bool = false) {
    (self.seconds, self.offset, self.isUTC, self.isOfHeader) = (seconds, offset, isUTC, isOfHeader)
  }

  /// A date as Exif or a movie's metadata give it.
  init(_ reading: DateReading) {
    seconds = Double(reading.date.secondsSince1970) + Double(reading.date.nanosecond) / 1e9
    offset = reading.offsetSeconds
    isUTC = reading.hasOffset
  }

  /// Returns this moment with the zone that follows from its time in UTC; unchanged unless both differ by a zone.
  func inZone(of utc: Int64) -> CaptureMoment {
    guard !isUTC else { return self }
    let ahead = seconds - Double(utc)
    let quarters = (ahead / MovieMoment.quarter).rounded()
    guard abs(quarters) < 100, abs(ahead - quarters * MovieMoment.quarter) < 2,
      MovieMoment.zones.contains(Int(quarters))
    else { return self }
    let offset = Int(quarters * MovieMoment.quarter)
    return CaptureMoment(seconds: seconds - Double(offset), offset: offset, isUTC: true)
  }
}

/// The time at which a movie was recorded: its beginning and its length.
struct MovieMoment: Sendable, Hashable {
  static let quarter = 900.0
  /// The offsets of local time from UTC anywhere on earth, in quarter hours.
  static let zones = -48...56

  let begin: CaptureMoment
  let durationSeconds: Double

  /// The position of a still relative to a movie, by its date.
  enum Relation: Hashable {
    /// The still lies so many seconds into the movie; in a zone that neither file gives, if it lies inside only there.
    case inside(Double, zone: Int?)
    /// The still lies so many seconds before or behind the movie, which clocks may be wrong by.
    case near(Double)
    /// Too far from it in every zone.
    case apart(Double)
    /// One of them tells no date.
    case unknown
  }

  /// The time before the movie's beginning and behind its end, in seconds, at which a still may seem to lie: dates are
  /// cut to whole seconds.
  private var slack: Double { begin.isOfHeader ? durationSeconds + 3 : 1.5 }

  /// Returns the position in the movie of a still of that date.
  func relation(of still: CaptureMoment) -> Relation {
    // A clock on the wall runs as the other half's own does, where that tells its zone.
    let known = (still.isUTC ? 0 : Double(begin.offset ?? 0)) - (begin.isUTC ? 0 : Double(still.offset ?? 0))
    let lead = still.seconds - begin.seconds - known
    if distance(lead) == 0 { return .inside(clamped(lead), zone: nil) }
    let isSure = begin.offset != nil && (still.offset != nil || !still.isUTC && begin.offset != 0)
    // Which zone it was follows from the distance, if that is one of a zone.
    let quarters = ((lead - durationSeconds / 2) / Self.quarter).rounded()
    guard !isSure, quarters != 0, abs(quarters) <= Double(Self.zones.upperBound) else { return said(lead) }
    let rest = lead - quarters * Self.quarter
    return distance(rest) == 0 ? .inside(clamped(rest), zone: Int(quarters * Self.quarter)) : said(lead)
  }

  private func said(_ lead: Double) -> Relation {
    distance(lead) <= 60 ? .near(distance(lead)) : .apart(distance(lead))
  }

  private func clamped(_ lead: Double) -> Double { min(max(lead, 0), durationSeconds) }

  /// Returns the distance of an instant from the movie, in seconds; 0 inside of it.
  private func distance(_ lead: Double) -> Double {
    lead < -slack ? -slack - lead : lead > durationSeconds + slack ? lead - durationSeconds - slack : 0
  }
}
