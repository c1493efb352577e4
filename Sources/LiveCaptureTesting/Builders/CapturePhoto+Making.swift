public import CaptureDevices
public import LiveCapture
public import MediaCore

extension CapturePhoto {
  /// Returns a photo as an output would have delivered it, for tests of code that receives photos. By default a still
  /// that succeeded, with the bytes of a real JPEG file.
  ///
  /// For one that failed see ``failed(_:photoCount:)``.
  public static func make(
    resolvedSettings: ResolvedPhotoSettings = .make(), timestamp: MediaTime? = nil, sequence: UInt64? = 0,
    photoCount: Int = 1, sequenceCount: Int = 0, bracketElement: PhotoBracketElement? = nil, isRawPhoto: Bool = false,
    codec: PhotoCodec = .jpeg, isCameraOriginal: Bool = false, frameCount: Int = 1,
    thumbnailFailure: CodingError? = nil, pixelBuffer: PixelBuffer? = nil, previewPixelBuffer: PixelBuffer? = nil,
    metadata: PhotoMetadata = PhotoMetadata(),
    sourceDeviceType: VideoDeviceTraits.Kind? = nil, bytes: [UInt8]? = CapturePhoto.smallJPEG
  ) -> CapturePhoto {
    var photo = CapturePhoto(
      resolvedSettings: resolvedSettings, timestamp: timestamp ?? resolvedSettings.shutterTime, sequence: sequence,
      photoCount: photoCount, isCameraOriginal: isCameraOriginal, bytes: bytes)
    photo.sequenceCount = sequenceCount
    photo.bracketElement = bracketElement
    photo.isRawPhoto = isRawPhoto
    photo.codec = codec
    photo.frameCount = frameCount
    photo.thumbnailFailure = thumbnailFailure
    photo.pixelBuffer = pixelBuffer
    photo.previewPixelBuffer = previewPixelBuffer
    photo.metadata = metadata
    photo.sourceDeviceType = sourceDeviceType
    return photo
  }

  /// Returns the photo that comes with an error: without bytes, without a frame, its timestamp invalid.
  public static func failed(_ resolvedSettings: ResolvedPhotoSettings = .make(), photoCount: Int = 1) -> CapturePhoto {
    make(
      resolvedSettings: resolvedSettings, timestamp: .invalid, sequence: nil, photoCount: photoCount, bytes: nil)
  }
}

extension DeferredPhotoProxy {
  /// Returns a proxy as an output would have delivered it, with the bytes of a real JPEG file.
  public static func make(
    photo: CapturePhoto = .make(
      resolvedSettings: .make(deferredPhotoProxyDimensions: .init(width: 640, height: 480)))
  ) -> DeferredPhotoProxy {
    DeferredPhotoProxy(photo: photo)
  }
}
