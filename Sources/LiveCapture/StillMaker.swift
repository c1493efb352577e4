import MediaCore
import StillCoding
import VideoCoding

/// Makes the still's file out of one frame of the ring.
struct StillMaker: Sendable {
  let configuration: SessionConfiguration
  let codec: PhotoCodec
  let resolved: ResolvedPhotoSettings
  let orientation: Orientation
  let model: String
  /// The date at which the frame was taken.
  let date: WallTime

  func make(from frame: VideoFrame) -> Result<CapturePhoto, CaptureError> {
    let isOriginal = codec == .jpeg && frame.format.pixelFormat.isCompressed
    do throws(CodingError) {
      let bytes = try file(of: frame)
      return .success(
        CapturePhoto(
          resolvedSettings: resolved, timestamp: frame.time, sequence: frame.sequence, isCameraOriginal: isOriginal,
          bytes: bytes))
    } catch {
      return .failure(
        CaptureError(
          .stillFailed, message: "the still could not be made of frame \(frame.sequence); take it again",
          underlying: error))
    }
  }

  private func file(of frame: VideoFrame) throws(CodingError) -> [UInt8] {
    switch codec {
    case .jpeg:
      // A still without one is better than none: a damaged picture of the camera's is kept as it came.
      try JPEGStill.encoding(
        metadata(thumbnail: try? StillThumbnail.jpeg(of: frame)), from: frame, quality: configuration.jpegQuality)
    case .heic:
      try HEICStill.encoding(
        metadata(), from: frame,
        settings: HEICEncoder.Settings(
          quality: configuration.heicQuality, preset: configuration.heicPreset.rawValue))
    }
  }

  private func metadata(thumbnail: [UInt8]? = nil) -> StillMetadata {
    StillMetadata(
      date: date, make: configuration.make, model: model.isEmpty ? nil : model, software: configuration.software,
      orientation: ExifOrientation(rawValue: UInt16(orientation.rawValue)) ?? .up,
      contentIdentifier: resolved.contentIdentifier, thumbnail: thumbnail)
  }
}
