/// What is to happen to files of a folder, and why.
struct PairDecision: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    /// A still and its movie become a Live Photo.
    case pair
    /// A still and the video that was torn out of it become a Motion Photo again.
    case motionPhoto
    /// A still and its movie are the same, byte for byte, as those of another pair.
    case copy
    /// A file stays what it is.
    case kept
    /// A file stays what it is, though it may belong to another.
    case doubt
    /// A file cannot be read as what it is named.
    case broken
  }

  let kind: Kind
  /// A still before its movie, or one file; of copies, too.
  let files: [FileFacts]
  /// The evidence, in a phrase.
  var reason: String
  /// Whether the pair must not keep its identifier, which another pair has.
  var needsOwnIdentifier = false
  /// The still of the pair that a copy is the same as.
  var original: String?
  /// The name of a still's movie that is broken, and so left out of it.
  var brokenMovie: String?

  /// Whether a still and a movie carry the same identifier.
  var hasOneIdentifier: Bool {
    files.count == 2 && files[0].identifier != nil && files[0].identifier == files[1].identifier
  }

  /// Whether the files lie in different folders.
  var areApart: Bool { Set(files.map { FileNames.folder(of: $0.path) }).count > 1 }
}

/// Looks at files for a ``PairMatcher``, which itself knows facts alone. Several questions may be asked at once.
protocol PairWitness: Sendable {
  /// How much movies look like a still, and where in them; `nil` for those of which that cannot be told.
  /// - Throws: `CancellationError`.
  func likeness(of still: FileFacts, to movies: [PairGuess]) throws -> [PairLikeness?]
  /// What files with the same bytes have in common; `nil` for one that cannot be read.
  /// - Throws: `CancellationError`.
  func fingerprint(of file: FileFacts) throws -> String?
  /// Whether a part of a file has the same bytes as all of another.
  /// - Throws: `CancellationError`.
  func areSame(_ one: FileFacts, _ part: Range<Int>, _ other: FileFacts) throws -> Bool
  /// Whether a still with a video behind it is a Motion Photo of just that video.
  func isMotionPhoto(_ still: FileFacts, _ video: FileFacts) -> Bool
}

/// A movie, and where in it a still probably falls.
struct PairGuess: Sendable {
  let movie: FileFacts
  let seconds: Double
}

/// How much a movie's picture looks like a still.
struct PairLikeness: Sendable, Hashable {
  let value: Double
  /// When that picture is shown.
  let seconds: Double
}
