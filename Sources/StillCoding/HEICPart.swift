public import ByteCoding
import ISOBoxes
public import MediaCore
import VideoCoding

/// A part of a HEIC's picture, or a small copy of all of it: what is enough to see how it looks, for a fraction of the
/// price of the whole.
public struct HEICPart: Sendable {
  /// The part's tiles, row by row, each coded by itself.
  public let tiles: [[UInt8]]
  /// The number of tiles in a row.
  public let columns: Int
  /// The pixels of a tile in a row, and its rows.
  public let tileSize: (width: Int, height: Int)
  /// The record of the codec, as `hvcC` holds it; one for all tiles.
  public let configuration: [UInt8]
  /// The share of the picture's width and height that the part covers, from the middle outwards, as stored.
  public let coverage: (width: Double, height: Double)
  /// The name of the part for people, such as `its thumbnail`.
  public let name: String
  /// The share of the tiles' width and height that is shown, from the left and the top.
  public var shown = (width: 1.0, height: 1.0)
  /// A Boolean value that indicates whether the part is a small copy of the picture to show.
  public var isThumbnail = false
}

extension StillFile {
  /// Returns the thumbnail of a HEIC, or tiles around its middle; `nil` for other files, and if there is nothing
  /// smaller than the whole.
  /// - Throws: ``MediaCore/CodingError`` when the file cannot be read.
  public func heicPart() throws(CodingError) -> HEICPart? {
    guard format == .heic, let file = container as? HEICFile else { return nil }
    if let thumbnail = try file.thumbnailPart() { return thumbnail }
    return try file.middlePart()
  }

  /// Returns the tile in the middle of a HEIC's picture, or all of one without tiles, to see whether its coding makes
  /// sense; `nil` for other files, and if that is no cheaper than the whole.
  /// - Throws: ``MediaCore/CodingError`` when the file cannot be read.
  public func heicSample() throws(CodingError) -> HEICPart? {
    guard format == .heic, let file = container as? HEICFile else { return nil }
    return try file.samplePart()
  }

  /// All of a HEIC's picture, tile by tile; `nil` for other files, and where it is made otherwise.
  /// - Throws: ``MediaCore/CodingError`` when the file cannot be read, or its sizes contradict each other.
  public func heicWhole() throws(CodingError) -> HEICPart? {
    guard format == .heic, let file = container as? HEICFile else { return nil }
    return try file.wholePart()
  }
}

extension StillFile {
  /// Returns the other pictures of a HEIC that can be decoded: thumbnails, gain maps, depth and the like, each tile by
  /// itself; none for other files.
  /// - Throws: `CodingError` for boxes that contradict each other or reach out of the file.
  public func heicOthers() throws(CodingError) -> [HEICPart] {
    guard format == .heic, let file = container as? HEICFile else { return [] }
    return try file.otherParts()
  }

  /// The name in ``otherJPEGs()`` of the small copy of the picture in Exif.
  public static let exifThumbnailName = "its Exif's thumbnail"

  /// The JPEGs that a file holds beside its picture: the thumbnail of its Exif, and those that a JPEG's index lists.
  /// - Throws: `CodingError` for an index that cannot be read.
  public func otherJPEGs() throws(CodingError) -> [(name: String, bytes: any ByteSource)] {
    var found: [(name: String, bytes: any ByteSource)] = []
    if let exif, let range = exif.thumbnailRange {
      found.append((Self.exifThumbnailName, ArrayBytes(Array(exif.bytes[range]), name: source.name)))
    }
    for picture in (container as? JPEGFile)?.multiPicture?.pictures ?? [] {
      guard let start = picture.start, start < source.count, picture.size <= source.count - start else { continue }
      let name = "its picture at byte \(start)"
      found.append((name, try source.piece(start..<start + picture.size, of: name)))
    }
    return found
  }
}

extension HEICFile {
  private static let largestTile = 16 << 20
  /// The number of bytes above which a picture is left to its decoder.
  private static let largestPicture = 64 << 20
  /// HEVC's highest level but the unlimited one has no longer side.
  private static let largestSide = 16_888
  /// The number of pixels in the middle that tell as much as all of them.
  private static let enoughPixels = 5_000_000

  fileprivate func thumbnailPart() throws(CodingError) -> HEICPart? {
    for item in table.sources("thmb", to: table.primary) where table.infos[item]?.itemType == "hvc1" {
      guard let found = description(of: item), case let size = found.size, min(size.width, size.height) >= 64 else {
        continue
      }
      // Of another shape, it is a copy of something else.
      let (own, whole) = (Double(size.width) / Double(size.height), Double(width) / Double(height))
      guard abs(own / whole - 1) < 0.02, let bytes = try table.bytes(of: item, in: source, limit: Self.largestTile)
      else { continue }
      return HEICPart(
        tiles: [bytes], columns: 1, tileSize: (size.width, size.height), configuration: found.record,
        coverage: (1, 1), name: "its thumbnail")
    }
    return nil
  }

