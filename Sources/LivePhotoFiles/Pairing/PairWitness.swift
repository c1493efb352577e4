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
