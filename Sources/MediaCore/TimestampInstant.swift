/// The instant that the timestamp of a frame marks.
public enum TimestampInstant: String, Sendable, Hashable, Codable {
  /// The start of exposure.
  case startOfExposure
  /// The end of the frame: its last pixel has been read out.
  case endOfFrame
  /// The driver does not say.
  case unknown
}
