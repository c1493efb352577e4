import ByteCoding
import Foundation
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import ISOBoxes
@testable import LivePhotoFiles
@testable import StillCoding

/// Damage to HEICs otherwise than by holes in their coded pictures, and what bytes behind a still are.
@Suite struct DamagedHEICTests: DamagedStillSuite {
  // MARK: References of a HEIC

  @Test("items that refer to themselves, by however many others, are refused before any decoder sees them")
  func circles() async throws {
    for length in 1...3 {
      let bytes = try Tampering.heic(DamagedStills.heic.get()) { meta in
        let items = (0..<UInt16(length)).map { 100 + $0 }
        for item in items {
          let next = item + 1 < 100 + UInt16(length) ? item + 1 : 100
          meta.showGrid(of: [UInt32(next)], as: item, width: 128, height: 96)
        }
      }
      try await expectBroken(bytes, as: "A.HEIC", PictureEffort.allCases, says: "refers to itself")
      let name = ArrayBytes(bytes, name: "A.HEIC")
      #expect(throws: CodingError.self) { try PictureDecoder().decode(name) }
      #expect(throws: CodingError.self) { try StillFile.read(name) }
    }
  }

  @Test("references of each kind are refused when they go in a circle", arguments: ["auxl", "thmb", "cdsc"])
  func otherCircles(kind: String) async throws {
    let type: FourCC = kind == "auxl" ? "auxl" : kind == "thmb" ? "thmb" : "cdsc"
    let primary = try primary(DamagedStills.heic.get())
    let bytes = try Tampering.heic(DamagedStills.heic.get()) { meta in
      meta.addItem(100, "hvc1", [1])
      meta.refer(type, primary, to: [100])
      meta.refer(type, 100, to: [primary])
    }
    try await expectBroken(bytes, as: "A.HEIC", PictureEffort.allCases, says: "refers to itself")
  }

  @Test("pictures of pictures of pictures are followed so far, and no further")
  func depth() async throws {
    let primary = try primary(DamagedStills.heic.get())
    func nested(_ depth: UInt16, _ times: Int) throws -> [UInt8] {
      try Tampering.heic(DamagedStills.heic.get()) { meta in
        for item in 0..<depth {
          let tiles = [UInt32](repeating: item == 0 ? primary : 99 + UInt32(item), count: times)
          meta.showGrid(of: tiles, as: 100 + item, width: 128, height: 96, columns: UInt8(times))
        }
      }
    }
    #expect(throws: Never.self) { try StillFile.read(ArrayBytes(nested(2, 1), name: "A")) }
    for (depth, times) in [(40, 1), (9, 8)] {
      try await expectBroken(nested(UInt16(depth), times), as: "A.HEIC", PictureEffort.allCases, says: "more steps")
    }
  }

  @Test("Exif that turns a HEIC otherwise than its properties is warned of; 1 in it says nothing")
  func otherTurn() async throws {
    let primary = try primary(DamagedStills.heic.get())
    func turned(_ orientation: UInt8, _ quarters: UInt8) throws -> [UInt8] {
      var bytes = try Tampering.heic(DamagedStills.heic.get()) { meta in
        meta.addProperties(primary, [HEIFTransformBox("irot", quarters)])
      }
      let exif = try #require(try StillFile.read(ArrayBytes(bytes, name: "A.HEIC")).exif)
      let start = try #require(bytes.firstRange(of: exif.bytes)).lowerBound
      let entry = try #require(exif.directory(.image)?.entry(0x0112))
      bytes[start + entry.offset + (exif.bytes[0] == 0x4d ? 9 : 8)] = orientation
      return bytes
    }
    for (orientation, quarters) in [(1, 0), (1, 3), (6, 3), (8, 1), (3, 2)] as [(UInt8, UInt8)] {
      try await expectGood(turned(orientation, quarters), as: "A.HEIC", [.none])
    }
    for (orientation, quarters) in [(3, 0), (8, 3), (6, 0)] as [(UInt8, UInt8)] {
      try await expectWarning(
        turned(orientation, quarters), as: "A.HEIC", [.none], says: "Its Exif has the orientation \(orientation)")
    }
  }

