public import MediaCore

/// A kind of still file.
///
/// Stands for the values of `AVFileType` that stills have.
public enum PhotoFileType: String, Sendable, Hashable, CaseIterable {
  /// JPEG in a JPEG file.
  case jpg = "JPG"
  /// HEVC in a HEIF file.
  case heic = "HEIC"
  /// RAW in a DNG file.
  case dng = "DNG"

  /// What the name of such a file ends with, in the letter case that cameras use.
  public var fileExtension: String { rawValue }
}

/// How a processed still is delivered: compressed by a codec, or as pixels. Exactly one of the two is named.
///
/// Stands for the dictionary `AVCapturePhotoSettings.format`.
public struct PhotoFormat: Sendable, Hashable {
  /// The codec, for a compressed still.
  public var codec: PhotoCodec?
  /// The pixel format, for a still as pixels.
  public var pixelFormat: PixelFormat?
  /// The quality of a compressed still, 0 to 1; `nil` is the session's.
  public var quality: Double?

  /// A format; naming both or neither is an error that is found when a photo is asked for.
  public init(codec: PhotoCodec? = nil, pixelFormat: PixelFormat? = nil, quality: Double? = nil) {
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.quality = quality
  }

  /// JPEG.
  public static let jpeg = PhotoFormat(codec: .jpeg)
  /// HEIC.
  public static let heic = PhotoFormat(codec: .heic)
  /// Pixels.
  public static func pixels(_ format: PixelFormat) -> PhotoFormat { PhotoFormat(pixelFormat: format) }
}

/// A picture that goes along with a still: its pixel format or codec, and the size that it must fit into.
///
/// Keeps the photo's aspect ratio as nearly as even numbers allow, fits into the size, and is no larger than the photo.
///
/// Stands for `previewPhotoFormat` and `embeddedThumbnailPhotoFormat`.
public struct PhotoPreviewFormat: Sendable, Hashable {
  /// The pixel format; previews have one.
  public var pixelFormat: PixelFormat?
  /// The codec; thumbnails have one.
  public var codec: PhotoCodec?
  /// The most pixels in a row, 2 or more; given together with ``height`` or not at all.
  public var width: Int?
  /// The most rows, 2 or more.
  public var height: Int?

  /// A format from its parts.
  public init(pixelFormat: PixelFormat? = nil, codec: PhotoCodec? = nil, width: Int? = nil, height: Int? = nil) {
    self.pixelFormat = pixelFormat
    self.codec = codec
    self.width = width
    self.height = height
  }

  /// The size of such a picture of a photo, in even pixels: its aspect ratio, never larger than it is or was asked for.
  func dimensions(of photo: ResolvedPhotoSettings.Dimensions, otherwise side: Int) -> ResolvedPhotoSettings.Dimensions {
    guard photo.width > 0, photo.height > 0 else { return .none }
    let wish = (width: max(1, width ?? side), height: max(1, height ?? side))
    let scale = min(
      1, Double(wish.width) / Double(photo.width), Double(wish.height) / Double(photo.height))
    // Rounded down, so that it fits; what is a whole number must not fall below it by the last bit of a fraction.
    func even(_ length: Int) -> Int { max(2, Int(Double(length) * scale + 1e-6) & ~1) }
    return .init(width: even(photo.width), height: even(photo.height))
  }
}

/// How much a still may cost to be better.
///
/// Stands for `AVCapturePhotoOutput.QualityPrioritization`.
public enum PhotoQualityPrioritization: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// The frame that is there, as it is.
  case speed = 1
  /// The frame that is there, as the camera's own picture wherever it has one.
  case balanced = 2
  /// Several frames around the shutter together, which halves the noise and more.
  case quality = 3

  /// Less costs less.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What the flash is to do.
///
/// Stands for `AVCaptureDevice.FlashMode`.
public enum FlashMode: Int, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case off = 0
  /// Flash in any case.
  case on = 1
  /// Flash if it is dark.
  case auto = 2
}

/// What other frameworks deliver beside a photo and no camera has here, emulated ones neither: V4L2 tells of none of it.
///
/// Each is refused by name: ``PhotoOutput/isDeliverySupported(_:)`` is false, switching it on throws
/// `featureIsSupported`, and a request for it throws `deliveryIsEnabled` (V24), so that an app can test its fallback.
public enum PhotoDelivery: String, Sendable, Hashable, CaseIterable {
  /// How far things are. Stands for `isDepthDataDeliveryEnabled`.
  case depthData
  /// What is person and what is background. Stands for `isPortraitEffectsMatteDeliveryEnabled`.
  case portraitEffectsMatte
  /// Where hair, skin, teeth and glasses are. Stands for `enabledSemanticSegmentationMatteTypes`.
  case semanticSegmentationMattes
  /// The lens's geometry. Stands for `isCameraCalibrationDataDeliveryEnabled`.
  case cameraCalibrationData
  /// A photo from each of several cameras that act as one. Stands for `isVirtualDeviceConstituentPhotoDeliveryEnabled`.
  case constituentPhotos
  /// Faces at the edges of a wide picture put straight. Stands for `isContentAwareDistortionCorrectionEnabled`.
  case contentAwareDistortionCorrection
  /// Colours as under one light, whatever shines. Stands for `isConstantColorEnabled`.
  case constantColor
}
