import ISOBoxes
import MediaCore
import MovieCoding

/// Checks what two files must show together: rules 8, 12 and 13.
struct PairRules {
  let still: StillFacts
  let movie: MovieFile

  /// The rules' outcomes.
  var results: [RuleResult] { [dates, identifiersEqual, shape] }

  private var dates: RuleResult {
    guard let text = movie.metadata.first(where: { $0.key == MovieKey.creationDate })?.value.text else {
      return RuleResult(.dates, .warning, "no creationdate in the movie")
    }
    guard let begins = DateReading(text) else { return RuleResult(.dates, .warning, "'\(text.prefix(64))' is no date") }
    guard let taken = still.date else { return RuleResult(.dates, .warning, "\(text), and no date in the still") }
    let distance = taken.seconds(since: begins)
    let found = "movie \(text), still \(taken.text): \(distance) s later"
    guard begins.offsetSeconds != nil else { return RuleResult(.dates, .warning, "\(text) has no offset from UTC") }
    return RuleResult(.dates, (0...2).contains(distance) ? .pass : .warning, found)
  }

  private var identifiersEqual: RuleResult {
    let (left, right) = (still.identifier, movie.contentIdentifier)
    let text = "still \(left?.prefix(64) ?? "has none"), movie \(right?.prefix(64) ?? "has none")"
    let isEqual = left != nil && left == right && !(left ?? "").isEmpty
    return RuleResult(.identifiersEqual, isEqual ? .pass : .failure, text)
  }

  private var shape: RuleResult {
    guard let seen = movie.displaySize, still.displayWidth > 0, still.displayHeight > 0 else {
      return RuleResult(.shape, .notChecked, "a size is not known")
    }
    let text = "still \(still.displayWidth) × \(still.displayHeight), movie \(seen.width) × \(seen.height)"
    let photo = Double(still.displayWidth) / Double(still.displayHeight)
    let film = Double(seen.width) / Double(seen.height)
    if (photo - 1) * (film - 1) < 0, abs(photo - 1) > 0.02, abs(film - 1) > 0.02 {
      return RuleResult(.shape, .failure, "\(text): one is upright, the other wide")
    }
    let isAlike = abs(photo / film - 1) <= 0.02
    return RuleResult(.shape, isAlike ? .pass : .warning, text)
  }
}
