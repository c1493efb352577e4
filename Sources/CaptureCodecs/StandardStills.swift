import ByteCoding
import Diagnostics
import Dispatch
public import LiveCapture
public import MediaCore
import StillCoding
import Synchronization
import VideoCoding

/// Stills as JPEG, HEIC and DNG.
public struct StandardStills: StillMaking {
  /// Creates the codecs.
  public init() {}

  /// The supported codecs: JPEG, and HEIC where libheif is installed.
  public var codecs: [PhotoCodec] { HEICEncoder.isAvailable ? [.jpeg, .heic] : [.jpeg] }

  /// Loads libheif for HEIC; JPEG is part of the program.
  /// - Throws: `CodingError` with `.missingLibrary`.
  public func prepare(_ codec: PhotoCodec) throws(CodingError) {
    if codec == .heic { try HEICEncoder.loadLibrary() }
  }

  /// Makes a still of one frame, or of the mean of several.
  ///
  /// A camera's own JPEG is not decoded but for its thumbnail, which also tells whether it is damaged.
  /// - Throws: `CodingError` when the frame is damaged or the file cannot be made.
  public func make(_ order: StillOrder, of frames: [VideoFrame]) throws(CodingError) -> MadeStill {
    guard let frame = frames.first else {
      throw CodingError(.invalidState, context: "still", message: "There is no frame. Take one first.")
    }
    if frames.count > 1 {
      return try order.stages.measure(.still) { () throws(CodingError) in try stacked(order, frames) }
    }
    if case .jpeg(let quality) = order.kind, !frame.format.pixelFormat.isCompressed {
      return try compressed(order, frame, quality: quality)
    }
    let small: Thumbnail? = if case .jpeg = order.kind { try smallPicture(order, of: frame) } else { nil }
    let bytes = try order.stages.measure(.still) { () throws(CodingError) in
      switch order.kind {
      case .jpeg: return try JPEGStill.embedding(order.metadata(thumbnail: small?.bytes), in: frame)
      case .heic(let quality, _):
        return try HEICStill.encoding(order.metadata, from: frame, settings: order.heicSettings(quality: quality))
      case .dng: return try DNGWriter.file(of: frame, metadata: order.metadata, thumbnailSize: order.stillSize)
      case .proxy(let side):
        let small = try StillThumbnail.jpeg(of: frame, side: side)
        return try ProxyMark.marking(JPEGStill.embedding(order.metadata, in: small))
      }
    }
    return MadeStill(bytes: bytes, thumbnailFailure: small?.failure)
  }

  /// Returns a still's file with other metadata, another quality or another thumbnail.
  /// - Throws: `CodingError` when the file is none, or cannot be made.
  public func rewrite(_ file: [UInt8], _ change: StillRewrite) throws(CodingError) -> [UInt8] {
    let order = change.order
    switch order.kind {
    case .jpeg, .proxy:
      let metadata = order.metadata(thumbnail: try thumbnail(change, file))
      guard let quality = change.quality else { return try JPEGStill.embedding(metadata, in: file) }
      return try JPEGStill.encoding(metadata, from: Self.decoded(file), quality: quality)
    case .heic:
      guard let quality = change.quality else { return try HEICStill.embedding(order.metadata, in: file) }
      return try HEICStill.encoding(
        order.metadata, from: Self.decoded(file), settings: order.heicSettings(quality: quality))
    case .dng:
      guard let samples = change.samples else { return file }
      return try DNGWriter.file(of: samples, metadata: order.metadata, thumbnailSize: order.stillSize)
    }
  }

  /// Returns the picture of a still's file as a frame of planes.
  /// - Throws: `CodingError` when the file is no picture.
  public func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame { try Self.decoded(file).frame() }

  private static func decoded(_ file: [UInt8], side: Int? = nil) throws(CodingError) -> I420Picture {
    try PictureDecoder(isOfCamera: true).decode(ArrayBytes(file, name: "photo"), maximumSide: side)
  }

