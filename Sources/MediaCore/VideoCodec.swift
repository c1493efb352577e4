/// The compression of pictures in a Live Photo's movie.
///
/// Stands for the two values of `AVVideoCodecType` that Live Photos have.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
  /// H.264, also called AVC: ISO/IEC 14496-10.
  case h264
  /// HEVC, also called H.265: ISO/IEC 23008-2.
  case hevc
}
