public import MediaCore

/// A track of samples that were compressed elsewhere, or by any encoder: in the order of decoding, with B-frames, at
/// any timescale and at times as uneven as they come.
public struct PacketTrack: Sendable {
  /// One sample.
  public struct Packet: Sendable {
    /// Its bytes: NAL units each after its length in four bytes, one AAC packet without ADTS, or whole frames of plain
    /// sound.
    public var data: [UInt8]
    /// When it is decoded, in units of the track's timescale. Rises from packet to packet.
    public var decodeTime: Int64
    /// When it is shown or heard, in the same units.
    public var presentationTime: Int64
    /// How long it lasts, in the same units.
    public var duration: Int64
    /// Whether decoding can begin here.
    public var isSync: Bool

    /// A sample from its parts.
    public init(data: [UInt8], decodeTime: Int64, presentationTime: Int64, duration: Int64, isSync: Bool) {
      self.data = data
      self.decodeTime = decodeTime
      self.presentationTime = presentationTime
      self.duration = duration
      self.isSync = isSync
    }
  }

  /// What the samples are.
  public enum Media: Sendable {
    /// Pictures.
    case video(VideoDescription)
    /// AAC. `audioSpecificConfig` is that of ISO/IEC 14496-3, 1.6.2.1.
    case aac(audioSpecificConfig: [UInt8], channelCount: Int)
    /// Signed 16-bit samples, little-endian, channels interleaved.
    case lpcm16(channelCount: Int)
  }

  /// What a track of pictures says of all of them.
  public struct VideoDescription: Sendable {
    /// How they are compressed.
    public var codec: VideoCodec
    /// The payload of `avcC` or `hvcC`: ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1.
    public var configuration: [UInt8]
    /// Encoded pixels in a row, at most 65 535.
    public var width: Int
    /// Encoded rows, at most 65 535.
    public var height: Int
    /// How the picture is turned for display.
    public var orientation = MovieOrientation.upright
    /// Which colours the numbers mean, or `nil` to say nothing of them.
    public var color: MovieColor?
    /// The width of a pixel in units of its height.
    public var pixelAspect = 1.0

    /// A description of upright pictures.
    public init(codec: VideoCodec, configuration: [UInt8], width: Int, height: Int) {
      self.codec = codec
      self.configuration = configuration
      self.width = width
      self.height = height
    }
  }

  /// What the samples are.
  public var media: Media
  /// Units in a second; for sound its sampling rate.
  public var timescale: Int32
  /// The samples, in the order of decoding.
  public var packets: [Packet]
  /// The part of the media that is shown, by presentation times in the track's units; `nil` for all of it.
  public var shown: Range<Int64>?

  /// A track of which all is shown.
  public init(media: Media, timescale: Int32, packets: [Packet]) {
    self.media = media
    self.timescale = timescale
    self.packets = packets
  }
}
