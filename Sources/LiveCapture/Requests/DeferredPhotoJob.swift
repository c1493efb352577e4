import ByteCoding
import FoundationEssentials
import MediaCore

/// A still that is to be finished later: what it is made of, and how.
///
/// As bytes: `lcdp`, a version, the length of the description, the description as JSON, the CRC-32 of all that, and
/// each frame as its length, its bytes and the CRC-32 of both. Numbers are big-endian; lengths of frames take eight
/// bytes, all others four. Version 1, which is still read, had no checksums.
struct DeferredPhotoJob {
  struct Description: Codable {
    struct Frame: Codable {
      var fourCC: UInt32
      var width: Int
      var height: Int
      var planes: [[Int]]
      var isFullRange: Bool
      var nanoseconds: Int64
      var sequence: UInt64
    }

    var id: Int64
    var codec: String
    var quality: Double?
    var orientation: Int
    var model: String
    var shutterNanoseconds: Int64
    var dateSeconds: Int64
    var dateNanosecond: Int
    var utcOffset: Int
    var contentIdentifier: String?
    var width: Int
    var height: Int
    /// Width and height of the thumbnail that was asked for; missing where none was, and in older files.
    var thumbnail: [Int]?
    var metadata: [String: String]
    var frames: [Frame]
  }

  private static let magic = "lcdp"
  private static let version: UInt32 = 2
  private static let mostFrames = 64

  let description: Description
  let frames: [VideoFrame]

  init(_ maker: StillMaker, frames: [VideoFrame]) {
    self.frames = frames
    description = Description(
      id: maker.resolved.uniqueID.rawValue, codec: (maker.settings.format?.codec ?? .jpeg).rawValue,
      quality: maker.settings.format?.quality, orientation: maker.orientation.rawValue, model: maker.model,
      shutterNanoseconds: maker.resolved.shutterTime.nanoseconds, dateSeconds: maker.date.secondsSince1970,
      dateNanosecond: maker.date.nanosecond, utcOffset: maker.date.utcOffsetSeconds,
      contentIdentifier: maker.resolved.contentIdentifier?.uuidString, width: maker.resolved.photoDimensions.width,
      height: maker.resolved.photoDimensions.height,
      thumbnail: maker.thumbnailSize.map { [$0.width, $0.height] },
      metadata: Dictionary(uniqueKeysWithValues: maker.settings.metadata.values.map { ($0.key.rawValue, $0.value) }),
      frames: frames.map { frame in
        Description.Frame(
          fourCC: frame.format.pixelFormat.fourCC, width: frame.format.width, height: frame.format.height,
          planes: frame.format.planes.map { [$0.offset, $0.strideBytes, $0.rows, $0.rowBytes] },
          isFullRange: frame.format.range == .full, nanoseconds: frame.time.nanoseconds, sequence: frame.sequence)
      })
  }

