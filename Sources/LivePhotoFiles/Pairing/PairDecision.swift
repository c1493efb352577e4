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
