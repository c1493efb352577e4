import CFFmpeg

/// How a stream is compressed: what can be carried over into a Live Photo's movie by name, all else by FFmpeg's name.
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

  init(_ identifier: AVCodecID, name: String) {
    switch identifier {
    case AV_CODEC_ID_H264: self = .h264
    case AV_CODEC_ID_HEVC: self = .hevc
    case AV_CODEC_ID_AAC: self = .aac
    default: self = .other(name)
    }
  }
}