  /// The name that it is kept under: names sort as captures do. The date keeps programs apart that share a folder.
  var name: String {
    let date = description.dateSeconds.digits(11) + description.dateNanosecond.digits(9)
    return "photo-\(date)-\(description.id.digits(19))"
  }

  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try encoder.encode(description)
    var writer = ByteWriter()
    writer.ascii(Self.magic)
    writer.u32(Self.version)
    writer.u32(UInt32(text.count))
    writer.bytes(text)
    var start = 0
    func close() {
      writer.u32(Self.checksum(writer.contents[start...]))
      start = writer.count
    }
    close()
    for frame in frames {
      writer.u64(UInt64(frame.storage.count))
      frame.storage.withBytes { writer.bytes($0) }
      close()
    }
    return writer.contents
  }

  /// Creates a job out of its bytes, which may be anything.
  /// - Throws: `CodingError` saying what is wrong.
  init(_ bytes: [UInt8]) throws(CodingError) {
    var reader = ByteReader(bytes)
    func whole<Value>(_ value: Value) throws(CodingError) -> Value {
      if reader.error != nil { throw Self.damaged("it ends early") }
      return value
    }
    guard try whole(reader.ascii(4)) == Self.magic else { throw Self.damaged("it is none") }
    let version = try whole(reader.u32())
    guard (1...Self.version).contains(version) else {
      throw Self.damaged("it is of version \(version), and this livecam reads up to \(Self.version)")
    }
    var start = 0
    func close(_ part: String) throws(CodingError) {
      guard version > 1 else { return }
      let checksum = Self.checksum(bytes[start..<reader.offset])
      guard try whole(reader.u32()) == checksum else { throw Self.damaged("\(part) is not what was kept") }
      start = reader.offset
    }
    let length = reader.u32()
    let text = try whole(reader.bytes(Int(length)))
    try close("its description")
    let description: Description
    do { description = try JSONDecoder().decode(Description.self, from: Data(text)) } catch {
      throw Self.damaged("its description cannot be read", error)
    }
    guard (1...Self.mostFrames).contains(description.frames.count) else {
      throw Self.damaged("its description names \(description.frames.count) frames")
    }
    var frames: [VideoFrame] = []
    for (index, frame) in description.frames.enumerated() {
      let length = reader.u64()
      let payload = try whole(reader.bytes(Int(clamping: length)))
      try close("frame \(index + 1) of \(description.frames.count)")
      frames.append(
        VideoFrame(
          format: try Self.format(frame, holding: payload.count), time: MediaTime(nanoseconds: frame.nanoseconds),
          sequence: frame.sequence, storage: FrameStorage(copying: payload.span.bytes)))
    }
    guard reader.remaining == 0 else { throw Self.damaged("something follows its end") }
    self.description = description
    self.frames = frames
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { Checksum.crc32($0) }
  }

  private static func format(_ frame: Description.Frame, holding count: Int) throws(CodingError) -> VideoFormat {
    guard (1...65_535).contains(frame.width), (1...65_535).contains(frame.height), frame.planes.count <= 4,
      frame.planes.allSatisfy({ $0.count == 4 && $0.allSatisfy { (0...Int(Int32.max)).contains($0) } })
    else { throw damaged("a frame has no size") }
    let format = VideoFormat(
      pixelFormat: PixelFormat(fourCC: frame.fourCC), width: frame.width, height: frame.height,
      planes: frame.planes.map { PlaneLayout(offset: $0[0], strideBytes: $0[1], rows: $0[2], rowBytes: $0[3]) },
      range: frame.isFullRange ? .full : .video)
    guard format.frameBytes <= count else { throw damaged("a frame is too short") }
    return format
  }

  func maker(_ configuration: SessionConfiguration, _ media: CaptureMedia) throws(CodingError) -> StillMaker {
    guard let codec = PhotoCodec(rawValue: description.codec),
      let orientation = Orientation(rawValue: description.orientation)
    else { throw Self.damaged("it asks for what is not known") }
    let id = CaptureID(rawValue: description.id)
    var settings = PhotoSettings(uniqueID: id, format: PhotoFormat(codec: codec, quality: description.quality))
    settings.photoQualityPrioritization = frames.count > 1 ? .quality : .balanced
    // What another version kept and this one does not know is left out.
    for (key, value) in description.metadata { try? settings.metadata.set(value, forKey: key) }
    var resolved = ResolvedPhotoSettings(
      uniqueID: id, shutterTime: MediaTime(nanoseconds: description.shutterNanoseconds),
      photoDimensions: .init(width: description.width, height: description.height), livePhotoMovieDimensions: .none,
      expectedPhotoCount: 1,
      contentIdentifier: description.contentIdentifier.flatMap { PairIdentifier(uuidString: $0) },
      livePhotoMoviePath: nil, availablePreRoll: .zero)
    if let size = description.thumbnail {
      guard size.count == 2, size.allSatisfy({ (2...16_384).contains($0) && $0 % 2 == 0 }) else {
        throw Self.damaged("its thumbnail has no size")
      }
      settings.embeddedThumbnailPhotoFormat = PhotoPreviewFormat(codec: .jpeg, width: size[0], height: size[1])
      resolved.embeddedThumbnailDimensions = .init(width: size[0], height: size[1])
    }
    return StillMaker(
      media: media, configuration: configuration, settings: settings, resolved: resolved, isRaw: false,
      orientation: orientation,
      model: description.model,
      date: WallTime(
        secondsSince1970: description.dateSeconds, nanosecond: description.dateNanosecond,
        utcOffsetSeconds: description.utcOffset))
  }

  private static func damaged(_ why: String, _ cause: (any Error)? = nil) -> CodingError {
    CodingError(.malformed, context: "deferred photo", message: "It cannot be finished: \(why).", underlying: cause)
  }
}
