import ByteCoding
import ISOBoxes
import MediaCore

extension HEICFile {
  /// Kinds of items that are pictures, which have a size and bytes.
  private static let pictureKinds: Set<FourCC> = ["hvc1", "av01", "grid", "iovl"]
  /// References without which pictures are not found, or are not what they were.
  private static let pictureReferences: Set<FourCC> = ["dimg", "auxl", "thmb"]

  /// What about the pictures' items contradicts itself, auxiliary ones included; `nil` if nothing does. No picture is
  /// looked at.
  func itemProblem() throws(CodingError) -> String? {
    if let missing = danglingReferences(where: { Self.pictureReferences.contains($0) }).first {
      return missing + " Get another copy."
    }
    for item in table.infos.keys.sorted() {
      guard let kind = table.infos[item]?.itemType, Self.pictureKinds.contains(kind) else { continue }
      if isEmpty(item) { return "Its picture of item \(item) has no bytes ('iloc'). Get another copy." }
      guard let size = table.properties(of: item).first(HEIFSpatialExtentsBox.self), size.width > 0, size.height > 0
      else { return "Its picture of item \(item) has no size ('ispe'). Get another copy." }
      if kind == "grid", let problem = try gridProblem(item, size) { return problem + " Get another copy." }
    }
    return nil
  }

  /// Whether no byte is said to be an item's, or as many as there are, which nobody says of one item of many.
  private func isEmpty(_ item: UInt32) -> Bool {
    guard let entry = table.locations[item], !entry.extents.isEmpty else { return true }
    return table.locations.count > 1 && entry.dataReference == 0 && entry.extents.contains { $0.length == 0 }
  }

  private func gridProblem(_ item: UInt32, _ size: HEIFSpatialExtentsBox) throws(CodingError) -> String? {
    let tiles = table.targets("dimg", of: item)
    guard let fields = GridFields(try table.bytes(of: item, in: source, limit: 4096) ?? []),
      fields.rows * fields.columns == tiles.count
    else { return "Its picture of tiles (item \(item)) does not have the tiles that it announces." }
    guard fields.width == Int(size.width), fields.height == Int(size.height) else {
      return "Its picture of tiles (item \(item)) has \(fields.width)x\(fields.height) pixels, and its size ('ispe') "
        + "is \(size.width)x\(size.height)."
    }
    guard let tile = table.properties(of: tiles[0]).first(HEIFSpatialExtentsBox.self) else { return nil }
    let (width, height) = (fields.columns * Int(tile.width), fields.rows * Int(tile.height))
    guard fields.width <= width, fields.height <= height else {
      return "The \(fields.width)x\(fields.height) pixels of item \(item) are more than its tiles have: "
        + "\(width)x\(height)."
    }
    return nil
  }

  /// References between items of which one is not in the file, a sentence each.
  private func danglingReferences(where isWanted: (FourCC) -> Bool) -> [String] {
    table.references.filter { isWanted($0.type) }.compactMap { reference in
      ([reference.itemID] + reference.targets).first { table.infos[$0] == nil }.map {
        "A reference ('\(reference.type)' of item \(reference.itemID)) names item \($0), and there is none."
      }
    }
  }

  /// The fields of a grid: ISO/IEC 23008-12, 6.6.2.3.
  struct GridFields {
    let rows: Int
    let columns: Int
    let width: Int
    let height: Int

    /// `nil` for what is no such description.
    init?(_ bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      let (version, flags) = (reader.u8(), reader.u8())
      (rows, columns) = (Int(reader.u8()) + 1, Int(reader.u8()) + 1)
      func side() -> Int { flags & 1 == 0 ? Int(reader.u16()) : Int(reader.u32()) }
      (width, height) = (side(), side())
      guard version == 0, reader.error == nil else { return nil }
    }
  }
}
