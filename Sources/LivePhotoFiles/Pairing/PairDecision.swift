/// A decision about files of a folder: their fate, and the reason.
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
  /// Indicates whether the pair must not keep its identifier, which another pair has.
  var needsOwnIdentifier = false
  /// The still of the pair that a copy is the same as.
  var original: String?
  /// The name of a still's movie that is broken, and so left out of it.
  var brokenMovie: String?

  /// Indicates whether a still and a movie carry the same identifier.
  var hasOneIdentifier: Bool {
    files.count == 2 && files[0].identifier != nil && files[0].identifier == files[1].identifier
  }

  /// Indicates whether the files lie in different folders.
  var areApart: Bool { Set(files.map { FileNames.folder(of: $0.path) }).count > 1 }
}

/// Looks at files for a ``PairMatcher``, which itself knows facts alone. Several questions may be asked at once.
protocol PairWitness: Sendable {
  /// Returns for each movie the likeness of the still and the most similar picture; `nil` where it cannot be
  /// determined.
  /// - Throws: `CancellationError`.
  func likeness(of still: FileFacts, to movies: [PairGuess]) throws -> [PairLikeness?]
  /// Returns a text that files have in common only if their bytes are the same; `nil` for a file that cannot be read.
  /// - Throws: `CancellationError`.
  func fingerprint(of file: FileFacts) throws -> String?
  /// Tells whether a part of a file has the same bytes as all of another.
  /// - Throws: `CancellationError`.
  func areSame(_ one: FileFacts, _ part: Range<Int>, _ other: FileFacts) throws -> Bool
  /// Tells whether a still with a video behind it is a Motion Photo of just that video.
  func isMotionPhoto(_ still: FileFacts, _ video: FileFacts) -> Bool
}

/// A movie, and where in it a still probably falls.
struct PairGuess: Sendable {
  let movie: FileFacts
  let seconds: Double
}

/// The likeness of a movie's picture and a still.
struct PairLikeness: Sendable, Hashable {
  let value: Double
  /// The time at which that picture is shown, in seconds.
  let seconds: Double
}