  fileprivate func middlePart() throws(CodingError) -> HEICPart? {
    let items = table.targets("dimg", of: table.primary)
    guard let grid, items.count == grid.rows * grid.columns, let first = description(of: items[0]),
      case let size = first.size, size.width > 0, size.height > 0
    else { return nil }
    // As many on either side: a part of an even number is even.
    var (rows, columns) = (2 - grid.rows % 2, 2 - grid.columns % 2)
    func isSmall(_ rows: Int, _ columns: Int) -> Bool {
      rows <= grid.rows && columns <= grid.columns && rows * columns * size.width * size.height <= Self.enoughPixels
    }
    while true {
      if isSmall(rows + 2, columns), rows * grid.columns <= columns * grid.rows || !isSmall(rows, columns + 2) {
        rows += 2
      } else if isSmall(rows, columns + 2) {
        columns += 2
      } else {
        break
      }
    }
    guard rows * columns < items.count else { return nil }
    var tiles: [[UInt8]] = []
    for row in (grid.rows - rows) / 2..<(grid.rows + rows) / 2 {
      for column in (grid.columns - columns) / 2..<(grid.columns + columns) / 2 {
        let item = items[row * grid.columns + column]
        guard description(of: item) == first,
          let bytes = try table.bytes(of: item, in: source, limit: Self.largestTile)
        else { return nil }
        tiles.append(bytes)
      }
    }
    return HEICPart(
      tiles: tiles, columns: columns, tileSize: (size.width, size.height), configuration: first.record,
      coverage: (
        min(1, Double(columns * size.width) / Double(width)), min(1, Double(rows * size.height) / Double(height))
      ), name: "\(tiles.count) of its \(items.count) tiles")
  }

  fileprivate func samplePart() throws(CodingError) -> HEICPart? {
    let item = grid.map { pictureItems[$0.rows / 2 * $0.columns + $0.columns / 2] } ?? table.primary
    guard table.infos[item]?.itemType == "hvc1", let found = description(of: item),
      found.size.width * found.size.height <= Self.enoughPixels,
      let bytes = try table.bytes(of: item, in: source, limit: Self.largestTile)
    else { return nil }
    return HEICPart(
      tiles: [bytes], columns: 1, tileSize: (found.size.width, found.size.height), configuration: found.record,
      coverage: (1, 1), name: grid == nil ? "its picture" : "the middle of its picture")
  }

  /// The tiles of all of a picture, or the one that it is; `nil` if it is no such picture, or a part of it is cut off.
  fileprivate func wholePart() throws(CodingError) -> HEICPart? {
    let items = pictureItems
    guard aperture == nil, try length(of: pictureItems) <= Self.largestPicture, let first = description(of: items[0]),
      first.size.width > 0, first.size.height > 0
    else {
      return nil
    }
    let columns = grid?.columns ?? 1
    var tiles: [[UInt8]] = []
    var rest = Self.largestPicture
    for item in items {
      guard table.infos[item]?.itemType == "hvc1", let other = description(of: item), other == first,
        let bytes = try table.bytes(of: item, in: source, limit: rest)
      else { return nil }
      rest -= bytes.count
      tiles.append(bytes)
    }
    let whole = (width: columns * first.size.width, height: items.count / columns * first.size.height)
    guard width <= whole.width, height <= whole.height else {
      throw Self.error(
        source, .malformed,
        "Its \(width)x\(height) pixels are more than its tiles have, \(whole.width)x\(whole.height).")
    }
    return HEICPart(
      tiles: tiles, columns: columns, tileSize: (first.size.width, first.size.height), configuration: first.record,
      coverage: (1, 1), name: "whole",
      shown: (Double(width) / Double(whole.width), Double(height) / Double(whole.height)))
  }

  /// The items that the picture is made of: its tiles, or itself.
  private var pictureItems: [UInt32] { grid == nil ? [table.primary] : table.targets("dimg", of: table.primary) }

  fileprivate func otherParts() throws(CodingError) -> [HEICPart] {
    let own = Set(pictureItems)
    var parts: [HEICPart] = []
    var rest = Self.largestPicture
    for item in table.infos.keys.sorted() where table.infos[item]?.itemType == "hvc1" && !own.contains(item) {
      guard let found = description(of: item), let bytes = try table.bytes(of: item, in: source, limit: rest) else {
        continue
      }
      rest -= bytes.count
      parts.append(
        HEICPart(
          tiles: [bytes], columns: 1, tileSize: (found.size.width, found.size.height), configuration: found.record,
          coverage: (1, 1), name: table.name(of: item),
          isThumbnail: table.targets("thmb", of: item).contains(table.primary)))
    }
    return parts
  }

