public import MediaCore

/// Reads the files that a script's captures wrote, as far as scripts have expectations of them.
///
/// The language itself needs no codec and no container: the reader of files is one of the runner's ``ScriptTools``.
public protocol ScriptFileReading: Sendable {
  /// Returns the facts of a movie's file; `nil` if the bytes are not a movie.
  func movie(_ bytes: [UInt8]) -> ScriptMovie?
  /// Returns the identifier that a still shares with its movie; `nil` if the file has none or is no still.
  func contentIdentifier(ofStill bytes: [UInt8]) -> String?
  /// Returns the mean of a still's luma, 0 to 1, rounded to thousandths; `nil` if it cannot be decoded.
  func brightness(ofStill bytes: [UInt8]) -> Double?
}

/// The facts of a movie's file, as far as scripts have expectations of it.
public struct ScriptMovie: Sendable, Hashable {
  /// The number of tracks of sound that it has.
  public var audioTrackCount: Int
  /// A Boolean value that indicates whether the movie's sound is nothing but zeros; `nil` if the movie has no PCM.
  public var isSilent: Bool?
  /// The identifier that it shares with its still.
  public var contentIdentifier: String?
  /// The place of the still on the movie's timeline.
  public var stillTime: MediaTime?

  /// Creates the facts of a movie.
  public init(audioTrackCount: Int, isSilent: Bool?, contentIdentifier: String?, stillTime: MediaTime?) {
    self.audioTrackCount = audioTrackCount
    self.isSilent = isSilent
    self.contentIdentifier = contentIdentifier
    self.stillTime = stillTime
  }
}
