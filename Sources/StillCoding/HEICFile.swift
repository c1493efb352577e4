public import ByteCoding
import ISOBoxes
public import MediaCore

/// A HEIC or AVIF file: what it says, and a way to change that without touching its pictures.
///
/// Only the boxes are read; pixels stay where they are. Stands for ISO/IEC 23008-12 over ISO/IEC 14496-12.
public struct HEICFile: StillContainer {
  /// A picture beside the one to show.
  public struct Item: Sendable, Hashable {
    /// Pixels in a row as stored; 0 for what is no picture.
    public let width: Int
    /// Rows as stored; 0 for what is no picture.
    public let height: Int
    /// The kind of an auxiliary picture, such as `urn:com:apple:photo:2020:aux:hdrgainmap`; `nil` for other pictures.
    public let auxiliaryType: String?
  }

  /// A picture made of tiles.
  public struct Grid: Sendable, Hashable {
    /// Rows of tiles.
    public let rows: Int
    /// Tiles in a row.
    public let columns: Int
  }

  /// The file's bytes.
  public let source: any ByteSource
  /// Pixels in a row of the picture, as stored: before it is turned.
  public let width: Int
  /// Rows of the picture, as stored: before it is turned.
  public let height: Int
  /// The orientation in which to show the picture, from `irot` and `imir`.
  public let orientation: ExifOrientation
  /// The codec of the picture, or of its tiles: `hvc1`, `av01` …
  public let codec: String
  /// The tiles, or `nil` for a picture in one.
  public let grid: Grid?
  /// Exif from its TIFF header on, or `nil`.
  public let exifTIFF: [UInt8]?
  /// The Exif of ``exifTIFF``, read; `nil` also for Exif that cannot be read.
  public let exif: ExifBlock?
  /// The XMP packet, or `nil`.
  public let xmp: [UInt8]?
  /// Metadata that cannot be read, as sentences.
  public let damages: [String]
  /// The range of a Motion Photo's movie in the file, or `nil`.
  public let motionVideo: Range<Int>?
  let layout: HEICLayout
  let table: HEICItemTable
  /// The columns and rows that `clap` leaves, or `nil` for all.
  let aperture: HEICAperture?

  /// Metadata are never larger; a file that says otherwise is wrong.
  static let mostMetadata = 64 << 20

  /// Reads a file's boxes and metadata.
  /// - Throws: ``MediaCore/CodingError`` with `.malformed` or `.truncated` for what does not hold together, with
  ///   `.unsupported` for a sequence of pictures.
  public static func read(_ source: any ByteSource) throws(CodingError) -> HEICFile { try HEICFile(source) }

  private init(_ source: any ByteSource) throws(CodingError) {
    let layout = try HEICLayout(source)
    let table = try HEICItemTable(Self.meta(of: source, layout), of: source)
    if let problem = HEICReferenceGraph.problem(in: table.references) {
      throw Self.error(source, .malformed, "\(problem) Get another copy.")
    }
    let properties = table.properties(of: table.primary)
    guard let size = properties.first(HEIFSpatialExtentsBox.self), size.width > 0, size.height > 0 else {
      throw Self.error(source, .malformed, "Its picture has no size ('ispe' of item \(table.primary) is missing).")
    }
    let stored = (width: Int(size.width), height: Int(size.height))
    let aperture = properties.first(CleanApertureBox.self).flatMap {
      HEICAperture($0, width: stored.width, height: stored.height)
    }
    self.source = source
    self.layout = layout
    self.table = table
    self.aperture = aperture
    width = aperture?.columns.count ?? stored.width
    height = aperture?.rows.count ?? stored.height
    orientation = HEICTurn(properties).orientation
    grid = try Self.grid(of: table.primary, table, source)
    codec = Self.codec(of: table.primary, table)
    var damages: [String] = []
    func metadata(_ item: UInt32?, _ name: String) -> [UInt8]? {
      guard let item else { return nil }
      do throws(CodingError) {
        return try table.bytes(of: item, in: source, limit: Self.mostMetadata)
      } catch {
        // The picture is there all the same.
        damages.append("\(name) (item \(item)) cannot be read: \(error.message)")
        return nil
      }
    }
    exifTIFF = metadata(table.exifItem, "Exif").flatMap { payload in
      HEICExif.tiffStart(ofPayload: payload).map { Array(payload[$0...]) }
    }
    exif = exifTIFF.flatMap { ExifBlock($0) }
    xmp = metadata(table.xmpItem, "XMP")
    self.damages = damages
    motionVideo = try HEICMotion.range(in: layout, of: source)
  }

