public import MediaCore

/// Encodes stills as files, and rewrites such files with other metadata.
public protocol StillMaking: Sendable {
  /// The codecs that it can make files of on this machine, preferred first: what
  /// ``PhotoOutput/availablePhotoCodecTypes`` lists. Looked at whenever a session is configured; it should be quick.
  var codecs: [PhotoCodec] { get }

  /// Loads what stills of a codec need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` when it cannot be loaded; making a still would fail alike.
  func prepare(_ codec: PhotoCodec) throws(CodingError)

  /// Makes a still of one frame, or of the mean of several: then of the first and all that have its format.
  /// - Throws: `CodingError` when the frame is damaged or the file cannot be made.
  func make(_ order: StillOrder, of frames: [VideoFrame]) throws(CodingError) -> MadeStill

  /// Returns a still's file with other metadata, another quality or another thumbnail.
  /// - Throws: `CodingError` when the file is none, or cannot be made.
  func rewrite(_ file: [UInt8], _ change: StillRewrite) throws(CodingError) -> [UInt8]

  /// Returns the picture of a still's file as a frame of ``/MediaCore/PixelFormat/yu12``, as stored and not turned.
  /// - Throws: `CodingError` when the file is no picture.
  func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame
}

extension StillMaking {
  /// All codecs, unless a maker says otherwise.
  public var codecs: [PhotoCodec] { PhotoCodec.allCases }
}
