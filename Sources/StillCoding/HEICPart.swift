import ByteCoding
import ISOBoxes
public import MediaCore

/// A part of a HEIC's picture, or a small copy of all of it: what is enough to see how it looks, for a fraction of the
/// price of the whole.
public struct HEICPart: Sendable {
  /// Its tiles, row by row, each coded by itself.
  public let tiles: [[UInt8]]
  /// How many tiles stand in a row.
  public let columns: Int
  /// The pixels of a tile in a row, and its rows.
  public let tileSize: (width: Int, height: Int)
  /// The record of the codec, as `hvcC` holds it; one for all tiles.
  public let configuration: [UInt8]
  /// How much of the picture's width and height it covers, from the middle outwards, as stored.
  public let coverage: (width: Double, height: Double)
  /// What it is, such as `its thumbnail`.
  public let name: String
}

extension StillFile {
  /// The thumbnail of a HEIC, or tiles around its middle; `nil` for other files, and where there is nothing smaller than
  /// the whole.
  /// - Throws: ``MediaCore/CodingError`` when the file cannot be read.
  public func heicPart() throws(CodingError) -> HEICPart? {
    guard format == .heic, let file = container as? HEICFile else { return nil }
    if let thumbnail = try file.thumbnailPart() { return thumbnail }
    return try file.middlePart()
  }
}

extension HEICFile {
  private static let largestTile = 16 << 20
  /// So many pixels in the middle tell as much as all of them.
  private static let enoughPixels = 5_000_000

  fileprivate func thumbnailPart() throws(CodingError) -> HEICPart? {
    for item in table.sources("thmb", to: table.primary) where table.infos[item]?.itemType == "hvc1" {
      guard let (record, size) = description(of: item), min(size.width, size.height) >= 64 else { continue }
      // Of another shape, it is a copy of something else.
      let (own, whole) = (Double(size.width) / Double(size.height), Double(width) / Double(height))
      guard abs(own / whole - 1) < 0.02, let bytes = try table.bytes(of: item, in: source, limit: Self.largestTile)
      else { continue }
      return HEICPart(
        tiles: [bytes], columns: 1, tileSize: size, configuration: record, coverage: (1, 1), name: "its thumbnail")
    }
    return nil
  }

  fileprivate func middlePart() throws(CodingError) -> HEICPart? {
    let items = table.targets("dimg", of: table.primary)
    guard let grid, items.count == grid.rows * grid.columns, let (record, size) = description(of: items[0]),
      size.width > 0, size.height > 0
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
        guard let other = description(of: item), other.record == record, other.size == size,
          let bytes = try table.bytes(of: item, in: source, limit: Self.largestTile)
        else { return nil }
        tiles.append(bytes)
      }
    }
    return HEICPart(
      tiles: tiles, columns: columns, tileSize: size, configuration: record,
      coverage: (
        min(1, Double(columns * size.width) / Double(width)), min(1, Double(rows * size.height) / Double(height))
      ), name: "\(tiles.count) of its \(items.count) tiles")
  }

  /// What is wrong with the bytes of a picture of HEVC, or of its tiles, as far as the lengths of their units tell; `nil`
  /// if all fit.
  ///
  /// A copy that broke off, or of which a part was never written, shows by that without being decoded.
  func unitProblem() throws(CodingError) -> String? {
    let tiles = grid == nil ? [table.primary] : table.targets("dimg", of: table.primary)
    // Far above any real file; a hostile one could have one byte looked at many times.
    var budget = 20_000
    for tile in tiles where table.infos[tile]?.itemType == "hvc1" {
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

  private func description(of item: UInt32) -> (record: [UInt8], size: (width: Int, height: Int))? {
    let properties = table.properties(of: item)
    guard let size = properties.first(HEIFSpatialExtentsBox.self), size.width <= 16_384, size.height <= 16_384,
      let box = properties.first(CodecConfigurationBox.self), box.type == "hvcC"
    else { return nil }
    return (box.record, (Int(size.width), Int(size.height)))
  }
}