  var problems: [String] {
    damages + (exif?.problems ?? (exifTIFF == nil ? [] : ["The Exif item cannot be read: it holds no directory."]))
  }

  // Boxes move one another, so places are taken out when the file is laid out anew.
  func removeLocation(_ change: inout StillChange) {}

  /// The small copies of the picture.
  public var thumbnails: [Item] { table.sources("thmb", to: table.primary).map(item) }

  /// Pictures that belong to the picture: gain maps, depth, alpha.
  public var auxiliaries: [Item] { table.sources("auxl", to: table.primary).map(item) }

  /// The picture shown in other ways, such as with its gain map applied (`tmap`).
  public var alternates: [Item] { table.alternates.map(item) }

  /// The pictures with which the picture is toned to be shown so.
  var toneMapItems: [Item] {
    table.alternates.compactMap { id in table.targets("dimg", of: id).first { $0 != table.primary }.map(item) }
  }

  private func item(_ id: UInt32) -> Item {
    let properties = table.properties(of: id)
    let size = properties.first(HEIFSpatialExtentsBox.self)
    return Item(
      width: Int(size?.width ?? 0), height: Int(size?.height ?? 0),
      auxiliaryType: properties.first(HEIFAuxiliaryTypeBox.self)?.name)
  }

  private static func meta(of source: any ByteSource, _ layout: HEICLayout) throws(CodingError) -> ListBox {
    guard try fileType(of: source, layout) != nil else {
      throw error(source, .malformed, "It does not begin as a HEIC or AVIF does ('ftyp' is missing).")
    }
    guard let metaPart = layout.first("meta") else {
      let isSequence = layout.first("moov") != nil
      throw error(
        source, isSequence ? .unsupported : .malformed,
        isSequence
          ? "It is a sequence of pictures without a single one to show. Convert it to a movie or to single pictures."
          : "It holds no picture ('meta' is missing).")
    }
    guard let meta = try decoded(metaPart, of: source).first(ListBox.self, "meta") else {
      throw error(source, .malformed, "Its 'meta' box cannot be read.")
    }
    return meta
  }

  static func fileType(of source: any ByteSource, _ layout: HEICLayout) throws(CodingError) -> FileTypeBox? {
    guard let start = layout.parts.first, start.type == "ftyp" else { return nil }
    return try decoded(start, of: source).first(FileTypeBox.self)
  }

  private static func decoded(
    _ part: HEICLayout.Part, of source: any ByteSource
  ) throws(CodingError) -> [any Box] {
    guard part.range.count <= mostMetadata else {
      throw error(source, .malformed, "'\(part.type)' has more than \(mostMetadata) bytes, which none has.")
    }
    do {
      let bytes = try source.bytes(part.range)
      return try BoxDecoder.boxes(in: bytes, context: .pictureFile, base: part.range.lowerBound)
    } catch { throw Self.error(source, error) }
  }

  private static func codec(of item: UInt32, _ table: HEICItemTable) -> String {
    var item = item
    // Grids of grids are not allowed; overlays of grids are.
    for _ in 0..<4 {
      guard let part = table.targets("dimg", of: item).first else { break }
      item = part
    }
    return table.infos[item]?.itemType.description ?? ""
  }

  private static func grid(
    of item: UInt32, _ table: HEICItemTable, _ source: any ByteSource
  ) throws(CodingError) -> Grid? {
    guard table.infos[item]?.itemType == "grid" else { return nil }
    let fields = HEICGridFields(try table.bytes(of: item, in: source, limit: 4096) ?? [])
    guard let fields, table.targets("dimg", of: item).count == fields.rows * fields.columns else {
      throw error(source, .malformed, "Its picture of tiles (item \(item)) does not have the tiles that it announces.")
    }
    return Grid(rows: fields.rows, columns: fields.columns)
  }

  static func error(_ source: any ByteSource, _ code: CodingError.Code, _ message: String) -> CodingError {
    CodingError(code, context: source.name, message: message)
  }

  static func error(_ source: any ByteSource, _ cause: any Error) -> CodingError {
    let box = cause as? BoxError
    let isShort = box?.code == .truncated || (cause as? ByteError)?.code == .endOfData
    return CodingError(
      isShort ? .truncated : .malformed, context: source.name,
      message: "The file is damaged, or no HEIC or AVIF. Copy it again from where it came.", underlying: cause)
  }
}
