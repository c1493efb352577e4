import Diagnostics
import MediaCore

/// Makes one photo out of one frame of the ring: a file, or pixels, and the small picture beside it.
struct StillMaker: Sendable {
  let media: CaptureMedia
  let configuration: SessionConfiguration
  let settings: PhotoSettings
  let resolved: ResolvedPhotoSettings
  let isRaw: Bool
  let orientation: Orientation
  let model: String
  let date: WallTime
  /// Indicates whether the camera's own JPEG is accepted as a still even if it is damaged.
  var keepsDamaged = false
  var stages: StageRecorder?

  static let proxySide = 1280

  /// Returns the photo of the first of some frames; the others are those around it that may make it better.
  func make(from frames: [VideoFrame]) -> Result<CapturePhoto, CaptureError> {
    attempt(frames) { (frame) throws(CodingError) in
      var photo = try photo(from: isStacked ? frames : [frame], showing: frame)
      if let preview = settings.previewPhotoFormat?.pixelFormat {
        let size = resolved.previewDimensions
        photo.previewPixelBuffer = try stages.measure(.thumbnail) { () throws(CodingError) in
          CapturePhoto.PixelBuffer(
            try media.pictures.convert(frame, to: preview, size: (size.width & ~1, size.height & ~1)))
        }
      }
      return photo
    }
  }

  /// Returns a small JPEG of the first frame, marked as what it is.
  func makeProxy(from frames: [VideoFrame]) -> Result<CapturePhoto, CaptureError> {
    attempt(frames) { (frame) throws(CodingError) in
      let size = resolved.deferredPhotoProxyDimensions
      let order = StillOrder(kind: .proxy(side: max(size.width, size.height)), metadata: metadata, stages: stages)
      let still = try media.stills.make(order, of: [frame])
      return photo(of: frame, bytes: still.bytes, isCameraOriginal: false)
    }
  }

  private func attempt(
    _ frames: [VideoFrame], _ body: (VideoFrame) throws(CodingError) -> CapturePhoto
  ) -> Result<CapturePhoto, CaptureError> {
    guard let frame = frames.first else { return .failure(.noFrame) }
    return Result { () throws(CodingError) in try body(frame) }.mapError { error in
      CaptureError(
        .stillFailed, message: "the still could not be made of frame \(frame.sequence); take it again",
        underlying: error)
    }
  }

  private var isStacked: Bool {
    settings.photoQualityPrioritization == .quality && !isRaw && settings.format?.codec != nil
  }

  private func photo(from frames: [VideoFrame], showing frame: VideoFrame) throws(CodingError) -> CapturePhoto {
    guard let order else {
      var photo = photo(of: frame, bytes: nil, isCameraOriginal: false)
      photo.pixelBuffer = try stages.measure(.still) { () throws(CodingError) in
        CapturePhoto.PixelBuffer(
          try media.pictures.convert(frame, to: settings.format?.pixelFormat ?? .bgra, size: nil))
      }
      return photo
    }
    let still = try media.stills.make(order, of: frames)
    let isOriginal =
      frames.count == 1 && !isRaw && settings.format?.codec == .jpeg && frame.format.pixelFormat.isCompressed
    var photo = photo(of: frame, bytes: still.bytes, isCameraOriginal: isOriginal)
    photo.frameCount = still.frameCount
    photo.thumbnailFailure = still.thumbnailFailure
    photo.codec = settings.format?.codec ?? photo.codec
    // The sensor's samples as they came.
    if isRaw { photo.pixelBuffer = CapturePhoto.PixelBuffer(frame) }
    photo.recipe = PhotoRecipe(sessionMetadata: sessionMetadata, written: settings.metadata, order: order)
    return photo
  }

  private func photo(of frame: VideoFrame, bytes: [UInt8]?, isCameraOriginal: Bool) -> CapturePhoto {
    CapturePhoto(
      resolvedSettings: resolved, timestamp: frame.time, sequence: frame.sequence, isCameraOriginal: isCameraOriginal,
      bytes: bytes, media: media)
  }

  /// The order for the file; `nil` for a still as pixels.
  private var order: StillOrder? {
    let kind: StillOrder.Kind
    switch settings.format?.codec {
    case _ where isRaw: kind = .dng
    case .jpeg: kind = .jpeg(quality: quality(otherwise: configuration.jpegQuality))
    case .heic: kind = .heic(quality: quality(otherwise: configuration.heicQuality), preset: configuration.heicPreset)
    case nil: return nil
    }
    let size = isRaw ? resolved.rawEmbeddedThumbnailDimensions : thumbnailSize ?? .none
    return StillOrder(
      kind: kind, metadata: metadata, thumbnailSize: size == .none ? nil : size, keepsDamaged: keepsDamaged,
      stages: stages)
  }

  /// The resolved size of the thumbnail; `nil` where none was asked for, and the file has one of the usual size.
  var thumbnailSize: ResolvedPhotoSettings.Dimensions? {
    let size = resolved.embeddedThumbnailDimensions
    return settings.embeddedThumbnailPhotoFormat == nil || size == .none ? nil : size
  }

  private func quality(otherwise quality: Int) -> Int {
    settings.format?.quality.map { max(1, Int(($0 * 100).rounded())) } ?? quality
  }

  private var metadata: StillMetadata {
    var metadata = sessionMetadata
    settings.metadata.apply(to: &metadata)
    return metadata
  }

  private var sessionMetadata: StillMetadata {
    StillMetadata(
      date: date, make: configuration.make, model: model.isEmpty ? nil : model, software: configuration.software,
      orientation: ExifOrientation(rawValue: UInt16(orientation.rawValue)) ?? .up,
      contentIdentifier: resolved.contentIdentifier)
  }
}