  // MARK: Copies beside a picture

  /// A HEIC of tiles of a scene, in some order, and a thumbnail of one, which may be another, or none.
  private func tiled(_ order: [UInt32], thumbnail: DrawnScene? = DrawnScene(seed: 3)) throws -> [UInt8] {
    func coded(_ picture: I420Picture) throws -> ([UInt8], CodecConfigurationBox, I420Picture) {
      let bytes = try HEICStill.encoding(
        StillMetadata(
          date: WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux", model: "Blocks",
          software: "livecam", orientation: .up), from: picture, settings: .init(preset: "ultrafast"))
      return (try codedPicture(bytes), try record(bytes), picture)
    }
    let scene = DrawnScene(seed: 3)
    let whole = try scene.picture(width: 384, height: 192)
    var items = try (0..<6).map { tile in
      try coded(whole.cropped(x: tile % 3 * 128, y: tile / 3 * 96, width: 128, height: 96))
    }
    if let thumbnail {
      items.append(try coded(thumbnail.picture(width: 384, height: 192).fitted(maximumSide: 192)))
    }
    return try Tampering.heic(DamagedStills.heic.get()) { meta in
      for (index, (bytes, record, picture)) in items.enumerated() {
        let size = HEIFSpatialExtentsBox(width: UInt32(picture.width), height: UInt32(picture.height))
        meta.addItem(201 + UInt16(index), "hvc1", bytes)
        meta.addProperties(201 + UInt32(index), [size, record])
      }
      meta.showGrid(of: order, width: 384, height: 192, columns: 3)
      if thumbnail != nil { meta.refer("thmb", 207, to: [100]) }
    }
  }

  @Test("tiles that were exchanged, and a thumbnail of another picture, are warned of where all is decoded")
  func exchangedTiles() async throws {
    func expect(_ bytes: [UInt8], says text: String?) async throws {
      let findings = try await findings(bytes, as: "A.HEIC", [.full])
      let found = try #require(findings.first?.results.first { $0.rule == .stillParts }).found
      #expect(text.map { found.contains($0) } ?? !["thumbnail", "tile"].contains(where: found.contains), "\(found)")
    }
    try await expect(tiled([201, 202, 203, 204, 205, 206]), says: nil)
    try await expect(tiled([201, 205, 203, 204, 202, 206]), says: "Tiles 2, 5 of its picture")
    try await expect(tiled([202, 203, 204, 205, 206, 201]), says: "Tiles 1, 2, 3, 4 and 2 more of its picture")
    try await expect(
      tiled([201, 202, 203, 204, 205, 206], thumbnail: DrawnScene(seed: 5)),
      says: "Its thumbnail of item 207 shows another picture")
    try await expect(tiled([201, 202, 203, 204, 205, 206], thumbnail: nil), says: nil)
    try await expect(tiled([201, 205, 203, 204, 202, 206], thumbnail: nil), says: "jumps at 4 borders of its tiles")
  }

  @Test(
    "a thumbnail in Exif of another picture, or beside nothing, is warned of; one of a part, turned, or with bars is not"
  )
  func otherThumbnail() async throws {
    let scene = try DrawnScene(seed: 3).picture(width: 512, height: 384)
    func still(_ picture: I420Picture, thumbnail: I420Picture) throws -> [UInt8] {
      var metadata = StillMetadata(
        date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux",
        model: "Blocks", software: "livecam", orientation: .up)
      metadata.thumbnail = try StillThumbnail.jpeg(of: thumbnail, profile: nil)
      return try JPEGStill.embedding(metadata, in: JPEGEncoder().encode(picture, quality: 90))
    }
    let part = try scene.cropped(x: 130, y: 60, width: 256, height: 192)
    let bars = try I420Picture(width: 512, height: 512, range: .full)
    bars.fill(x: 0, y: 0, width: 512, height: 512, luma: 0)
    try bars.place(scene, x: 0, y: 64)
    for (picture, thumbnail) in [(scene, scene), (part, scene), (scene, part), (scene, bars)] {
      try await expectGood(still(picture, thumbnail: thumbnail), as: "A.JPG", [.full])
    }
    let other = try DrawnScene(seed: 5).picture(width: 512, height: 384)
    try await expectWarning(
      still(scene, thumbnail: other), as: "A.JPG", [.full], says: "Its Exif's thumbnail shows another picture")
    let black = try I420Picture(width: 512, height: 384, range: .full)
    black.fill(x: 0, y: 0, width: 512, height: 384, luma: 0)
    // Of fine grain no small copy has much.
    try await expectGood(still(sand(seed: 1), thumbnail: sand(seed: 2)), as: "A.JPG", [.full])
    try await expectWarning(
      still(black, thumbnail: scene), as: "A.JPG", [.full], says: "its picture is all of one colour")
    try await expectGood(still(black, thumbnail: black), as: "A.JPG", [.full])
  }

