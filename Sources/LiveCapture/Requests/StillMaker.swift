import Diagnostics
import Dispatch
import MediaCore
import StillCoding
import Synchronization
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
  /// Whether the camera's own JPEG is a still even if it is damaged.
  var keepsDamaged = false
  /// What making it is measured by; `nil` for no measuring.
  var stages: StageRecorder?

  /// The longest side of a proxy.
  static let proxySide = 1280

  /// The photo of the first of some frames; the others are those around it that may make it better.
  func make(from frames: [VideoFrame]) -> Result<CapturePhoto, CaptureError> {
    attempt(frames) { (frame) throws(CodingError) in
      let better = try stacked(frames)
      var photo = if let better { better } else { try photo(of: frame) }
      if let preview = settings.previewPhotoFormat?.pixelFormat {
        photo.previewPixelBuffer = try stages.measure(.thumbnail) { () throws(CodingError) in
          try PixelStill.preview(of: frame, as: preview, size: resolved.previewDimensions)
        }
      }
      return photo
    }
  }

  /// A small JPEG of the first frame, marked as what it is.
  func makeProxy(from frames: [VideoFrame]) -> Result<CapturePhoto, CaptureError> {
    attempt(frames) { (frame) throws(CodingError) in
      try stages.measure(.still) { () throws(CodingError) in
        let size = resolved.deferredPhotoProxyDimensions
        let small = try StillThumbnail.jpeg(of: frame, side: max(size.width, size.height))
        let still = try JPEGStill.embedding(metadata(), in: small)
        var photo = photo(of: frame, bytes: try ProxyMark.marking(still), isCameraOriginal: false)
        photo.recipe = nil
        return photo
      }
    }
  }

  private func attempt(
    _ frames: [VideoFrame], _ body: (VideoFrame) throws(CodingError) -> CapturePhoto
  ) -> Result<CapturePhoto, CaptureError> {
    guard let frame = frames.first else {
      return .failure(CaptureError(.noFrames, message: "the camera delivered no frame"))
    }
    do throws(CodingError) {
      return .success(try body(frame))
    } catch {
      return .failure(
        CaptureError(
          .stillFailed, message: "the still could not be made of frame \(frame.sequence); take it again",
          underlying: error))
    }
  }

  /// The mean of several frames, compressed; `nil` where that is not asked for.
  private func stacked(_ frames: [VideoFrame]) throws(CodingError) -> CapturePhoto? {
    guard settings.photoQualityPrioritization == .quality, frames.count > 1, !isRaw, let codec = settings.format?.codec
    else { return nil }
    return try stages.measure(.still) { () throws(CodingError) in try stacked(frames, as: codec) }
  }

  private func stacked(_ frames: [VideoFrame], as codec: PhotoCodec) throws(CodingError) -> CapturePhoto {
    let converter = try FrameConverter()
    let reference = try I420Picture(for: frames[0].format)
    try converter.convert(frames[0], into: reference)
    var stack = FrameStacker(reference)
    let other = try I420Picture(for: frames[0].format)
    for frame in frames.dropFirst() where frame.format == frames[0].format {
      // A damaged neighbour is left out.
      do throws(CodingError) { try converter.convert(frame, into: other) } catch { continue }
      try stack.add(other)
    }
    let picture = try stack.picture()
    let bytes =
      switch codec {
      case .jpeg:
        try JPEGStill.encoding(
          metadata(thumbnail: try? thumbnail(of: picture)), from: picture,
          quality: quality(otherwise: configuration.jpegQuality))
      case .heic: try HEICStill.encoding(metadata(), from: picture, settings: heicSettings)
      }
    var photo = photo(of: frames[0], bytes: bytes, isCameraOriginal: false)
    photo.frameCount = stack.count
    return photo
  }

  private func photo(of frame: VideoFrame) throws(CodingError) -> CapturePhoto {
    if isRaw {
      let bytes = try stages.measure(.still) { () throws(CodingError) in
        try DNGWriter.file(of: frame, metadata: metadata(), settings: rawSettings)
      }
      var photo = photo(of: frame, bytes: bytes)
      photo.pixelBuffer = rawPixels(of: frame)
      return photo
    }
    guard let format = settings.format, let codec = format.codec else {
      var photo = photo(of: frame, bytes: nil)
      photo.pixelBuffer = try stages.measure(.still) { () throws(CodingError) in
        try PixelStill.pixels(of: frame, as: settings.format?.pixelFormat ?? .bgra)
      }
      return photo
    }
    return photo(of: frame, bytes: try file(of: frame, codec))
  }

  private func photo(of frame: VideoFrame, bytes: [UInt8]?, isCameraOriginal: Bool? = nil) -> CapturePhoto {
    let isOriginal = !isRaw && settings.format?.codec == .jpeg && frame.format.pixelFormat.isCompressed
    var photo = CapturePhoto(
      resolvedSettings: resolved, timestamp: frame.time, sequence: frame.sequence,
      isCameraOriginal: isCameraOriginal ?? isOriginal, bytes: bytes)
    if bytes != nil { photo.recipe = recipe }
    return photo
  }

  private var recipe: PhotoRecipe {
    let kind: PhotoRecipe.Kind =
      isRaw ? .dng(rawSettings) : settings.format?.codec == .heic ? .heic(heicSettings) : .jpeg
    return PhotoRecipe(
      metadata: sessionMetadata, written: settings.metadata, kind: kind, thumbnailSize: thumbnailSize)
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
      guard frame.format.pixelFormat.isCompressed else { return try compressed(frame) }
      let small = try smallPicture(of: frame)
      return try stages.measure(.still) { () throws(CodingError) in
        try JPEGStill.embedding(metadata(thumbnail: small), in: frame)
      }
    case .heic:
      return try stages.measure(.still) { () throws(CodingError) in
        try HEICStill.encoding(metadata(), from: frame, settings: heicSettings)
      }
    }
  }

  /// The JPEG of raw pixels. Its thumbnail, which takes a quarter of the time, is made beside it: somebody waits for the
  /// still, and no movie is encoded meanwhile.
  private func compressed(_ frame: VideoFrame) throws(CodingError) -> [UInt8] {
    let parts = Mutex((picture: Result<[UInt8], CodingError>.success([]), thumbnail: [UInt8]?.none))
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      if part == 0 {
        let picture = stages.measure(.still) {
          Result { () throws(CodingError) in
            try JPEGStill.compressing(frame, quality: quality(otherwise: configuration.jpegQuality))
          }
        }
        parts.withLock { $0.picture = picture }
      } else {
        // A still without one is better than none.
        let small = try? stages.measure(.thumbnail) { () throws(CodingError) in try thumbnail(of: frame) }
        parts.withLock { $0.thumbnail = small }
      }
    }
    let (picture, small) = parts.withLock { ($0.picture, $0.thumbnail) }
    return try JPEGStill.embedding(metadata(thumbnail: small), in: picture.get())
  }

  /// The thumbnail of a camera's own JPEG. It is also what tells whether that is damaged, as it is not decoded otherwise.
  private func smallPicture(of frame: VideoFrame) throws(CodingError) -> [UInt8]? {
    do throws(CodingError) {
      return try stages.measure(.thumbnail) { () throws(CodingError) in try thumbnail(of: frame) }
    } catch {
      // A still without one is better than none.
      guard error.isOfDamage, !keepsDamaged else { return nil }
      throw error
    }
  }

  private var heicSettings: HEICEncoder.Settings {
    var settings = HEICEncoder.Settings(
      quality: quality(otherwise: configuration.heicQuality), preset: configuration.heicPreset.rawValue)
    settings.thumbnailSize = thumbnailSize.map { .init(width: $0.width, height: $0.height) }
    return settings
  }

  /// What was resolved for the thumbnail; `nil` where none was asked for, and the file has one of the usual size.
  var thumbnailSize: ResolvedPhotoSettings.Dimensions? {
    let size = resolved.embeddedThumbnailDimensions
    return settings.embeddedThumbnailPhotoFormat == nil || size == .none ? nil : size
  }

  private func thumbnail(of frame: VideoFrame) throws(CodingError) -> [UInt8] {
    guard let size = thumbnailSize else { return try StillThumbnail.jpeg(of: frame) }
    return try StillThumbnail.jpeg(of: frame, width: size.width, height: size.height)
  }

  private func thumbnail(of picture: I420Picture) throws(CodingError) -> [UInt8] {
    guard let size = thumbnailSize else { return try StillThumbnail.jpeg(of: picture) }
    return try StillThumbnail.jpeg(of: picture, width: size.width, height: size.height)
  }

  private func quality(otherwise quality: Int) -> Int {
    settings.format?.quality.map { max(1, Int(($0 * 100).rounded())) } ?? quality
  }

  private func metadata(thumbnail: [UInt8]? = nil) -> StillMetadata {
    var metadata = sessionMetadata
    metadata.thumbnail = thumbnail
    settings.metadata.apply(to: &metadata)
    return metadata
  }

  /// What the session says of every still.
  private var sessionMetadata: StillMetadata {
    StillMetadata(
      date: date, make: configuration.make, model: model.isEmpty ? nil : model, software: configuration.software,
      orientation: ExifOrientation(rawValue: UInt16(orientation.rawValue)) ?? .up,
      contentIdentifier: resolved.contentIdentifier)
  }
}
