import ISOBoxes
import MediaCore
import MovieCoding

/// A date in a movie's header that contradicts the movie's own date, and that programs which go by the header show.
enum HeaderDate {
  /// The header has none, though the tracks' headers do.
  case lost
  /// The header's date lies days before the movie's own: that of a clock that was never set, or of another movie.
  case early(DateReading)

  /// `nil` for a header that is right, for one of a program that writes no dates, and for the later date of an edit.
  init?(of movie: MovieFile, beside begins: DateReading) {
    let seconds = movie.header.creationTime
    if seconds == 0 {
      let hasTrackDate = movie.box.children.containers("trak").contains { track in
        track.first(TrackHeaderBox.self)?.creationTime ?? 0 > 0
      }
      guard hasTrackDate else { return nil }
      self = .lost
      return
    }
    guard let seconds = Int64(exactly: seconds),
      case let date = WallTime(secondsSince1970: seconds - 2_082_844_800, nanosecond: 0, utcOffsetSeconds: 0),
      // Local time that is taken for UTC is not as far off.
      case let header = DateReading(date: date, hasOffset: true), begins.seconds(since: header) > 2 * 86_400
    else { return nil }
    self = .early(header)
  }

  /// The header's date, in brackets behind what takes its place.
  var was: String {
    switch self {
    case .lost: "was missing"
    case .early(let date): "was \(date.text)"
    }
  }

  /// What is wrong, and what to do.
  var problem: String {
    let advice = "'livecam repair' gives the header the movie's own date"
    return switch self {
    case .lost:
      "the movie's header (mvhd) has lost its date, which its tracks have: programs that go by the header show it at "
        + "1904; \(advice)"
    case .early(let date):
      "the movie's header (mvhd) says \(date.text), and the movie's own date is another one: programs that go by the "
        + "header show it at a wrong place; \(advice)"
    }
  }
}