  /// Grey with fine grain.
  private func sand(seed: UInt64) throws -> I420Picture {
    let picture = try I420Picture(width: 512, height: 384, range: .full)
    picture.fill(x: 0, y: 0, width: 512, height: 384, luma: 128)
    var random = SeededRandom(seed: seed)
    picture.withPlanes { planes in
      for index in planes.luma.indices { planes.luma[index] = UInt8.random(in: 108...148, using: &random) }
    }
    return picture
  }

  // MARK: Other items of a HEIC

  @Test("what belongs to nothing, or is of another kind than it is said to be, is told")
  func belongings() async throws {
    let primary = try primary(DamagedStills.heic.get())
    func picture(_ item: UInt16, _ meta: inout ListBox) throws {
      meta.addItem(item, "hvc1", try codedPicture(DamagedStills.heic.get()))
      meta.addProperties(
        UInt32(item), [HEIFSpatialExtentsBox(width: 128, height: 96), try record(DamagedStills.heic.get())])
    }
    try await expectWarning(grid { try picture(101, &$0) }, as: "A.HEIC", says: "is hidden, and belongs to no other")
    try await expectWarning(
      grid { meta in
        try picture(101, &meta)
        meta.refer("thmb", primary, to: [101])
      }, as: "A.HEIC", says: "Tile \(primary) is said to be another picture's")
    let twice = try Tampering.heic(DamagedStills.heic.get()) {
      $0.showGrid(of: [primary, primary], width: 256, height: 96, columns: 2)
    }
    try await expectWarning(twice, as: "A.HEIC", says: "Tile \(primary) stands twice")
    let lost = try grid { meta in
      meta.update(ContainerBox.self, "iprp") { box in
        box.updateAll(HEIFPropertyAssociationBox.self) {
          _ = $0.replace([], with: [99], isEssential: false, of: primary)
        }
      }
    }
    try await expectBroken(lost, as: "A.HEIC", PictureEffort.allCases, says: "property 99 of")
    for (kind, says) in [("xxxx", "of a kind that is not known"), ("jpeg", "has the record of another")] {
      let other = try grid { meta in
        try picture(101, &meta)
        meta.refer("thmb", 101, to: [100])
        meta.update(ListBox.self, "iinf") { box in
          box.updateAll(HEIFItemInfoBox.self) { if $0.itemID == 101 { $0.itemType = FourCC(stringLiteral: kind) } }
        }
      }
      try await expectWarning(other, as: "A.HEIC", [.none], says: says)
    }
    try await expectWarning(
      grid { meta in
        try picture(101, &meta)
        meta.refer("thxb", 101, to: [100])
      }, as: "A.HEIC", says: "A reference of item 101 is of a kind that is not known")
    try await expectWarning(
      grid { $0.addItem(101, "Exif", [0, 0, 0, 0] + Self.tiff) }, as: "A.HEIC", says: "describes no picture")
    try await expectWarning(
      grid { meta in
        meta.addItem(101, "Exif", [0, 0, 9, 9] + Self.tiff)
        meta.refer("cdsc", 101, to: [100])
      }, as: "A.HEIC", says: "does not begin where it says")
  }

