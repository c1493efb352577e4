public import MediaCore

/// A stream of a movie that another program has made.
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

  /// The place of the stream among those of the file, from 0.
  public let index: Int
  /// The kind of the stream's content.
  public let kind: Kind
  /// The codec of the stream's packets.
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

  /// Returns the duration of `ticks` of the stream's time base.
  public func time(ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, base: timeBase) }
}
