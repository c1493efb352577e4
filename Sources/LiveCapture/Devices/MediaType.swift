/// The kind of samples that a device delivers.
///
/// Stands for `AVMediaType`; those that no capture device here delivers are there to be asked about.
public enum MediaType: String, Sendable, Hashable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Pictures and sound in one stream.
  case muxed
  /// Text that accompanies pictures.
  case metadata
}
