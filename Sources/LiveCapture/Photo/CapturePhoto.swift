public import CaptureDevices
public import MediaCore

/// A still of a capture. A still that failed has a photo without bytes.
///
/// Stands for `AVCapturePhoto`.
public struct CapturePhoto: Sendable {
  /// The uncompressed pixels of a photo: their format, and the bytes of all planes.
  ///
  /// Stands for `CVPixelBuffer`.
  public struct PixelBuffer: Sendable {
    /// The coding, size and planes of the pixels.
    public let format: VideoFormat
    /// The bytes of all planes, in the layout of ``format``.
    public let bytes: [UInt8]

    /// Creates a buffer from its parts.
    public init(format: VideoFormat, bytes: [UInt8]) {
      self.format = format
      self.bytes = bytes
    }
  }

  /// The settings of the capture it belongs to.
  public var resolvedSettings: ResolvedPhotoSettings
  /// The instant at which the frame was taken, on the session's clock; `.invalid` when the still failed.
  public var timestamp: MediaTime
  /// The camera's number of the frame; `nil` when the still failed.
  public var sequence: UInt64?
  /// The number of this photo in the capture, from 1.
  public var photoCount: Int
  /// The number of this photo in a bracket, from 1 (see ``CaptureProfile/sequenceCount``); 0 outside brackets.
  public var sequenceCount = 0
  /// The exposure; `nil` outside brackets.
  public var bracketElement: PhotoBracketElement?
  /// A Boolean value that indicates whether the photo is RAW.
  public var isRawPhoto = false
  /// The codec of a still's file that is neither RAW nor pixels.
  public var codec = PhotoCodec.jpeg
  /// A Boolean value that indicates whether the picture is the camera's own JPEG, not encoded again.
  public var isCameraOriginal: Bool
  /// The number of frames that the photo was made of.
  public var frameCount = 1
  /// The reason why its file lacks the thumbnail that it would have; `nil` for one that lacks none.
  public var thumbnailFailure: CodingError?
  /// The pixels of an uncompressed or RAW still; `nil` for JPEG and HEIC.
  public var pixelBuffer: PixelBuffer?
  /// The small picture beside it; `nil` unless it was asked for.
  public var previewPixelBuffer: PixelBuffer?
  /// The metadata that the session adds to its own: that of the settings, and the exposure.
  public var metadata = PhotoMetadata()
  /// The kind of camera that took it; `nil` for a photo that a test made.
  public var sourceDeviceType: VideoDeviceTraits.Kind?
  /// The recipe for making the photo's file anew; `nil` for a photo without a file, and for one that a test made.
  var recipe: PhotoRecipe?
  /// The codecs of the session that made it; `nil` for a photo that a test made without them.
  var media: CaptureMedia?
  /// The number of bytes of the file; 0 when the still failed or is uncompressed.
  public let byteCount: Int
  private var bytes: [UInt8]?

  /// Creates a photo from its parts; public so that tests can make it. With codecs it can be shown as pixels.
  public init(
    resolvedSettings: ResolvedPhotoSettings, timestamp: MediaTime, sequence: UInt64?, photoCount: Int = 1,
    isCameraOriginal: Bool, bytes: [UInt8]?, media: CaptureMedia? = nil
  ) {
    self.media = media
    self.resolvedSettings = resolvedSettings
    self.timestamp = timestamp
    self.sequence = sequence
    self.photoCount = photoCount
    self.isCameraOriginal = isCameraOriginal
    self.bytes = bytes
    byteCount = bytes?.count ?? 0
  }

  /// Returns the bytes of the JPEG, HEIC or DNG file with its metadata; `nil` when the still failed or is uncompressed.
  public func fileDataRepresentation() -> [UInt8]? { bytes }

  /// The kind of that file; `nil` without one.
  public var fileType: PhotoFileType? { bytes == nil ? nil : isRawPhoto ? .dng : codec.fileType }

  /// Returns the photo without the bytes of its file and its pixels, such as for a log.
  public func withoutFileData() -> CapturePhoto {
    var photo = self
    photo.bytes = nil
    photo.recipe = nil
    photo.pixelBuffer = nil
    photo.previewPixelBuffer = nil
    return photo
  }

  /// The time from the shutter instant to the frame; negative is before it. `.invalid` when the still failed.
  public var shutterError: MediaTime {
    timestamp.isValid ? timestamp - resolvedSettings.shutterTime : .invalid
  }
}