  private func stacked(_ order: StillOrder, _ frames: [VideoFrame]) throws(CodingError) -> MadeStill {
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
    if case .heic(let quality, _) = order.kind {
      let file = try HEICStill.encoding(order.metadata, from: picture, settings: order.heicSettings(quality: quality))
      return MadeStill(bytes: file, frameCount: stack.count)
    }
    guard case .jpeg(let quality) = order.kind else {
      throw CodingError(.unsupported, context: "still", message: "Only JPEG and HEIC are made of several frames.")
    }
    let small = Thumbnail { () throws(CodingError) in try StillThumbnail.jpeg(of: picture, size: order.stillSize) }
    return MadeStill(
      bytes: try JPEGStill.encoding(order.metadata(thumbnail: small.bytes), from: picture, quality: quality),
      frameCount: stack.count, thumbnailFailure: small.failure)
  }

  /// Returns the JPEG of raw pixels. Its thumbnail, a quarter of the work, is made beside it: somebody waits.
  private func compressed(_ order: StillOrder, _ frame: VideoFrame, quality: Int) throws(CodingError) -> MadeStill {
    let parts = Mutex((picture: Result<[UInt8], CodingError>.success([]), thumbnail: Thumbnail?.none))
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      if part == 0 {
        let picture = order.stages.measure(.still) {
          Result { () throws(CodingError) in try JPEGStill.compressing(frame, quality: quality) }
        }
        parts.withLock { $0.picture = picture }
      } else {
        let small = thumbnail(order, of: frame)
        parts.withLock { $0.thumbnail = small }
      }
    }
    let (picture, small) = parts.withLock { ($0.picture, $0.thumbnail) }
    return MadeStill(
      bytes: try JPEGStill.embedding(order.metadata(thumbnail: small?.bytes), in: picture.get()),
      thumbnailFailure: small?.failure)
  }

  /// The thumbnail of a camera's own JPEG. It is also what tells whether that is damaged, as it is not decoded
  /// otherwise.
  private func smallPicture(_ order: StillOrder, of frame: VideoFrame) throws(CodingError) -> Thumbnail {
    let small = thumbnail(order, of: frame)
    if let failure = small.failure, failure.isOfDamage, !order.keepsDamaged { throw failure }
    return small
  }

  private func thumbnail(_ order: StillOrder, of frame: VideoFrame) -> Thumbnail {
    order.stages.measure(.thumbnail) {
      Thumbnail { () throws(CodingError) in try StillThumbnail.jpeg(of: frame, size: order.stillSize) }
    }
  }

  private func thumbnail(_ change: StillRewrite, _ file: [UInt8]) throws(CodingError) -> [UInt8]? {
    let size = change.order.thumbnailSize
    let side = size.map { max($0.width, $0.height) } ?? StillThumbnail.side
    switch change.thumbnail {
    case .original: return try StillThumbnail.jpeg(of: Self.decoded(file, side: side), size: change.order.stillSize)
    case .none: return nil
    // It may have another shape than the photo, and keeps it.
    case .picture(let pixels): return try StillThumbnail.jpeg(of: pixels.frame(), side: side)
    }
  }
}

/// A still's thumbnail, or why there is none: a still without one is better than none.
private struct Thumbnail {
  var bytes: [UInt8]?
  var failure: CodingError?

  init(_ make: () throws(CodingError) -> [UInt8]) {
    do throws(CodingError) { bytes = try make() } catch { failure = error }
  }
}

extension StillOrder {
  fileprivate func metadata(thumbnail: [UInt8]?) -> StillMetadata {
    var metadata = metadata
    metadata.thumbnail = thumbnail
    return metadata
  }

  fileprivate func heicSettings(quality: Int) -> HEICEncoder.Settings {
    guard case .heic(_, let preset) = kind else { return HEICEncoder.Settings(quality: quality) }
    var settings = HEICEncoder.Settings(quality: quality, preset: preset.rawValue)
    settings.thumbnailSize = stillSize
    return settings
  }

  fileprivate var stillSize: StillSize? { thumbnailSize.map { StillSize(width: $0.width, height: $0.height) } }
}
