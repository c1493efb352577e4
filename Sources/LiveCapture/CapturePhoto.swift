public import MediaCore

/// The still of one capture. There is one even when the still failed; then it holds no bytes.
///
/// Stands for `AVCapturePhoto`.
public struct CapturePhoto: Sendable {
  /// The settings of the capture it belongs to.
  public let resolvedSettings: ResolvedPhotoSettings
  /// When the frame was taken, on the session's clock; `.invalid` when the still failed.
  public let timestamp: MediaTime
  /// The camera's number of the frame; `nil` when the still failed.
  public let sequence: UInt64?
  /// Which photo of the capture this is, from 1.
  public let photoCount: Int
  /// Whether the picture is the camera's own JPEG, not encoded again.
  public let isCameraOriginal: Bool
  /// The number of bytes of the file; 0 when the still failed.
  public let byteCount: Int
  private var bytes: [UInt8]?

  /// A photo from its parts; public so that tests can make it.
  public init(
    resolvedSettings: ResolvedPhotoSettings, timestamp: MediaTime, sequence: UInt64?, photoCount: Int = 1,
    isCameraOriginal: Bool, bytes: [UInt8]?
  ) {
    self.resolvedSettings = resolvedSettings
    self.timestamp = timestamp
    self.sequence = sequence
    self.photoCount = photoCount
    self.isCameraOriginal = isCameraOriginal
    self.bytes = bytes
    byteCount = bytes?.count ?? 0
  }

  /// The bytes of the JPEG or HEIC file with its metadata; `nil` when the still failed.
  public func fileDataRepresentation() -> [UInt8]? { bytes }

  /// The same photo without the bytes of its file, for those who only want to tell of it.
  public func withoutFileData() -> CapturePhoto {
    var photo = self
    photo.bytes = nil
    return photo
  }

  /// How far the frame was taken from the shutter instant; negative is before it. `.invalid` when the still failed.
  public var shutterError: MediaTime {
    timestamp.isValid ? timestamp - resolvedSettings.shutterTime : .invalid
  }
}
