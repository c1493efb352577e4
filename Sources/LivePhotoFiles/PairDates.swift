import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// The dates that the halves of a pair lack, from what the other half says.
struct PairDates {
  /// The date to write for the movie's beginning; `nil` if the movie needs none.
  let movie: WallTime?
  /// The date to write for the still; `nil` if the still needs none.
  let still: WallTime?
  let notes: [String]

  init(still: StillFile?, movie: MovieFile, stillTime: MediaTime, movieFileNanoseconds: Int64) {
    let told = movie.text(of: MovieKey.creationDate).flatMap { DateReading($0) }
    let taken = still?.captureDate
    var notes: [String] = []
    let begin: WallTime
    if let told, told.offsetSeconds != nil {
      begin = told.wallTime(defaultOffset: 0)
      self.movie = nil
    } else if let told {
      begin = told.wallTime(defaultOffset: taken?.utcOffsetSeconds ?? 0)
      self.movie = begin
    } else {
      // Header and file are in UTC, and where it was recorded is not known.
      begin =
        taken?.advanced(by: -stillTime) ?? movie.headerDate
        ?? WallTime(secondsSince1970: 0, nanosecond: Int(movieFileNanoseconds), utcOffsetSeconds: 0)
      self.movie = begin
      if taken == nil, movie.headerDate == nil {
        notes.append("dates: nothing tells when it was taken; the movie file's date of last change is written")
      }
      if taken != nil, still?.hasCaptureOffset == false {
        notes.append("dates: the still does not tell its time zone; the movie's date is its local time as UTC")
      }
    }
    self.still = taken == nil ? begin.advanced(by: stillTime) : nil
    // Local clocks are compared where the still tells no zone.
    if self.movie == nil, let reading = still?.exif?.captureDate {
      let distance = told.map { reading.seconds(since: $0) } ?? 0
      if !(-1...60 + stillTime.wholeSeconds).contains(distance) {
        notes.append("dates: still and movie were not taken at the same time; they are \(Self.text(distance)) apart")
      }
    }
    self.notes = notes
  }

  /// Returns the problem of a Motion Photo whose still and video were taken on different days, or `nil`: the zone of a
  /// clock on the wall is unknown.
  static func problem(still: StillFile, video: MovieFile) -> String? {
    // An edit changes the header's date, and keeps the other one.
    let told = video.text(of: MovieKey.creationDate).flatMap { DateReading($0) }
    let header = video.headerDate.map { DateReading(date: $0, hasOffset: true) }
    guard let taken = still.exif?.captureDate, let filmed = told ?? header, !filmed.isOfUnsetClock,
      case let distance = taken.seconds(since: filmed),
      distance.magnitude > 86_400 + (taken.hasOffset && filmed.hasOffset ? 0 : 14 * 3600)
    else { return nil }
    return "still \(taken.text), video \(filmed.text): \(text(distance)) apart"
  }

  /// A length of time in the largest unit of which there are two or more.
  static func text(_ seconds: Int64) -> String {
    let seconds = seconds.magnitude
    if seconds < 120 { return "\(seconds) s" }
    if seconds < 7200 { return "\(seconds / 60) min" }
    if seconds < 172_800 { return "\(seconds / 3600) h" }
    return seconds < 63_115_200 ? "\(seconds / 86_400) days" : "\((seconds + 15_778_800) / 31_557_600) years"
  }
}
