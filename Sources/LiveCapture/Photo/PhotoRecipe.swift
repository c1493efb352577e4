public import MediaCore

/// The parts for making a photo's file anew, with other metadata or of another quality.
struct PhotoRecipe: Sendable {
  /// The metadata that the session gives the still, without those of the settings and the exposure.
  let sessionMetadata: StillMetadata
  /// The metadata of the settings and the exposure, as the file has them.
  let written: PhotoMetadata
  let order: StillOrder

  /// Returns the file with other metadata (`nil` for no more than a picture needs), another quality, another thumbnail.
  /// - Throws: `CodingError` when it cannot be made.
  func file(
    _ photo: CapturePhoto, _ bytes: [UInt8], _ replacement: PhotoMetadata?, quality: Double?,
    _ thumbnail: PhotoThumbnailReplacement, by stills: any StillMaking
  ) throws(CodingError) -> [UInt8] {
    if case .original = thumbnail, replacement == written, quality == nil { return bytes }
    var order = order
    order.metadata = sessionMetadata
    order.stages = nil
    if let replacement {
      replacement.apply(to: &order.metadata)
    } else {
      order.metadata = StillMetadata(
        date: sessionMetadata.date, orientation: sessionMetadata.orientation,
        contentIdentifier: sessionMetadata.contentIdentifier)
    }
    var change = StillRewrite(
      order: order, quality: quality.map { max(1, min(100, Int(($0 * 100).rounded()))) }, thumbnail: thumbnail)
    if order.kind == .dng {
      guard let pixels = photo.pixelBuffer else { return bytes }
      change.samples = try pixels.frame()
    }
    return try stills.rewrite(bytes, change)
  }
}

extension CapturePhoto.PixelBuffer {
  init(_ frame: VideoFrame) { self.init(format: frame.format, bytes: frame.storage.withBytes { Array($0) }) }

  /// Returns the pixels as a frame of time zero.
  /// - Throws: `CodingError` with `.truncated` when there are fewer than the format has.
  public func frame() throws(CodingError) -> VideoFrame {
    guard bytes.count >= format.frameBytes else {
      throw CodingError(
        .truncated, context: "\(format)", message: "It has \(bytes.count) of \(format.frameBytes) bytes. Fill it up.")
    }
    return VideoFrame(format: format, time: .zero, sequence: 0, storage: FrameStorage(copying: bytes.span.bytes))
  }
}
