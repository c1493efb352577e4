import ISOBoxes
import MediaCore
import MovieCoding

/// Checks what two files must show together, and what the still must show alone: rules 8 to 13.
struct PairRules {
  let stillPath: String
  let still: StillFacts
  let moviePath: String
  let movie: MovieFile

  /// The rules' outcomes.
  var results: [RuleResult] {
    [
      dates, stillExtension, movieExtension, exif, makerNote, identifiersEqual, shape, names,
    ]
  }

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

  private var stillExtension: RuleResult {
    let name = FileNames.fileExtension(of: stillPath)
    let fits = still.kind.extensions.contains(name) && [.jpeg, .heic].contains(still.kind)
    return RuleResult(.stillExtension, fits ? .pass : .failure, "\(still.kind.rawValue) named .\(name)")
  }

  private var movieExtension: RuleResult {
    let name = FileNames.fileExtension(of: moviePath)
    return RuleResult(.movieExtension, name == "mov" ? .pass : .failure, "named .\(name)")
  }

  private var exif: RuleResult {
    RuleResult(.exif, still.hasExif ? .pass : .failure, still.hasExif ? "there" : "no Exif that can be read")
  }

  private var makerNote: RuleResult {
    if let problem = still.makerNoteProblem { return RuleResult(.makerNote, .failure, problem) }
    guard let text = still.identifier else { return RuleResult(.makerNote, .failure, "no identifier") }
    guard PairIdentifier(uuidString: text) != nil else {
      return RuleResult(.makerNote, .failure, "'\(text.prefix(64))' is no UUID of 36 characters")
    }
    return RuleResult(.makerNote, .pass, text)
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

  private var names: RuleResult {
    let (left, right) = (FileNames.stem(of: stillPath), FileNames.stem(of: moviePath))
    return RuleResult(.names, left == right ? .pass : .warning, "\(left) and \(right)")
  }
}
