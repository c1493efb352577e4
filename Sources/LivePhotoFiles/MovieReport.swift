/// A report on a movie, as a person wants to know it.
public struct MovieReport: Sendable, Encodable {
  /// One key of the movie's metadata with its value.
  public struct Entry: Sendable, Hashable, Encodable {
    /// The whole key.
    public let key: String
    /// The type of the value, by QuickTime's numbers.
    public let type: Int
    /// The value for people.
    public let value: String
  }

  /// A shown picture.
  public struct Frame: Sendable, Hashable, Encodable {
    /// Its number, from 0, in the order of showing.
    public let index: Int
    /// The time at which it is shown, on the movie's timeline.
    public let time: TimeReport
    /// The seconds by which it is shown later than the still time; negative when earlier.
    public let distance: Double
  }

  /// The major brand, or `nil` without an `ftyp`.
  public internal(set) var brand: String?
  /// The movie's length.
  public internal(set) var duration: TimeReport?
  /// The place of the still, or `nil` when nothing says so.
  public internal(set) var stillTime: TimeReport?
  /// The shown picture that is nearest to the still time.
  public internal(set) var stillFrame: Frame?
  /// The identifier that ties the movie to its still, or `nil`.
  public internal(set) var identifier: String?
  /// The date at which the movie begins, as the file says it.
  public internal(set) var date: String?
  /// A Boolean value that indicates whether the samples are described by fragments.
  public internal(set) var isFragmented = false
  /// Pixels in a row as seen; 0 without pictures.
  public internal(set) var displayWidth = 0
  /// Rows as seen; 0 without pictures.
  public internal(set) var displayHeight = 0
  /// The tracks, in order.
  public internal(set) var tracks: [TrackReport] = []
  /// The metadata of the movie, in order.
  public internal(set) var metadata: [Entry] = []
  /// Notes about what is unusual about it.
  public internal(set) var notes: [String] = []
}

/// A report on a track of a movie.
public struct TrackReport: Sendable, Encodable {
  /// One entry of the edit list.
  public struct Edit: Sendable, Hashable, Encodable {
    /// Its length in seconds.
    public let seconds: Double
    /// The beginning in the media, in seconds; `nil` for a pause.
    public let mediaSeconds: Double?
  }

  /// The track's number.
  public internal(set) var id: UInt32
  /// `video`, `sound`, `metadata` or the handler's four letters.
  public internal(set) var kind: String
  /// A Boolean value that indicates whether players show or sound the track.
  public internal(set) var isEnabled: Bool
  /// The codec's four letters, or `nil` without a description.
  public internal(set) var codec: String?
  /// The number of samples.
  public internal(set) var sampleCount: Int
  /// The length in seconds, edits applied.
  public internal(set) var seconds: Double
  /// Encoded pixels in a row; `nil` for what is not seen.
  public internal(set) var width: Int?
  /// Encoded rows.
  public internal(set) var height: Int?
  /// The clockwise turn of the picture, in degrees.
  public internal(set) var rotation: Int?
  /// Pictures in a second, on average.
  public internal(set) var frameRate: Double?
  /// A Boolean value that indicates whether the times between pictures differ.
  public internal(set) var isVariableRate: Bool?
  /// Frames of sound in a second.
  public internal(set) var sampleRate: Int?
  /// Channels of sound.
  public internal(set) var channels: Int?
  /// The edit list.
  public internal(set) var edits: [Edit] = []
  /// The keys of timed metadata.
  public internal(set) var keys: [String] = []
  /// The tracks that this one refers to, by kind of reference.
  public internal(set) var references: [String: [UInt32]] = [:]
}
