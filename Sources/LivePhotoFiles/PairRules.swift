import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// Checks what two files must show together: rules 8, 12 and 13.
struct PairRules {
  let still: StillFacts
  let movie: MovieFile

  var results: [RuleResult] {
    RuleResult.list([.dates: dates, .identifiersEqual: identifiersEqual, .shape: shape])
  }

  private var dates: RuleResult.Outcome {
    guard let text = movie.metadata.first(where: { $0.key == MovieKey.creationDate })?.value.text else {
      return (.warning, "no creationdate in the movie")
    }
    guard let begins = DateReading(text) else { return (.warning, "'\(text.prefix(64))' is no date") }
    if let problem = ImpossibleDate.problem(of: begins) {
      return (.warning, "the movie's date \(text) \(problem); 'livecam repair --trust still' takes the still's")
    }
    if let header = HeaderDate(of: movie, beside: begins) { return (.warning, header.problem) }
    guard let taken = still.date else { return (.warning, "\(text), and no date in the still") }
    let distance = taken.seconds(since: begins)
    let found = "movie \(text), still \(taken.text): \(PairDates.text(distance)) \(distance < 0 ? "earlier" : "later")"
    guard begins.offsetSeconds != nil else { return (.warning, "\(text) has no offset from UTC") }
    return (Self.isOfOneMoment(distance, stillTime: movie.stillTime) ? .pass : .warning, found)
  }

  /// Tells whether a still that was taken so many seconds after a movie's beginning can be that of a place in the
  /// movie: some programs date the movie by the still itself, and clocks are read in whole seconds.
  static func isOfOneMoment(_ distance: Int64, stillTime: MediaTime?) -> Bool {
    let place = stillTime.map { $0.isNumeric ? $0.seconds : 0 } ?? 0
    return distance >= 0 && Double(distance) <= max(place, 0) + 2
  }

  private var identifiersEqual: RuleResult.Outcome {
    let (left, right) = (still.identifier, movie.contentIdentifier)
    let text = "still \(left?.prefix(64) ?? "has none"), movie \(right?.prefix(64) ?? "has none")"
    let isEqual = left != nil && left == right && !(left ?? "").isEmpty
    return (isEqual ? .pass : .failure, text)
  }

  private var shape: RuleResult.Outcome {
    guard let seen = movie.displaySize, still.displayWidth > 0, still.displayHeight > 0 else {
      return (.notChecked, "a size is not known")
    }
    let text = "still \(still.displayWidth) × \(still.displayHeight), movie \(seen.width) × \(seen.height)"
    if isAskew { return (.warning, "\(text): one is upright, the other wide") }
    let photo = Double(still.displayWidth) / Double(still.displayHeight)
    let film = Double(seen.width) / Double(seen.height)
    return (abs(photo / film - 1) <= 0.02 ? .pass : .warning, text)
  }

  /// Indicates whether one half is upright, and the other wide.
  var isAskew: Bool {
    guard let seen = movie.displaySize, still.displayWidth > 0, still.displayHeight > 0 else { return false }
    let photo = Double(still.displayWidth) / Double(still.displayHeight)
    let film = Double(seen.width) / Double(seen.height)
    return (photo - 1) * (film - 1) < 0 && abs(photo - 1) > 0.02 && abs(film - 1) > 0.02
  }
}
