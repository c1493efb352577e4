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
  /// A still before its movie, or one file.
  let files: [FileFacts]
  /// The evidence, in a phrase.
  let reason: String
  /// Whether the pair must not keep its identifier, which another pair has.
  var needsOwnIdentifier = false
}

/// Looks at files for a ``PairMatcher``, which itself knows facts alone.
protocol PairWitness {
  /// How much a movie looks like a still, and where in it; `nil` when that cannot be told. `seconds` is where the still
  /// probably falls.
  /// - Throws: `CancellationError`.
  func likeness(of still: FileFacts, to movie: FileFacts, near seconds: Double) throws -> PairLikeness?
  /// What files with the same bytes have in common; `nil` for one that cannot be read.
  /// - Throws: `CancellationError`.
  func fingerprint(of file: FileFacts) throws -> String?
  /// Whether two files have the same bytes.
  /// - Throws: `CancellationError`.
  func areSame(_ one: FileFacts, _ other: FileFacts) throws -> Bool
}

/// How much a movie's picture looks like a still.
struct PairLikeness: Sendable, Hashable {
  let value: Double
  /// When that picture is shown.
  let seconds: Double
}