  /// Returns the number of bytes that items have together.
  private func length(of items: [UInt32]) throws(CodingError) -> Int {
    var length = 0
    for item in items {
      for piece in try table.pieces(of: item, in: source) { length = min(length + piece.range.count, .max / 2) }
    }
    return length
  }

  /// Returns a sentence on what is wrong with the bytes of HEVC's pictures, as far as that shows without decoding;
  /// `nil` if nothing is.
  ///
  /// A copy that broke off, or of which a part was never written, shows by the lengths of the picture's units. If it is
  /// `reading` all bytes, most parts show that were overwritten, in thumbnails and gain maps, too.
  func unitProblem(reading: Bool) throws(CodingError) -> String? {
    if let problem = try HEICItemCheck(file: self).itemProblem() { return problem }
    let items = table.infos.keys.filter { table.infos[$0]?.itemType == "hvc1" }.sorted()
    // Longer than all that may be read, or not to be.
    let isRead = reading ? try length(of: items) <= Self.largestPicture : false
    for item in items {
      let properties = table.properties(of: item)
      // Some readers open nothing of a file with one record that they cannot read.
      guard let lengthBytes = properties.first(CodecConfigurationBox.self)?.lengthBytes else {
        return "The record of its codec ('hvcC' of item \(item)) makes no sense. Get another copy."
      }
      if let size = properties.first(HEIFSpatialExtentsBox.self), max(size.width, size.height) > Self.largestSide {
        return "Its item \(item) is said to have \(size.width)x\(size.height) pixels, which none has. Get another copy."
      }
      guard isRead, let bytes = try table.bytes(of: item, in: source, limit: Self.largestPicture) else { continue }
      if let place = bytes.withUnsafeBytes({ CodedUnits.damage(in: $0, lengthBytes: lengthBytes, codec: .hevc) }) {
        return "The bytes of \(table.name(of: item)) make no sense from number \(place + 1) on. Get another copy."
      }
      let stray = bytes.withUnsafeBytes { CodedUnits.strayBytes(in: $0, lengthBytes: lengthBytes, codec: .hevc) }
      if let stray {
        let name = table.name(of: item)
        return
          "\(name.prefix(1).uppercased() + name.dropFirst()) \(stray.text) from its byte \(stray.place + 1) on, "
          + "unlike any coded picture: something was written over it. Get another copy."
      }
      guard bytes.withUnsafeBytes({ CodedUnits.holdPicture($0, lengthBytes: lengthBytes) }) else {
        return "The bytes of \(table.name(of: item)) hold no picture of HEVC. Get another copy."
      }
    }
    return try lengthProblem()
  }

  private func lengthProblem() throws(CodingError) -> String? {
    // Far above any real file; a hostile one could have one byte looked at many times.
    var budget = 20_000
    for tile in pictureItems where table.infos[tile]?.itemType == "hvc1" {
      let pieces = try table.pieces(of: tile, in: source)
      guard let lengthBytes = table.properties(of: tile).first(CodecConfigurationBox.self)?.lengthBytes,
        pieces.count == 1, let piece = pieces.first, !piece.isInIdat
      else { continue }
      var position = piece.range.lowerBound
      while position < piece.range.upperBound {
        guard budget > 0 else { return nil }
        budget -= 1
        let prefix = position..<min(position + lengthBytes, piece.range.upperBound)
        let length = try source.part(prefix, of: "a tile").reduce(0) { $0 << 8 | Int($1) }
        // What is filled up behind the last unit is nobody's concern.
        if length == 0, position > piece.range.lowerBound { break }
        guard length > 0, length <= piece.range.upperBound - prefix.upperBound else {
          return "The bytes of its picture make no sense from byte \(position) on. Get another copy."
        }
        position = prefix.upperBound + length
      }
    }
    return nil
  }

  private struct Description: Equatable {
    let record: [UInt8]
    let size: StillSize
  }

  private func description(of item: UInt32) -> Description? {
    let properties = table.properties(of: item)
    guard let size = properties.first(HEIFSpatialExtentsBox.self), size.width <= 16_384, size.height <= 16_384,
      let box = properties.first(CodecConfigurationBox.self), box.type == "hvcC"
    else { return nil }
    return Description(record: box.record, size: StillSize(width: Int(size.width), height: Int(size.height)))
  }
}
