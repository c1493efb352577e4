import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import ISOBoxes

/// Files put together by hand, for what phones and libheif do not write.
struct HEICSynthesisTests {
  /// TIFF without entries.
  static let tiff: [UInt8] = Array("MM".utf8) + [0, 0x2a, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  /// A file whose picture is a few bytes of nonsense and whose Exif item lies where `place` says: given where
  /// the data of `mdat` begin, what `idat` and which further items there are.
  static func file(
    payload: [UInt8], version: UInt8 = 1, widths: UInt16 = 0x4444,
    place: (Int) -> (entries: [HEIFItemLocationBox.Entry], idat: [UInt8]),
    references: [HEIFItemReferenceBox] = [], infos: [HEIFItemInfoBox] = [], moreProperties: [any Box] = [],
    mdat: [UInt8]? = nil
  ) throws -> [UInt8] {
    let type = FileTypeBox(majorBrand: "heic", minorVersion: 0, compatibleBrands: ["mif1", "heic"])
    func meta(_ start: Int) -> ListBox {
      let none = FourCC(rawValue: 0)
      let (entries, idat) = place(start)
      var locations = HEIFItemLocationBox(header: VersionAndFlags(version: version), entries: entries)
      locations.widths = widths
      let properties = [HEIFSpatialExtentsBox(width: 64, height: 32)] as [any Box] + moreProperties
      let all = properties.indices.map { HEIFPropertyAssociationBox.Property(index: $0 + 1, isEssential: false) }
      let children: [any Box] = [
        HandlerBox(componentType: none, subtype: "pict", manufacturer: none, nameBytes: [0]),
        HEIFPrimaryItemBox(itemID: 1),
        ListBox(
          "iinf",
          [HEIFItemInfoBox(itemID: 1, itemType: "hvc1"), HEIFItemInfoBox(itemID: 2, itemType: "Exif")] + infos),
        ListBox("iref", [HEIFItemReferenceBox("cdsc", itemID: 2, targets: [1])] + references),
        ContainerBox(
          "iprp",
          [ContainerBox("ipco", properties), HEIFPropertyAssociationBox(entries: [.init(itemID: 1, properties: all)])]),
        HEIFItemDataBox(contents: idat), locations,
      ]
      return ListBox("meta", children)
    }
    let start = type.size + meta(0).size + 8
    var bytes = try type.encoded() + meta(start).encoded()
    let data = mdat ?? [9, 9, 9, 9] + payload
    bytes += [0, 0, 0, UInt8(data.count + 8)] + Array("mdat".utf8) + data
    return bytes
  }

  /// The three versions, the three methods, bases, several runs.
  enum Place: CaseIterable { case file, based, runs, version0, idat, item, version2 }

  static func sample(_ place: Place, payload: [UInt8]) throws -> [UInt8] {
    typealias Entry = HEIFItemLocationBox.Entry
    let count = UInt64(payload.count)
    func picture(_ start: Int) -> Entry { Entry(itemID: 1, extents: [.init(offset: UInt64(start), length: 4)]) }
    switch place {
    case .file, .version0, .version2:
      return try file(
        payload: payload, version: place == .file ? 1 : place == .version0 ? 0 : 2,
        widths: place == .version2 ? 0x8800 : 0x4400,
        place: { start in
          ([picture(start), Entry(itemID: 2, extents: [.init(offset: UInt64(start + 4), length: count)])], [])
        })
    case .based:
      return try file(
        payload: payload,
        place: { start in
          (
            [picture(start), Entry(itemID: 2, baseOffset: UInt64(start), extents: [.init(offset: 4, length: count)])],
            []
          )
        })
    case .runs:
      return try file(
        payload: payload,
        place: { start in
          let runs: [HEIFItemLocationBox.Extent] = [
            .init(offset: UInt64(start + 4), length: 5), .init(offset: UInt64(start + 9), length: count - 5),
          ]
          return ([picture(start), Entry(itemID: 2, extents: runs)], [])
        })
    case .idat:
      return try file(
        payload: payload,
        place: { start in
          (
            [picture(start), Entry(itemID: 2, method: 1, extents: [.init(offset: 3, length: count)])],
            [1, 2, 3] + payload
          )
        })
    case .item:
      return try file(
        payload: payload,
        place: { start in
          (
            [
              picture(start), Entry(itemID: 3, extents: [.init(offset: UInt64(start + 4), length: 0)]),
              Entry(itemID: 2, method: 2, extents: [.init(index: 1, offset: 0, length: count)]),
            ], []
          )
        }, references: [HEIFItemReferenceBox("iloc", itemID: 2, targets: [3])],
        infos: [HEIFItemInfoBox(itemID: 3, itemType: "hold")])
    }
  }

  @Test("Exif is found by every version and method of iloc, and can be replaced", arguments: Place.allCases)
  func places(place: Place) throws {
    let payload: [UInt8] = [0, 0, 0, 6] + Array("Exif".utf8) + [0, 0] + Self.tiff
    let bytes = try Self.sample(place, payload: payload)
    let file = try HEICFile.read(ArrayBytes(bytes))
    #expect(file.exifTIFF == Self.tiff)
    #expect(file.width == 64 && file.height == 32)
    let same = try file.rope(exifTIFF: Self.tiff).contents()
    #expect(try HEICFile.read(ArrayBytes(same)).exifTIFF == Self.tiff)
    let longer = Self.tiff + Array("a longer tail than before".utf8)
    let changed = try file.rope(exifTIFF: longer).contents()
    #expect(try HEICFile.read(ArrayBytes(changed)).exifTIFF == longer)
    let again = try HEICFile.read(ArrayBytes(changed)).rope(exifTIFF: longer).contents()
    #expect(firstDifference(again, changed) == nil)
    // One that fits stays in its place, and nothing of the longer one is left.
    let short = try HEICFile.read(ArrayBytes(changed)).rope(exifTIFF: Self.tiff).contents()
    #expect(try HEICFile.read(ArrayBytes(short)).exifTIFF == Self.tiff)
    #expect(firstRange(of: Array("longer tail".utf8), in: short) == nil)
    if place != .item {
      let folder = try TemporaryFolder()
      let (old, new) = (try folder.write(bytes, as: "old"), try folder.write(changed, as: "new"))
      #expect(try ForeignTool.python.run([HEIFItems.script, old, new, "Exif"]).lines == ["same"])
    }
  }

  @Test(
    "the TIFF header is found whatever the payload begins with",
    arguments: [
      [0, 0, 0, 6, 0x45, 0x78, 0x69, 0x66, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 0x45, 0x78, 0x69, 0x66, 0, 0],
      [0x45, 0x78, 0x69, 0x66, 0, 0], [0, 0, 0, 2, 0, 0],
    ] as [[UInt8]])
  func prefixes(prefix: [UInt8]) throws {
    let bytes = try Self.sample(.file, payload: prefix + Self.tiff)
    let file = try HEICFile.read(ArrayBytes(bytes))
    #expect(file.exifTIFF == Self.tiff)
    let rewritten = try file.rope(exifTIFF: Self.tiff).contents()
    #expect(try HEICFile.read(ArrayBytes(rewritten)).exifTIFF == Self.tiff)
    let distance = prefix.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    if distance == prefix.count - 4 {
      // What was there before the header stays there.
      #expect(firstDifference(rewritten, bytes) == nil)
    } else {
      // A wrong distance, behind which strict readers find nothing, is put right.
      #expect(firstRange(of: [0, 0, 0, 6, 0x45, 0x78, 0x69, 0x66, 0, 0] + Self.tiff, in: rewritten) != nil)
    }
  }

  @Test("rotation and mirror combine in the order in which the picture has them")
  func turns() throws {
    let payload = [0, 0, 0, 0] + Self.tiff
    func orientation(_ properties: [any Box]) throws -> ExifOrientation {
      let bytes = try Self.file(
        payload: payload,
        place: { start in
          (
            [
              .init(itemID: 1, extents: [.init(offset: UInt64(start), length: 4)]),
              .init(itemID: 2, extents: [.init(offset: UInt64(start + 4), length: UInt64(payload.count))]),
            ], []
          )
        }, moreProperties: properties)
      return try HEICFile.read(ArrayBytes(bytes)).orientation
    }
    #expect(try orientation([]) == .up)
    #expect(try orientation([HEIFTransformBox("irot", 3)]) == .right)
    #expect(try orientation([HEIFTransformBox("irot", 1)]) == .left)
    #expect(try orientation([HEIFTransformBox("imir", 1)]) == .upMirrored)
    #expect(try orientation([HEIFTransformBox("imir", 0)]) == .downMirrored)
    #expect(try orientation([HEIFTransformBox("irot", 3), HEIFTransformBox("imir", 1)]) == .leftMirrored)
    #expect(try orientation([HEIFTransformBox("imir", 1), HEIFTransformBox("irot", 3)]) == .rightMirrored)
  }

  @Test("any change and any cut of any bytes ends in a result or in an error")
  func hostile() throws {
    var random = SeededRandom(seed: 20_261_121)
    let payload: [UInt8] = [0, 0, 0, 6] + Array("Exif".utf8) + [0, 0] + Self.tiff
    var seeds = try Place.allCases.map { try Self.sample($0, payload: payload) }
    for path in LivePhotoFixtures.paths(".heic") {
      // The pictures themselves are not looked at: the boxes alone make it go fast.
      seeds.append(Array(try StillFixtures.bytes(path).contents.prefix(40_000)))
    }
    var (good, bad) = (0, 0)
    for seed in seeds {
      for round in 0..<(seed.count > 10_000 ? 60 : 600) {
        var bytes = seed
        if round % 3 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
        let length = min(bytes.count, seed.count > 10_000 ? 32_000 : 600)
        for _ in 0..<Int.random(in: 1...6, using: &random) where length > 0 {
          let place = Int.random(in: 0..<length, using: &random)
          bytes[place] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)].randomElement(
            using: &random)!
        }
        do throws(CodingError) {
          let file = try HEICFile.read(ArrayBytes(bytes))
          #expect((file.exifTIFF?.count ?? 0) <= bytes.count)
          _ = file.structure()
          _ = file.thumbnails + file.auxiliaries + file.alternates
          good += 1
          let changed = try file.rope(exifTIFF: Self.tiff + Self.tiff, xmp: [1, 2, 3], orientation: .left)
          #expect(changed.count <= bytes.count + 4096)
          var edits = StillEdits()
          edits.motionPhoto = .set(videoLength: 2, presentationTimestampMicroseconds: nil)
          #expect(try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.count <= bytes.count + 4096)
        } catch { bad += 1 }
      }
    }
    #expect(good > 100 && bad > 100, "\(good) \(bad)")
  }
}
