import CFFmpeg

/// How a stream is compressed: what can be carried over into a Live Photo's movie by name, all else by FFmpeg's name.
public enum ForeignCodec: Sendable, Hashable, CustomStringConvertible {
  /// H.264, MPEG-4 part 10.
  case h264
  /// HEVC, H.265.
  case hevc
  /// AAC of any profile.
  case aac
  /// Uncompressed sound.
  case pcm(ForeignPCM)
  /// Anything else, such as `vp9`, `opus`, `mjpeg`.
  case other(String)

  /// FFmpeg's name: `h264`, `pcm_s16le`.
  public var description: String {
    switch self {
    case .h264: "h264"
    case .hevc: "hevc"
    case .aac: "aac"
    case .pcm(let layout): layout.description
    case .other(let name): name
    }
  }

  init(_ identifier: AVCodecID, name: String) {
    switch identifier {
    case AV_CODEC_ID_H264: self = .h264
    case AV_CODEC_ID_HEVC: self = .hevc
    case AV_CODEC_ID_AAC: self = .aac
    default: self = ForeignPCM(name: name).map { .pcm($0) } ?? .other(name)
    }
  }
}

/// How the samples of uncompressed sound are written.
public struct ForeignPCM: Sendable, Hashable, CustomStringConvertible {
  /// Bits of a sample: 8, 16, 24, 32 or 64.
  public let bits: Int
  /// Whether samples are floating-point numbers rather than integers.
  public let isFloat: Bool
  /// Whether integers have a sign; only those of 8 bits may have none.
  public let isSigned: Bool
  /// Whether the first byte of a sample is its highest.
  public let isBigEndian: Bool

  /// `pcm_s16le`, `pcm_f32be`, `pcm_u8`: FFmpeg's name.
  public var description: String {
    "pcm_\(isFloat ? "f" : isSigned ? "s" : "u")\(bits)" + (bits == 8 ? "" : isBigEndian ? "be" : "le")
  }

  /// The layout of a codec of that name, or `nil` when it isn't plain interleaved numbers.
  init?(name: String) {
    guard let layout = Self.known[name] else { return nil }
    self = layout
  }

  private init(bits: Int, isFloat: Bool, isSigned: Bool, isBigEndian: Bool) {
    (self.bits, self.isFloat, self.isSigned, self.isBigEndian) = (bits, isFloat, isSigned, isBigEndian)
  }

  private static let known: [String: ForeignPCM] = {
    var known: [String: ForeignPCM] = [:]
    for isBigEndian in [false, true] {
      for bits in [16, 24, 32] {
        let layout = ForeignPCM(bits: bits, isFloat: false, isSigned: true, isBigEndian: isBigEndian)
        known[layout.description] = layout
      }
      for bits in [32, 64] {
        let layout = ForeignPCM(bits: bits, isFloat: true, isSigned: true, isBigEndian: isBigEndian)
        known[layout.description] = layout
      }
    }
    for isSigned in [false, true] {
      let layout = ForeignPCM(bits: 8, isFloat: false, isSigned: isSigned, isBigEndian: false)
      known[layout.description] = layout
    }
    return known
  }()
}
