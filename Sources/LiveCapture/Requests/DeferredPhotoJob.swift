import ByteCoding
import FoundationEssentials
import MediaCore

/// A still that is to be finished later: what it is made of, and how.
///
/// As bytes: `lcdp`, a version, the length of the description as JSON, the description, the CRC-32 of all that, and the
/// frames one after the other, each as its length, its bytes and the CRC-32 of both. Nothing follows. Numbers have their
/// highest byte first; lengths of frames take eight bytes, all others four. Version 1, which is still read, had no
/// checksums.
struct DeferredPhotoJob {
  /// What is kept beside the frames.
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

  private static let magic = Array("lcdp".utf8)
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

  /// The name that it is kept under: names sort as captures do. Programs that share a folder count their captures each
  /// for itself; the date keeps them apart.
  var name: String {
    func padded(_ number: some BinaryInteger, _ width: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "photo-\(padded(description.dateSeconds, 11))\(padded(description.dateNanosecond, 9))-"
      + padded(description.id, 19)
  }

  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = Array(try encoder.encode(description))
    var bytes = Self.magic
    for number in [Self.version, UInt32(text.count)] { bytes += Self.bigEndian(UInt64(number), 4) }
    bytes += text
    var start = 0
    func close() {
      bytes += Self.bigEndian(UInt64(Self.checksum(bytes[start...])), 4)
      start = bytes.count
    }
    close()
    for frame in frames {
      bytes += Self.bigEndian(UInt64(frame.storage.count), 8)
      frame.storage.withBytes { bytes.append(contentsOf: $0) }
      close()
    }
    return bytes
  }

  /// A job out of its bytes, which may be anything.
  /// - Throws: `CodingError` saying what is wrong.
  init(_ bytes: [UInt8]) throws(CodingError) {
    var place = 0
    func take(_ count: Int) throws(CodingError) -> ArraySlice<UInt8> {
      guard count >= 0, count <= bytes.count - place else { throw Self.damaged("it ends early") }
      defer { place += count }
      return bytes[place..<place + count]
    }
    func number(_ count: Int) throws(CodingError) -> Int {
      let value = try take(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw Self.damaged("it ends early") }
      return number
    }
    guard try Array(take(4)) == Self.magic else { throw Self.damaged("it is none") }
    let version = try number(4)
    guard (1...Int(Self.version)).contains(version) else {
      throw Self.damaged("it is of version \(version), and this livecam reads up to \(Self.version)")
    }
    var start = 0
    func close(_ part: String) throws(CodingError) {
      guard version > 1 else { return }
      let checksum = Self.checksum(bytes[start..<place])
      guard try number(4) == checksum else { throw Self.damaged("\(part) is not what was kept") }
      start = place
    }
    let text = try take(number(4))
    try close("its description")
    guard let description = try? JSONDecoder().decode(Description.self, from: Data(text)),
      (1...Self.mostFrames).contains(description.frames.count)
    else { throw Self.damaged("its description cannot be read") }
    var frames: [VideoFrame] = []
    for (index, frame) in description.frames.enumerated() {
      let payload = try take(number(8))
      try close("frame \(index + 1) of \(description.frames.count)")
      let storage = payload.withUnsafeBytes { FrameStorage(copying: $0) }
      frames.append(
        VideoFrame(
          format: try Self.format(frame, holding: payload.count), time: MediaTime(nanoseconds: frame.nanoseconds),
          sequence: frame.sequence, storage: storage))
    }
    guard place == bytes.count else { throw Self.damaged("something follows its end") }
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

  /// The maker that finishes it.
  func maker(_ configuration: SessionConfiguration, _ media: CaptureMedia) throws(CodingError) -> StillMaker {
    guard let codec = PhotoCodec(rawValue: description.codec),
      let orientation = Orientation(rawValue: description.orientation)
    else { throw Self.damaged("it asks for what is not known") }
    let id = CaptureID(rawValue: description.id)
    var settings = PhotoSettings(uniqueID: id, format: PhotoFormat(codec: codec, quality: description.quality))
    settings.photoQualityPrioritization = frames.count > 1 ? .quality : .balanced
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

  private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  private static func damaged(_ why: String) -> CodingError {
    CodingError(.malformed, context: "deferred photo", message: "It cannot be finished: \(why).")
  }
}
