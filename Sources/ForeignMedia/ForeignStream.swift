public import MediaCore

/// One stream of a movie of somebody else's.
public struct ForeignStream: Sendable {
  /// The kind of a stream's content.
  public enum Kind: Sendable, Hashable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Subtitles, timed metadata, attachments and what nobody knows.
    case other
  }

  /// Its place among the streams of the file, from 0.
  public let index: Int
  /// The kind of the stream's content.
  public let kind: Kind
  /// The codec of the stream.
  public let codec: ForeignCodec
  /// The unit of ``ForeignPacket``'s ticks: `timeBase.value / timeBase.timescale` seconds.
  public let timeBase: MediaTime
  /// The configuration that a decoder must know before the first packet.
  ///
  /// For H.264 and HEVC always the payload of `avcC` or `hvcC` (ISO/IEC 14496-15), for AAC the AudioSpecificConfig
  /// (ISO/IEC 14496-3), also where the file has start codes or ADTS; empty when these are not to be found. For other
  /// codecs whatever FFmpeg has.
  public let configuration: [UInt8]
  /// The time at which the first packet is shown; `nil` if the file does not give it.
  public let startTime: MediaTime?
  /// The number of packets, if the file says so.
  public let packetCount: Int?
  /// A Boolean value that indicates whether a player takes the stream unless told otherwise.
  public let isDefault: Bool
  /// A Boolean value that indicates whether this is a cover picture or a set of thumbnails, not a stretch of video.
  public let isAttachedPicture: Bool
  /// A Boolean value that indicates whether FFmpeg can decode the stream.
  public let isDecodable: Bool
  /// The picture's shape, for video.
  public let video: ForeignVideo?
  /// The sound's shape, for audio.
  public let audio: ForeignAudio?
  let packaging: Packaging

  /// The duration of `ticks` of the stream's time base.
  public func time(ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, base: timeBase) }
}

/// The shape of the pictures of a stream.
public struct ForeignVideo: Sendable, Hashable {
  /// Pixels in a row, as stored.
  public let width: Int
  /// Rows, as stored.
  public let height: Int
  /// The width of a pixel over its height; 1 unless the file says otherwise.
  public let pixelAspect: MediaTime
  /// The clockwise turn that shows the pictures upright: 0, 90, 180 or 270 degrees.
  public let clockwiseDegrees: Int
  /// A Boolean value that indicates whether the pictures have to be mirrored, left to right, before they are turned.
  public let isMirrored: Bool
  /// Pictures in a second on average, or `nil` when nobody knows.
  public let frameRate: MediaTime?
  /// The colours that the numbers of a pixel mean.
  public let color: ForeignColor
  /// FFmpeg's name of the layout of pixels, such as `yuv420p10le`; empty when nobody knows.
  public let pixelFormat: String
}

/// The meaning of pixel values, by the codes of ITU-T H.273; 2 stands for unspecified.
public struct ForeignColor: Sendable, Hashable {
  /// The colour primaries.
  public let primaries: UInt16
  /// The transfer function: 16 (PQ) and 18 (HLG) are high dynamic range.
  public let transfer: UInt16
  /// The matrix from RGB to luma and colour differences; 0 for RGB itself.
  public let matrix: UInt16
  /// The range of values from black to white, or `nil` when the file does not give it.
  public let range: ColorRange?

  /// A Boolean value that indicates whether brightness reaches beyond what a plain screen shows.
  public var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

  /// A Boolean value that indicates whether the colours are those of Display P3, which pictures and movies of plain
  /// range can keep.
  public var isDisplayP3: Bool { primaries == 12 && !isHighDynamicRange }
}

/// The shape of the sound of a stream.
public struct ForeignAudio: Sendable, Hashable {
  /// Frames in a second.
  public let sampleRate: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// Frames that a packet decodes to, when all packets are alike: 1024 for AAC; else `nil`.
  public let packetFrames: Int?
  /// Frames at the start that are there for the decoder only and are not heard.
  public let primingFrames: Int
}

extension MediaTime {
  /// `ticks` of a time base whose value and timescale are above zero; rounded to a nanosecond where it does not fit.
  init(ticks: Int64, base: MediaTime) {
    let (value, overflow) = ticks.multipliedReportingOverflow(by: base.value)
    self =
      overflow
      ? MediaTime(seconds: Double(ticks) * base.seconds, preferredTimescale: base.timescale)
      : MediaTime(value: value, timescale: base.timescale)
  }
}
