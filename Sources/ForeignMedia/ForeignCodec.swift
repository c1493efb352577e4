/// The codec of a stream: by name where it can be carried over into a Live Photo's movie, by FFmpeg's name else.
public enum ForeignCodec: Sendable, Hashable, CustomStringConvertible {
  /// H.264, MPEG-4 part 10.
  case h264
  /// HEVC, H.265.
  case hevc
  /// AAC of any profile.
  case aac
  /// Anything else, such as `vp9`, `opus`, `pcm_s16le`.
  case other(String)

  /// FFmpeg's name: `h264`, `vp9`.
  public var description: String {
    switch self {
    case .h264: "h264"
    case .hevc: "hevc"
    case .aac: "aac"
    case .other(let name): name
    }
  }

  init(_ name: String) { self = [.h264, .hevc, .aac].first { $0.description == name } ?? .other(name) }
}
