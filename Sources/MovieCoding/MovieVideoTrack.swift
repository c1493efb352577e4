public import MediaCore

/// The pictures of a movie: H.264 or HEVC, in the order of time, without B-frames.
public struct MovieVideoTrack: Sendable {
  /// The pictures. Those outside the movie's window may be here too: what a visible picture needs to be decoded is
  /// written and left out of the timeline, the rest is not written.
  public var samples: [MovieVideoSample]
  /// How the pictures are compressed.
  public var codec: VideoCodec
  /// The payload of `avcC` or `hvcC`, with lengths of four bytes: `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15,
  /// 5.3.3.1, or `HEVCDecoderConfigurationRecord` of 8.3.3.1 with all parameter sets, as `hvc1` wants it.
  public var configuration: [UInt8]
  /// Encoded pixels in a row.
  public var width: Int
  /// Encoded rows.
  public var height: Int
  /// How far the picture has to be turned clockwise to stand upright.
  public var orientation: MovieOrientation
  /// What the colours mean.
  public var color: MovieColor
  /// The middle part of the encoded picture that is meant to be seen, in pixels.
  public var cleanAperture: (width: Int, height: Int)
  /// The nominal time between pictures: how long the last one is shown.
  public var nominalInterval: MediaTime

  /// A track from its parts. Without a clean aperture all of the picture is meant to be seen.
  public init(
    samples: [MovieVideoSample], codec: VideoCodec = .h264, configuration: [UInt8], width: Int, height: Int,
    orientation: MovieOrientation = .upright, color: MovieColor = .camera,
    cleanAperture: (width: Int, height: Int)? = nil, nominalInterval: MediaTime
  ) {
    self.samples = samples
    self.codec = codec
    self.configuration = configuration
    self.width = width
    self.height = height
    self.orientation = orientation
    self.color = color
    self.cleanAperture = cleanAperture ?? (width, height)
    self.nominalInterval = nominalInterval
  }
}
