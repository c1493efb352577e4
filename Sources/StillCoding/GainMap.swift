import ByteCoding
public import MediaCore

/// A picture beside the one to show, which tells how much brighter its points are on a screen of high dynamic range.
public struct GainMap: Sendable, Hashable {
  /// Pixels in a row as stored.
  public let width: Int
  /// Rows as stored.
  public let height: Int
  /// The standards that it is described by, such as `Ultra HDR` and `ISO 21496-1`.
  public let standards: [String]
}

extension StillFile {
  /// The gain maps that the file holds: of a JPEG those behind its picture, of a HEIC or AVIF those among its items.
  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  public func gainMaps() throws(CodingError) -> [GainMap] {
    switch container {
    case let jpeg as JPEGFile: return try GainMap.all(of: jpeg)
    case let heic as HEICFile: return heic.gainMaps
    default: return []
    }
  }

  /// A Boolean value that indicates whether XMP lists a gain map behind the picture, which may be missing all the same.
  public var announcesGainMap: Bool {
    XMPMotionPhoto(packet: xmp)?.items.contains { $0.semantic == XMPMotionPhoto.gainMap } ?? false
  }
}

extension XMPMotionPhoto {
  static let gainMap = "GainMap"

  /// Returns the places where the list's gain maps should begin in a file of `count` bytes: the lengths of what follows
  /// them are counted back from the file's end.
  func gainMapStarts(in count: Int) -> [Int] {
    var (starts, position) = ([Int](), count)
    for item in items.reversed() where item.semantic != "Primary" {
      // Lengths that files announce may be anything.
      let length = min(max(0, item.length ?? 0), position)
      if item.semantic == Self.gainMap { starts.append(position - length) }
      position -= min(position, length + min(max(0, item.padding ?? 0), position))
    }
    return starts
  }
}

extension GainMap {
  /// The pictures behind a JPEG's own that are gain maps, wherever they are listed.
  fileprivate static func all(of jpeg: JPEGFile) throws(CodingError) -> [GainMap] {
    try pictures(of: jpeg).map { GainMap(width: $0.width, height: $0.height, standards: standards(of: $0)) }
  }

  /// Returns the reasons why gain maps behind a JPEG's picture cannot be applied, a sentence each.
  static func problems(of jpeg: JPEGFile) throws(CodingError) -> [String] {
    try pictures(of: jpeg).compactMap { map in
      let described = map.xmp.flatMap { XMPDocument($0) }?.gainMapProblem ?? fields(of: map)?.numbers?.problem
      return described.map { "Its gain map of \(map.width)x\(map.height) \($0)." }
    }
  }

  /// The description by ISO 21496-1; `nil` where there is none that anybody could read.
  private static func fields(of map: JPEGFile) -> GainMapFields? {
    for segment in map.segments where segment.content == .gainMap {
      // What cannot be read any more is told elsewhere. Behind the name of the standard stands a zero.
      guard let bytes = try? map.source.part(segment.payload, of: "gain map"), let end = bytes.firstIndex(of: 0),
        let fields = GainMapFields(Array(bytes[(end + 1)...]))
      else { continue }
      return fields
    }
    return nil
  }

  private static func pictures(of jpeg: JPEGFile) throws(CodingError) -> [JPEGFile] {
    let source = jpeg.source
    var starts = (jpeg.multiPicture?.pictures ?? []).compactMap(\.start)
    starts += XMPMotionPhoto(packet: jpeg.xmp)?.gainMapStarts(in: source.count) ?? []
    var maps: [JPEGFile] = []
    for start in Set(starts).sorted() where start >= jpeg.dataStart && start < source.count {
      guard try source.prefix(at: start, 2, of: "gain map") == [0xff, 0xd8],
        // What cannot be read is no map that anybody shows.
        let picture = try? JPEGFile(source.piece(start..<source.count, of: "gain map")), !standards(of: picture).isEmpty
      else { continue }
      maps.append(picture)
    }
    return maps
  }

  private static func standards(of map: JPEGFile) -> [String] {
    func says(_ text: String) -> Bool { map.xmp?.firstRange(of: Array(text.utf8)) != nil }
    return (says(XMPNamespace.gainMap) ? ["Ultra HDR"] : [])
      + (says("HDRGainMap") ? ["Apple"] : [])
      + (map.segments.contains { $0.content == .gainMap } ? ["ISO 21496-1"] : [])
  }
}

extension HEICFile {
  fileprivate var gainMaps: [GainMap] {
    let apple = auxiliaries.filter { $0.auxiliaryType?.hasSuffix(":hdrgainmap") == true }
    // A tone map is made of the picture and, behind it, the map.
    let mapped = toneMapItems
    let items = mapped + apple.filter { !mapped.contains($0) }
    return items.map { item in
      GainMap(
        width: item.width, height: item.height,
        standards: (apple.contains(item) ? ["Apple"] : []) + (mapped.contains(item) ? ["ISO 21496-1"] : []))
    }
  }
}
