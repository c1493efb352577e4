import ByteCoding
import MediaCore
import StillCoding
import VideoCoding

/// What it takes to make a photo's file anew, with other metadata or of another quality.
struct PhotoRecipe: Sendable {
  /// How the file was made.
  enum Kind: Sendable {
    case jpeg
    case heic(HEICEncoder.Settings)
    case dng(DNGSettings)
  }

  /// What the session says of the still, without what the settings and the exposure say.
  let metadata: StillMetadata
  /// What the settings and the exposure say, as it is in the file.
  let written: PhotoMetadata
  let kind: Kind
  /// The size of the thumbnail in a JPEG; `nil` for the usual one.
  let thumbnailSize: ResolvedPhotoSettings.Dimensions?

  /// The file with other metadata (`nil` for no more than a picture needs), another quality, another thumbnail.
  /// - Throws: `CodingError` when it cannot be made.
  func file(
    _ photo: CapturePhoto, _ bytes: [UInt8], _ replacement: PhotoMetadata?, quality: Double?,
    _ thumbnail: PhotoThumbnailReplacement
  ) throws(CodingError) -> [UInt8] {
    if case .original = thumbnail, replacement == written, quality == nil { return bytes }
    var new = metadata
    if let replacement {
      replacement.apply(to: &new)
    } else {
      new = StillMetadata(
        date: metadata.date, orientation: metadata.orientation, contentIdentifier: metadata.contentIdentifier)
    }
    let percent = quality.map { max(1, min(100, Int(($0 * 100).rounded()))) }
    switch kind {
    case .jpeg:
      new.thumbnail = try self.thumbnail(thumbnail, bytes)
      guard let percent else { return try JPEGStill.embedding(new, in: bytes) }
      return try JPEGStill.encoding(new, from: try Self.picture(of: bytes), quality: percent)
    case .heic(var settings):
      guard let percent else { return try HEICStill.embedding(new, in: bytes) }
      settings.quality = percent
      return try HEICStill.encoding(new, from: try Self.picture(of: bytes), settings: settings)
    case .dng(let settings):
      guard let pixels = photo.pixelBuffer else { return bytes }
      return try DNGWriter.file(of: pixels.frame(), metadata: new, settings: settings)
    }
  }

  private func thumbnail(
    _ replacement: PhotoThumbnailReplacement, _ bytes: [UInt8]
  ) throws(CodingError) -> [UInt8]? {
    switch replacement {
    case .original:
      if let size = thumbnailSize {
        try StillThumbnail.jpeg(
          of: Self.picture(of: bytes, side: max(size.width, size.height)), width: size.width, height: size.height)
      } else {
        try StillThumbnail.jpeg(of: Self.picture(of: bytes, side: StillThumbnail.side))
      }
    case .none: nil
    case .picture(let pixels):
      // It may have another shape than the photo, and keeps it.
      try StillThumbnail.jpeg(
        of: pixels.frame(), side: thumbnailSize.map { max($0.width, $0.height) } ?? StillThumbnail.side)
    }
  }

  /// The decoded picture of a file, as it is stored and not turned.
  static func picture(of bytes: [UInt8], side: Int? = nil) throws(CodingError) -> I420Picture {
    try PictureDecoder().decode(ArrayBytes(bytes, name: "photo"), maximumSide: side)
  }
}

extension CapturePhoto.PixelBuffer {
  /// The pixels as a frame of no time.
  /// - Throws: `CodingError` with `.truncated` when there are fewer than the format has.
  func frame() throws(CodingError) -> VideoFrame {
    guard bytes.count >= format.frameBytes else {
      throw CodingError(
        .truncated, context: "\(format)", message: "It has \(bytes.count) of \(format.frameBytes) bytes. Fill it up.")
    }
    let storage = bytes.withUnsafeBytes { FrameStorage(copying: $0) }
    return VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
  }
}
