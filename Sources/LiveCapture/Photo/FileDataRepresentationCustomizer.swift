import Diagnostics
import MediaCore

/// The fate of the small picture inside a JPEG.
public enum PhotoThumbnailReplacement: Sendable {
  /// The thumbnail stays one of the photo.
  case original
  /// The thumbnail is removed.
  case none
  /// Another picture replaces the thumbnail, and is made as small as it was.
  case picture(CapturePhoto.PixelBuffer)
}

/// Replaces parts of a photo's file: metadata, thumbnail, quality.
///
/// By default nothing is replaced. Called within ``CapturePhoto/fileDataRepresentation(with:)``, on its thread. Stands
/// for `AVCapturePhotoFileDataRepresentationCustomizer`.
public protocol FileDataRepresentationCustomizer {
  /// The metadata in place of ``CapturePhoto/metadata``; `nil` leaves date, orientation and the pair's identifier
  /// alone.
  func replacementMetadata(for photo: CapturePhoto) -> PhotoMetadata?
  /// The thumbnail of a JPEG. A HEIC's and a DNG's stay the picture's own.
  func replacementEmbeddedThumbnail(for photo: CapturePhoto) -> PhotoThumbnailReplacement
  /// The quality, 0 to 1; `nil` keeps the picture byte for byte, another one compresses it again. RAW has none.
  func replacementQuality(for photo: CapturePhoto) -> Double?
}

extension FileDataRepresentationCustomizer {
  /// Returns the photo's own metadata.
  public func replacementMetadata(for photo: CapturePhoto) -> PhotoMetadata? { photo.metadata }
  /// Returns `original`: the photo's own thumbnail.
  public func replacementEmbeddedThumbnail(for photo: CapturePhoto) -> PhotoThumbnailReplacement { .original }
  /// Returns `nil`, which keeps the picture unchanged.
  public func replacementQuality(for photo: CapturePhoto) -> Double? { nil }
}

extension CapturePhoto {
  /// Returns the bytes of the file as a customizer wants them; `nil` where ``fileDataRepresentation()`` is.
  ///
  /// The camera's own JPEG stays byte for byte behind its metadata as long as the quality does.
  /// - Throws: ``CaptureError`` naming `featureIsSupported` for a proxy and for a photo that no output made, and
  ///   `formatIsAvailable` for a quality beyond 0 to 1; `.stillFailed` when the file cannot be made.
  public func fileDataRepresentation(
    with customizer: some FileDataRepresentationCustomizer
  ) throws(CaptureError) -> [UInt8]? {
    guard let bytes = fileDataRepresentation() else { return nil }
    guard let recipe, let media else {
      throw CaptureError(
        breaking: .featureIsSupported, context: "customizer", "this photo cannot be made anew: take its file as it is")
    }
    let quality = customizer.replacementQuality(for: self)
    if let quality, !(0...1).contains(quality) {
      throw CaptureError(
        breaking: .formatIsAvailable, context: "replacementQuality", "must lie between 0 and 1")
    }
    do throws(CodingError) {
      return try recipe.file(
        self, bytes, customizer.replacementMetadata(for: self), quality: quality,
        customizer.replacementEmbeddedThumbnail(for: self), by: media.stills)
    } catch {
      throw CaptureError(
        .stillFailed, message: "the photo's file could not be made anew; take it as it is", underlying: error)
    }
  }

  /// Returns the photo as BGRA pixels, a new copy each time, its orientation not applied; `nil` for RAW and when the
  /// still failed.
  ///
  /// Stands for `cgImageRepresentation()`.
  /// - Throws: ``CaptureError`` with `.stillFailed` when the file is no picture.
  public func pictureRepresentation() throws(CaptureError) -> PixelBuffer? {
    if isRawPhoto { return nil }
    return try bgra { (media) throws(CodingError) in
      if let pixelBuffer { return try pixelBuffer.frame() }
      guard let bytes = fileDataRepresentation() else { return nil }
      return try media.stills.picture(of: bytes)
    }
  }

  /// Returns the preview as BGRA pixels; `nil` unless one was asked for. A new copy each time.
  ///
  /// Stands for `previewCGImageRepresentation()`.
  /// - Throws: ``CaptureError`` with `.stillFailed` when the preview's bytes are not a valid picture.
  public func previewPictureRepresentation() throws(CaptureError) -> PixelBuffer? {
    try bgra { (_) throws(CodingError) in try previewPixelBuffer?.frame() }
  }

  private func bgra(
    _ frame: (CaptureMedia) throws(CodingError) -> VideoFrame?
  ) throws(CaptureError) -> PixelBuffer? {
    guard let media else {
      if fileDataRepresentation() == nil { return nil }
      throw CaptureError(
        .stillFailed,
        message: "this photo was not made by a session and cannot be converted to pixels; use fileDataRepresentation()")
    }
    do throws(CodingError) {
      guard let frame = try frame(media) else { return nil }
      return try PixelBuffer(media.pictures.convert(frame, to: .bgra, size: nil))
    } catch {
      throw CaptureError(
        .stillFailed, message: "the photo cannot be shown as pixels; it may be damaged", underlying: error)
    }
  }
}