  @Test("pictures made of others in ways that cannot be, bytes of none of the file's data, two descriptions are told")
  func makings() async throws {
    let primary = try primary(DamagedStills.heic.get())
    let record = try record(DamagedStills.heic.get())
    let size = HEIFSpatialExtentsBox(width: 128, height: 96)
    func made(_ kind: FourCC, _ payload: [UInt8], of parts: [UInt32]) throws -> [UInt8] {
      try grid { meta in
        meta.addItem(101, kind, payload)
        meta.addProperties(101, [size])
        meta.refer("dimg", 101, to: parts)
        meta.refer("auxl", 101, to: [100])
        meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: "urn:example")])
      }
    }
    try await expectWarning(
      made("iden", [0], of: [primary, primary]), as: "A.HEIC", [.none], says: "stands for 2 pictures")
    let overlay = [UInt8](repeating: 0, count: 18)
    try await expectWarning(
      made("iovl", overlay, of: [primary, primary]), as: "A.HEIC", [.none], says: "where its 2 pictures lie")
    let number: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1]
    let toneMap: [UInt8] = [0, 0, 0, 0, 0, 0x40] + Array(repeatElement(number, count: 7).joined())
    let tile = try codedPicture(DamagedStills.heic.get())
    let ungrouped = try grid { meta in
      meta.addItem(102, "hvc1", tile)
      meta.addProperties(102, [size, record])
      meta.refer("auxl", 102, to: [100])
      meta.addProperties(102, [HEIFAuxiliaryTypeBox(name: "urn:example")])
      meta.addItem(101, "tmap", toneMap)
      meta.refer("dimg", 101, to: [100, 102])
    }
    try await expectWarning(ungrouped, as: "A.HEIC", [.none], says: "stands in for no picture ('altr')")
    let mixed = try Tampering.heic(DamagedStills.heic.get()) { meta in
      var other = record
      other.record[12] ^= 3
      meta.addItem(102, "hvc1", tile)
      meta.addProperties(102, [size, other])
      meta.showGrid(of: [primary, 102], width: 256, height: 96, columns: 2)
    }
    try await expectWarning(mixed, as: "A.HEIC", [.none], says: "are coded in several ways")
    var outside = try DamagedStills.heic.get()
    let media = try #require(outside.firstRange(of: Array("mdat".utf8)))
    outside.replaceSubrange(media, with: Array("free".utf8))
    try await expectWarning(outside, as: "A.HEIC", [.none], says: "lie in no 'mdat'")
    let good = try DamagedStills.heic.get()
    let meta = try #require(good.firstRange(of: Array("meta".utf8))).lowerBound - 4
    let length = good[meta..<meta + 4].reduce(0) { $0 << 8 | Int($1) }
    try await expectWarning(
      good + good[meta..<meta + length], as: "A.HEIC", [.none], says: "two descriptions ('meta')")
  }

  /// A TIFF of one directory with one entry.
  private static let tiff: [UInt8] =
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]

  @Test("pictures that share bytes are warned of, as one of them shows what is another's")
  func sharedBytes() async throws {
    let primary = try primary(DamagedStills.heic.get())
    let bytes = try grid { meta in
      meta.addItem(101, "hvc1", [1])
      meta.addProperties(101, [HEIFSpatialExtentsBox(width: 128, height: 96), try record(DamagedStills.heic.get())])
      meta.refer("auxl", 101, to: [100])
      meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: "urn:example")])
      meta.update(HEIFItemLocationBox.self) { box in
        if var entry = box.entries.first(where: { $0.itemID == primary }) {
          entry.itemID = 101
          box.update(101) { $0 = entry }
        }
      }
    }
    try await expectWarning(bytes, as: "A.HEIC", says: "items \(primary) and 101 have bytes in common")
  }

  @Test("a movie behind a HEIC of which nothing in the file tells is warned of, with a type of its own or without")
  func behindHEIC() async throws {
    let movie = try SamplePair.good.get().movie
    let bytes = try DamagedStills.heic.get()
    try await expectWarning(bytes + movie, as: "A.HEIC", says: "does not say that it is a Motion Photo")
    try await expectWarning(bytes + movie.dropFirst(20), as: "A.HEIC", says: "A movie lies behind its pictures")
  }

  @Test("damage to a picture beside the one to show is warned of where all is decoded")
  func damagedAuxiliary() async throws {
    let tile = try codedPicture(DamagedStills.heic.get())
    var damaged = tile
    // Behind the headers of its units, where any byte but zeros may stand.
    var random = SeededRandom(seed: 1)
    for index in tile.count / 2..<tile.count * 3 / 4 { damaged[index] = UInt8.random(in: 0xfe...0xff, using: &random) }
    for (payload, isWhole) in [(tile, true), (damaged, false)] {
      let bytes = try grid { meta in
        meta.addItem(101, "hvc1", payload)
        meta.addProperties(101, [HEIFSpatialExtentsBox(width: 128, height: 96), try record(DamagedStills.heic.get())])
        meta.refer("auxl", 101, to: [100])
        meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: "urn:example")])
      }
      if isWhole {
        try await expectGood(bytes, as: "A.HEIC", [.key, .full])
      } else {
        try await expectWarning(bytes, as: "A.HEIC", [.full], says: "its auxiliary picture of item 101")
      }
    }
  }

  @Test("a HEIC is good at every depth as it is, and with a picture of tiles that fits")
  func goodHEIC() async throws {
    try await expectGood(DamagedStills.heic.get(), as: "A.HEIC")
    try await expectGood(grid(), as: "A.HEIC")
  }

  /// The picture as a grid of one tile, with changes.
  private func grid(_ edit: (inout ListBox) throws -> Void = { _ in }) throws -> [UInt8] {
    let primary = try primary(DamagedStills.heic.get())
    return try Tampering.heic(DamagedStills.heic.get()) { meta in
      meta.showGrid(of: [primary], width: 128, height: 96)
      try edit(&meta)
    }
  }

  @Test("descriptions of pictures that contradict each other show without a look at pictures")
  func contradictions() async throws {
    let primary = try primary(DamagedStills.heic.get())
    func gainMap(_ edit: (inout ListBox) -> Void) throws -> [UInt8] {
      try grid { meta in
        edit(&meta)
        meta.refer("auxl", 101, to: [100])
      }
    }
    let sized = HEIFSpatialExtentsBox(width: 64, height: 32)
    let cases: [(bytes: [UInt8], text: String)] = [
      (
        try grid { $0.updateProperties(100) { _ in HEIFSpatialExtentsBox(width: 128, height: 64) } },
        "its size ('ispe') is 128x64"
      ),
      (
        try gainMap {
          $0.addItem(101, "grid", [0, 0, 1, 0, 0, 64, 0, 32])
          $0.refer("dimg", 101, to: [primary])
          $0.addProperties(101, [sized])
        }, "item 101) does not have the tiles"
      ),
      (
        try gainMap {
          $0.addItem(101, "grid", [0, 0, 0, 0, 0, 64, 0, 32])
          $0.refer("dimg", 101, to: [primary])
        }, "item 101 has no size"
      ),
      (
        try gainMap {
          $0.addItem(101, "grid", [])
          $0.addProperties(101, [sized])
        }, "item 101 has no bytes"
      ),
      (try gainMap { _ in }, "names item 101, and there is none"),
    ]
    for (bytes, text) in cases {
      try await expectBroken(bytes, as: "A.HEIC", PictureEffort.allCases, says: text)
    }
  }

  @Test("properties by which readers leave the picture out are damage, and colours that are not told are warned of")
  func properties() async throws {
    let primary = try primary(DamagedStills.heic.get())
    func associated(_ index: Int, isEssential: Bool) throws -> [UInt8] {
      try Tampering.heic(DamagedStills.heic.get()) { meta in
        meta.addProperties(primary, [UnknownBox(type: "cplr", payload: [1])])
        let count = meta.container("iprp")?.container("ipco")?.children.count ?? 0
        meta.update(ContainerBox.self, "iprp") { box in
          let property = HEIFPropertyAssociationBox.Property(index: index < 0 ? count : index, isEssential: isEssential)
          box.children.append(HEIFPropertyAssociationBox(entries: [.init(itemID: primary, properties: [property])]))
        }
      }
    }
    for (index, text) in [(-1, "of a kind that is not known ('cplr')"), (0, "essential property that is none")] {
      try await expectBroken(associated(index, isEssential: true), as: "A.HEIC", PictureEffort.allCases, says: text)
      try await expectGood(associated(index, isEssential: false), as: "A.HEIC")
    }
    // The grid has no colours of its own, and its only tile has.
    let colors = ColorParameterBox.camera
    try await expectWarning(grid { $0.addProperties(primary, [colors]) }, as: "A.HEIC", says: "its tiles do")
  }

  @Test("a coded item without a coded picture shows where bytes are read")
  func noPicture() async throws {
    let record = try record(DamagedStills.heic.get())
    let bytes = try grid { meta in
      // Of kind 63, which decoders pass over.
      meta.addItem(101, "hvc1", [0, 0, 0, 4, 0x7e, 1, 9, 9])
      meta.addProperties(101, [HEIFSpatialExtentsBox(width: 64, height: 32), record])
      meta.refer("auxl", 101, to: [100])
      meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: "urn:example")])
    }
    try await expectBroken(bytes, as: "A.HEIC", says: "auxiliary picture of item 101 hold no picture of HEVC")
  }

  @Test("metadata that cannot be read, and references to nothing, are warned of at every depth")
  func metadata() async throws {
    let random = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 73 + 41) }
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    func with(_ kind: FourCC, _ payload: [UInt8]) throws -> [UInt8] {
      try grid {
        $0.addItem(101, kind, payload, contentType: kind == "mime" ? "application/rdf+xml" : nil)
        $0.refer(kind == "tmap" ? "dimg" : "cdsc", 101, to: [100])
      }
    }
    try await expectGood(with("mime", packet), as: "A.HEIC")
    let number: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1]
    let toneMap: [UInt8] = [0, 0, 0, 0, 0, 0x40] + Array(repeatElement(number, count: 7).joined())
    try await expectWarning(with("tmap", toneMap), as: "A.HEIC", says: "item 101 is not made of two pictures")
    try await expectWarning(with("mime", random), as: "A.HEIC", says: "XMP of item 101 cannot be read")
    try await expectWarning(with("mime", []), as: "A.HEIC", says: "XMP of item 101 has no bytes")
    try await expectWarning(with("Exif", random), as: "A.HEIC", says: "Exif of item 101 cannot be read")
    try await expectWarning(with("tmap", [UInt8](repeating: 0, count: 62)), as: "A.HEIC", says: "tone map of item 101")
    try await expectWarning(grid { $0.refer("cdsc", 102, to: [100]) }, as: "A.HEIC", says: "names item 102")
    let profile = ColorProfile.displayP3.bytes
    func colored(_ profile: [UInt8]) throws -> [UInt8] {
      try grid { meta in
        var box = ColorParameterBox.camera
        (box.form, box.codes, box.rest) = ("prof", [], profile)
        meta.addProperties(100, [box])
      }
    }
    try await expectGood(colored(profile), as: "A.HEIC", [.none])
    let half = profile[..<(profile.count / 2)] + [UInt8](repeating: 0, count: profile.count - profile.count / 2)
    for broken in [random, Array(half), Array(profile.dropLast(10)), []] {
      try await expectWarning(colored(broken), as: "A.HEIC", [.none], says: "Its colour profile")
    }
  }

  @Test("bytes behind the last box are warned of, and no Motion Photo has them before its video", arguments: [3, 1000])
  func trailer(count: Int) async throws {
    let garbage = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 73 + 141) }
    let bytes = try DamagedStills.heic.get() + garbage
    try await expectWarning(bytes, as: "A.HEIC", says: "\(count) bytes behind its last box")
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: 24, presentationTimestampMicroseconds: nil)
    let edited = try StillFile.read(ArrayBytes(bytes, name: "A.HEIC")).edited(edits)
    #expect(edited.notes.contains { $0.hasPrefix("The \(count) bytes behind its last box") })
    let movie = [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0, 0, 0, 0, 8] + Array("moov".utf8)
    var rope = edited.rope
    rope.append(movie)
    let motion = try StillFile.read(RopeBytes(rope, name: "A.HEIC"))
    #expect(motion.motionPhoto?.videoRange.count == 24 && motion.motionPhoto?.kind == .heicBox)
  }
}
