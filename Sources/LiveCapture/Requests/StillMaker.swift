import MediaCore
import StillCoding
import VideoCoding

/// Makes one photo out of one frame of the ring: a file, or pixels, and the small picture beside it.
struct StillMaker: Sendable {
  let configuration: SessionConfiguration
  let settings: PhotoSettings
  let resolved: ResolvedPhotoSettings
  let isRaw: Bool
  let orientation: Orientation
  let model: String
  /// The date at which the frame was taken.
  let date: WallTime

  func make(from frame: VideoFrame) -> Result<CapturePhoto, CaptureError> {
    do throws(CodingError) {
      var photo = try photo(of: frame)
      if let preview = settings.previewPhotoFormat?.pixelFormat {
        photo.previewPixelBuffer = try PixelStill.preview(of: frame, as: preview, size: resolved.previewDimensions)
      }
      return .success(photo)
    } catch {
      return .failure(
        CaptureError(
          .stillFailed, message: "the still could not be made of frame \(frame.sequence); take it again",
          underlying: error))
    }
  }

  private func photo(of frame: VideoFrame) throws(CodingError) -> CapturePhoto {
    if isRaw {
      var photo = photo(of: frame, bytes: try DNGWriter.file(of: frame, metadata: metadata(), settings: rawSettings))
      photo.pixelBuffer = rawPixels(of: frame)
      return photo
    }
    guard let format = settings.format, let codec = format.codec else {
      var photo = photo(of: frame, bytes: nil)
      photo.pixelBuffer = try PixelStill.pixels(of: frame, as: settings.format?.pixelFormat ?? .bgra)
      return photo
    }
    return photo(of: frame, bytes: try file(of: frame, codec))
  }

  private func photo(of frame: VideoFrame, bytes: [UInt8]?) -> CapturePhoto {
    CapturePhoto(
      resolvedSettings: resolved, timestamp: frame.time, sequence: frame.sequence,
      isCameraOriginal: !isRaw && settings.format?.codec == .jpeg && frame.format.pixelFormat.isCompressed, bytes: bytes
    )
  }

  /// The sensor's samples as they came.
  private func rawPixels(of frame: VideoFrame) -> CapturePhoto.PixelBuffer {
    CapturePhoto.PixelBuffer(format: frame.format, bytes: frame.storage.withBytes { Array($0) })
  }

  private var rawSettings: DNGSettings {
    let size = resolved.rawEmbeddedThumbnailDimensions
    return DNGSettings(thumbnailSize: size == .none ? nil : DNGSettings.Size(width: size.width, height: size.height))
  }

  private func file(of frame: VideoFrame, _ codec: PhotoCodec) throws(CodingError) -> [UInt8] {
    switch codec {
    case .jpeg:
      // A still without one is better than none: a damaged picture of the camera's is kept as it came.
      try JPEGStill.encoding(
        metadata(thumbnail: try? thumbnail(of: frame)), from: frame,
        quality: quality(otherwise: configuration.jpegQuality))
    case .heic:
      try HEICStill.encoding(
        metadata(), from: frame,
        settings: HEICEncoder.Settings(
          quality: quality(otherwise: configuration.heicQuality), preset: configuration.heicPreset.rawValue))
    }
  }

  private func thumbnail(of frame: VideoFrame) throws(CodingError) -> [UInt8] {
    guard settings.embeddedThumbnailPhotoFormat != nil else { return try StillThumbnail.jpeg(of: frame) }
    let size = resolved.embeddedThumbnailDimensions
    return try StillThumbnail.jpeg(of: frame, side: max(size.width, size.height))
  }

  private func quality(otherwise quality: Int) -> Int {
    settings.format?.quality.map { max(1, Int(($0 * 100).rounded())) } ?? quality
  }

  private func metadata(thumbnail: [UInt8]? = nil) -> StillMetadata {
    var metadata = StillMetadata(
      date: date, make: configuration.make, model: model.isEmpty ? nil : model, software: configuration.software,
      orientation: ExifOrientation(rawValue: UInt16(orientation.rawValue)) ?? .up,
      contentIdentifier: resolved.contentIdentifier, thumbnail: thumbnail)
    settings.metadata.apply(to: &metadata)
    return metadata
  }
}
