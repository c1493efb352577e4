import ByteCoding
import ISOBoxes
import MediaCore

extension HEICItemTable {
  struct Piece: Sendable, Hashable {
    /// Indicates whether the piece lies in the `idat` box rather than in the file as a whole.
    let isInIdat: Bool
    let range: Range<Int>

    func overlaps(_ other: Piece) -> Bool { isInIdat == other.isInIdat && range.overlaps(other.range) }
  }

  // Far above any real file; they keep hostile ones from multiplying their bytes.
  private static let mostPieces = 1024
  private static let deepestItem = 3

  /// Returns the places of an item's bytes. If these lie in other items, the places of those are followed.
  /// - Throws: `CodingError` with `.malformed` for places that do not exist, `.unsupported` for another file's.
  func pieces(of item: UInt32, in source: any ByteSource, depth: Int = 0) throws(CodingError) -> [Piece] {
    guard let entry = locations[item] else { return [] }
    guard entry.dataReference == 0 else {
      throw HEICFile.error(source, .unsupported, "Item \(item) lies in another file, which livecam does not follow.")
    }
    let refusal = HEICFile.error(
      source, .unsupported, "Item \(item) consists of more pieces than livecam puts together.")
    guard entry.extents.count <= Self.mostPieces, depth < Self.deepestItem else { throw refusal }
    var result: [Piece] = []
    for extent in entry.extents {
      let (sum, overflow) = entry.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, let start = Int(exactly: sum), let length = Int(exactly: extent.length) else {
        throw Self.outside(item, source)
      }
      switch entry.construction {
      case 0, 1:
        let isInIdat = entry.construction == 1
        let count = isInIdat ? idat.count : source.count
        result.append(Piece(isInIdat: isInIdat, range: try Self.range(start, length, within: count, item, source)))
      case 2:
        let whole = try holder(of: item, extent, in: source, depth: depth)
        let count = whole.reduce(0) { $0 + $1.range.count }
        result += Self.slice(whole, try Self.range(start, length, within: count, item, source))
      default:
        throw HEICFile.error(
          source, .unsupported, "Item \(item) is put together in a way that livecam does not know.")
      }
      guard result.count <= Self.mostPieces else { throw refusal }
    }
    return result
  }

  /// The pieces of the item that an extent of construction method 2 lies in.
  private func holder(
    of item: UInt32, _ extent: HEIFItemLocationBox.Extent, in source: any ByteSource, depth: Int
  ) throws(CodingError) -> [Piece] {
    let holders = targets("iloc", of: item)
    // Without an index it is the first.
    guard let index = Int(exactly: max(extent.index, 1)), holders.indices.contains(index - 1) else {
      throw Self.outside(item, source)
    }
    return try pieces(of: holders[index - 1], in: source, depth: depth + 1)
  }

  private static func range(
    _ start: Int, _ length: Int, within count: Int, _ item: UInt32, _ source: any ByteSource
  ) throws(CodingError) -> Range<Int> {
    guard start <= count, length <= count - start else { throw outside(item, source) }
    return start..<(length == 0 ? count : start + length)
  }

  private static func slice(_ pieces: [Piece], _ range: Range<Int>) -> [Piece] {
    var result: [Piece] = []
    var position = 0
    for piece in pieces {
      let common = (position..<position + piece.range.count).clamped(to: range)
      if !common.isEmpty {
        let start = piece.range.lowerBound + common.lowerBound - position
        result.append(Piece(isInIdat: piece.isInIdat, range: start..<start + common.count))
      }
      position += piece.range.count
    }
    return result
  }

  private static func outside(_ item: UInt32, _ source: any ByteSource) -> CodingError {
    HEICFile.error(
      source, .malformed, "The bytes of item \(item) lie outside of the file ('iloc'). Copy the file again.")
  }

  /// An item's bytes, `nil` if it has none.
  /// - Throws: `CodingError`, also when they are more than `limit`.
  func bytes(of item: UInt32, in source: any ByteSource, limit: Int) throws(CodingError) -> [UInt8]? {
    let pieces = try pieces(of: item, in: source)
    if pieces.isEmpty { return nil }
    var bytes: [UInt8] = []
    for piece in pieces {
      // Pieces may overlap, so that together they may be more than the file.
      guard piece.range.count <= limit - bytes.count else {
        throw HEICFile.error(
          source, .malformed, "Item \(item) has more than \(limit) bytes, which none of its kind has.")
      }
      bytes += piece.isInIdat ? Array(idat[piece.range]) : try source.part(piece.range, of: "item \(item)")
    }
    return bytes
  }
}
