import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

/// Stills that are damaged otherwise than by holes in their coded pictures.
@Suite struct DamagedStillsTests {
  /// A picture of which every block has something to code.
  private static let picture = Result {
    var random = SeededRandom(seed: 7)
    let pixels = (0..<128 * 96 * 3).map { _ in UInt8.random(in: 60...200, using: &random) }
    return try pixels.withUnsafeBytes { try I420Picture.picture(of: $0, .rgb, width: 128, height: 96, stride: 384) }
  }

  private static let heic = Result {
    try HEICStill.encoding(
      StillMetadata(
        date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux",
        model: "Blocks", software: "livecam", orientation: .up),
      from: picture.get(), settings: .init(preset: "ultrafast"))
  }

  private func jpeg() throws -> [UInt8] { try JPEGEncoder().encode(Self.picture.get(), quality: 90) }

  /// What is said of a still by itself at every depth, or at those that look at pictures.
  private func findings(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = [.key, .full]
  ) async throws -> [ArchiveFinding] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    var findings: [ArchiveFinding] = []
    for effort in efforts { findings += try await Survey([folder.path], effort: effort).findings }
    return findings
  }

  private func expectBroken(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = [.key, .full], says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let findings = try await findings(bytes, as: name, efforts)
    #expect(findings.count == efforts.count, sourceLocation: sourceLocation)
    for finding in findings {
      #expect(
        finding.status == .broken && finding.line.contains(text), "\(finding.line)", sourceLocation: sourceLocation)
    }
  }

  private func expectWarning(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = PictureEffort.allCases, says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let findings = try await findings(bytes, as: name, efforts)
    #expect(findings.count == efforts.count, sourceLocation: sourceLocation)
    for finding in findings {
      let result = finding.results.first { $0.rule == .stillParts }
      #expect(
        finding.status == .good && result?.status == .warning && result?.found.contains(text) == true,
        "\(finding.line), \(result?.found ?? "")", sourceLocation: sourceLocation)
    }
  }

  private func expectGood(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = PictureEffort.allCases,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for finding in try await findings(bytes, as: name, efforts) {
      #expect(finding.status == .good && finding.notableRules.isEmpty, "\(finding)", sourceLocation: sourceLocation)
    }
  }

  // MARK: References of a HEIC

  @Test("items that refer to themselves, by however many others, are refused before any decoder sees them")
  func circles() async throws {
    for length in 1...3 {
      let bytes = try Tampering.heic(Self.heic.get()) { meta in
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
    let primary = try primary(Self.heic.get())
    let bytes = try Tampering.heic(Self.heic.get()) { meta in
      meta.addItem(100, "hvc1", [1])
      meta.refer(type, primary, to: [100])
      meta.refer(type, 100, to: [primary])
    }
    try await expectBroken(bytes, as: "A.HEIC", PictureEffort.allCases, says: "refers to itself")
  }

  @Test("pictures of pictures of pictures are followed so far, and no further")
  func depth() async throws {
    let primary = try primary(Self.heic.get())
    func nested(_ depth: UInt16, _ times: Int) throws -> [UInt8] {
      try Tampering.heic(Self.heic.get()) { meta in
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

  private func primary(_ bytes: [UInt8]) throws -> UInt32 {
    var primary: UInt32 = 0
    _ = try Tampering.heic(bytes) { primary = $0.first(HEIFPrimaryItemBox.self)?.itemID ?? 0 }
    return primary
  }

  // MARK: JPEG

  @Test(
    "blocks of zeros in a JPEG, which decode, are damage, and so are bytes that are left; a handful of spare ones is right"
  )
  func zeroTail() async throws {
    let jpeg = try jpeg()
    try await expectGood(jpeg, as: "A.JPG", [.key, .full])
    var zeros = jpeg
    let tail = jpeg.count * 3 / 4..<jpeg.count - 2
    zeros.replaceSubrange(tail, with: repeatElement(0, count: tail.count))
    try await expectBroken(zeros, as: "A.JPG", says: "bytes of zeros")
    let end = jpeg.count - 2
    try await expectGood(jpeg[..<end] + [UInt8](repeating: 0, count: 8) + jpeg[end...], as: "A.JPG", [.key, .full])
    try await expectBroken(
      jpeg[..<end] + [UInt8](repeating: 0, count: 40) + jpeg[end...], as: "A.JPG", says: "extraneous bytes")
  }

  @Test("zeros over a part of a JPEG that no block is coded by are damage; even colours that zeros stand for are not")
  func zeroSector() async throws {
    let jpeg = try jpeg()
    let start = try JPEGSegments(jpeg).segments.map(\.range.upperBound).max() ?? 0
    var zeros = jpeg
    zeros.replaceSubrange(start + 900..<start + 1000, with: repeatElement(0, count: 100))
    let damage = try StillFile.read(ArrayBytes(zeros, name: "A.JPG")).damage(reading: true)
    #expect(damage?.contains("bytes of zeros at byte \(start + 900)") == true, "\(damage ?? "")")
    // The shortest code of an AC table is that of a block's end.
    for name: UInt8 in [0x10, 0x11] {
      let table = try #require(zeros.firstRange(of: JPEGHuffmanTables.standard(isAC: true, slot: Int(name & 15)) ?? []))
      zeros[table.lowerBound + 17] = 0
    }
    #expect(try StillFile.read(ArrayBytes(zeros, name: "A.JPG")).damage(reading: true) == nil)
  }

  @Test("a Huffman table that is used and is not there, which some decoders know by heart, is warned of")
  func missingTable() async throws {
    let jpeg = try jpeg()
    for (isAC, slot, says) in [(false, 0, "table DC 0"), (false, 1, "DC 1"), (true, 1, "AC 1")] {
      let table = try #require(
        jpeg.firstRange(of: JPEGHuffmanTables.standard(isAC: isAC, slot: slot) ?? [])
      ).lowerBound
      var changed = jpeg
      changed[table] ^= 0x02
      let found = try StillFile.read(ArrayBytes(changed, name: "A.JPG")).oddities(reading: true)
      #expect(found.contains { $0.contains(says) }, "\(found)")
    }
  }

  @Test("what lies behind a JPEG's picture, and nothing tells of, is warned of: another photo, or a movie")
  func behindJPEG() async throws {
    let jpeg = try jpeg()
    try await expectGood(jpeg + [UInt8](repeating: 0, count: 64), as: "A.JPG")
    try await expectWarning(jpeg + jpeg, as: "A.JPG", [.key, .full], says: "\(jpeg.count) bytes behind its picture")
    let movie = [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0, 0, 0, 0, 8] + Array("moov".utf8)
    try await expectWarning(jpeg + movie, as: "A.JPG", [.key, .full], says: "24 bytes behind its picture look")
  }

  @Test("a zero in a table by which numbers are scaled back, which decoders take, is damage", arguments: [0, 1])
  func quantization(table: Int) async throws {
    var jpeg = try jpeg()
    let tables = try JPEGSegments(jpeg).segments.filter { $0.marker == 0xdb }.flatMap { segment in
      stride(from: segment.payload.lowerBound + 1, to: segment.payload.upperBound, by: 65)
    }
    jpeg[tables[table] + 40] = 0
    try await expectBroken(jpeg, as: "A.JPG", PictureEffort.allCases, says: "quantization table \(table)")
  }

  // MARK: Exif

  /// A JPEG with all kinds of directories in its Exif, and where that begins.
  private func withExif() throws -> (bytes: [UInt8], exif: ExifBlock, start: Int) {
    var metadata = StillMetadata(
      date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux Foundation",
      model: "Blocks", software: "livecam", orientation: .up)
    metadata.location = GeoLocation(latitudeDegrees: 35.7, longitudeDegrees: 139.8)
    metadata.thumbnail = try StillThumbnail.jpeg(of: Self.picture.get(), profile: nil)
    let bytes = try JPEGStill.embedding(metadata, in: jpeg())
    let exif = try #require(try StillFile.read(ArrayBytes(bytes, name: "A.JPG")).exif)
    let start = try #require(bytes.firstRange(of: exif.bytes)).lowerBound
    return (bytes, exif, start)
  }

  @Test("directories and values of Exif that lie outside of it, or are empty, are warned of")
  func exifPlaces() async throws {
    let (bytes, exif, start) = try withExif()
    try await expectGood(bytes, as: "A.JPG")
    let image = try #require(exif.directory(.image))
    for (tag, text) in [(0x8769, "ExifIFD cannot be at byte"), (0x8825, "GPS cannot"), (0x010f, "tag 0x10f in IFD0")] {
      var changed = bytes
      let place = start + (try #require(image.entry(UInt16(tag)))).offset + 8
      changed.replaceSubrange(place..<place + 4, with: [0, 0x7f, 0xff, 0xff])
      try await expectWarning(changed, as: "A.JPG", says: text)
    }
    let gps = try #require(exif.directory(.gps))
    for (byte, text) in [(0, "GPS has no entries"), (0xff, "GPS announces 65535 entries")] as [(UInt8, String)] {
      var changed = bytes
      changed.replaceSubrange(start + gps.offset..<start + gps.offset + 2, with: [byte, byte])
      try await expectWarning(changed, as: "A.JPG", says: text)
    }
    var changed = bytes
    let latitude = try #require(gps.entry(2)?.valueRange)
    // 255 degrees.
    changed[start + latitude.lowerBound + 3] = 255
    try await expectWarning(changed, as: "A.JPG", says: "none on earth")
  }

  @Test("a thumbnail in Exif that is no whole JPEG is warned of, and where all is decoded, one that does not decode")
  func exifThumbnail() async throws {
    let (bytes, exif, start) = try withExif()
    let range = try #require(exif.thumbnailRange)
    let place = start + range.lowerBound..<start + range.upperBound
    for damaged in [place, place.lowerBound..<place.lowerBound + 2] {
      var changed = bytes
      changed.replaceSubrange(damaged, with: repeatElement(0, count: damaged.count))
      try await expectWarning(changed, as: "A.JPG", says: "thumbnail is damaged")
    }
    var changed = bytes
    let middle = place.upperBound - range.count / 4..<place.upperBound - 2
    changed.replaceSubrange(middle, with: repeatElement(0, count: middle.count))
    try await expectWarning(changed, as: "A.JPG", [.full], says: "its Exif's thumbnail")
  }

  @Test(
    "numbers of Exif that cannot be are warned of: dates, the orientation, sides of the earth, tags that stand twice")
  func exifNumbers() async throws {
    let (bytes, exif, start) = try withExif()
    let image = try #require(exif.directory(.image))
    let gps = try #require(exif.directory(.gps))
    let taken = try #require(exif.directory(.exif)?.entry(0x9003)?.valueRange)
    let north = try #require(gps.entry(1)?.valueRange)
    let orientation = try #require(image.entry(0x0112))
    let model = try #require(image.entry(0x0110))
    for (place, text, says) in [
      (taken.lowerBound + 5, "13", "is '"), (orientation.offset + 8, "\0\u{9}", "the orientation"),
      (north.lowerBound, "X", "its side of the earth is 'X'"), (model.offset + 1, "\u{f}", "tag 0x10f stands twice"),
    ] {
      var changed = bytes
      changed.replaceSubrange(start + place..<start + place + text.utf8.count, with: text.utf8)
      try await expectWarning(changed, as: "A.JPG", says: says)
    }
  }

  @Test("Exif that has lost its name or stands twice, and a colour profile that is damaged or not whole, are warned of")
  func segments() async throws {
    let (bytes, _, _) = try withExif()
    let name = try #require(bytes.firstRange(of: Array("Exif\0\0".utf8)))
    var nameless = bytes
    nameless[name.lowerBound] = 0
    try await expectWarning(nameless, as: "A.JPG", says: "is not called so")
    let exif = try #require(try JPEGSegments(bytes).segments.first { $0.marker == 0xe1 }).range
    try await expectWarning(
      Array(bytes[..<exif.upperBound]) + Array(bytes[exif.lowerBound...]), as: "A.JPG", says: "two Exif segments")
    let jpeg = try jpeg()
    let good = Array(jpeg[..<2]) + ColorProfile.displayP3.jpegSegments + Array(jpeg[2...])
    try await expectGood(good, as: "A.JPG")
    for (place, byte, says) in [(18 + 36, 0, "acsp"), (17, 2, "piece 1 of 2")] as [(Int, UInt8, String)] {
      var changed = good
      changed[2 + place] = byte
      try await expectWarning(changed, as: "A.JPG", says: says)
    }
  }

  @Test("an Adobe marker that makes colours of brightness is warned of; one that agrees with the picture is not")
  func adobe() async throws {
    let jpeg = try jpeg()
    func marked(_ transform: UInt8) -> [UInt8] {
      let marker: [UInt8] = [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
      return Array(jpeg[..<2]) + marker + Array(jpeg[2...])
    }
    try await expectGood(marked(1), as: "A.JPG")
    try await expectWarning(marked(0), as: "A.JPG", says: "red, green and blue")
    // Without the marker of JFIF, and each component as large as the picture: their numbers and tables tell.
    let whole = marked(0)
    let segments = try JPEGSegments(whole).segments
    let frame = try #require(segments.first { $0.marker == 0xc0 }).payload.lowerBound
    var plain = whole
    plain[frame + 7] = 0x11
    if let jfif = segments.first(where: { $0.marker == 0xe0 }) { plain.removeSubrange(jfif.range) }
    #expect(try oddities(plain).contains { $0.contains("numbered and quantized") })
    let place = try #require(try JPEGSegments(plain).segments.first { $0.marker == 0xc0 }).payload.lowerBound
    for (offset, byte) in [(11, plain[place + 8]), (6, UInt8(ascii: "R"))] {
      var other = plain
      other[place + offset] = byte
      if offset == 11 { other[place + 14] = byte }
      #expect(try !oddities(other).contains { $0.contains("Adobe") })
    }
  }

  private func oddities(_ bytes: [UInt8]) throws -> [String] {
    try StillFile.read(ArrayBytes(bytes, name: "A.JPG")).oddities(reading: false)
  }

  @Test("Exif that turns a HEIC otherwise than its properties is warned of; 1 in it says nothing")
  func otherTurn() async throws {
    let primary = try primary(Self.heic.get())
    func turned(_ orientation: UInt8, _ quarters: UInt8) throws -> [UInt8] {
      var bytes = try Tampering.heic(Self.heic.get()) { meta in
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
    return try Tampering.heic(Self.heic.get()) { meta in
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
    let primary = try primary(Self.heic.get())
    func picture(_ item: UInt16, _ meta: inout ListBox) throws {
      meta.addItem(item, "hvc1", try codedPicture(Self.heic.get()))
      meta.addProperties(UInt32(item), [HEIFSpatialExtentsBox(width: 128, height: 96), try record(Self.heic.get())])
    }
    try await expectWarning(grid { try picture(101, &$0) }, as: "A.HEIC", says: "is hidden, and belongs to no other")
    try await expectWarning(
      grid { meta in
        try picture(101, &meta)
        meta.refer("thmb", primary, to: [101])
      }, as: "A.HEIC", says: "Tile \(primary) is said to be another picture's")
    let twice = try Tampering.heic(Self.heic.get()) {
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
    let primary = try primary(Self.heic.get())
    let record = try record(Self.heic.get())
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
    let tile = try codedPicture(Self.heic.get())
    let ungrouped = try grid { meta in
      meta.addItem(102, "hvc1", tile)
      meta.addProperties(102, [size, record])
      meta.refer("auxl", 102, to: [100])
      meta.addProperties(102, [HEIFAuxiliaryTypeBox(name: "urn:example")])
      meta.addItem(101, "tmap", toneMap)
      meta.refer("dimg", 101, to: [100, 102])
    }
    try await expectWarning(ungrouped, as: "A.HEIC", [.none], says: "stands in for no picture ('altr')")
    let mixed = try Tampering.heic(Self.heic.get()) { meta in
      var other = record
      other.record[12] ^= 3
      meta.addItem(102, "hvc1", tile)
      meta.addProperties(102, [size, other])
      meta.showGrid(of: [primary, 102], width: 256, height: 96, columns: 2)
    }
    try await expectWarning(mixed, as: "A.HEIC", [.none], says: "are coded in several ways")
    var outside = try Self.heic.get()
    let media = try #require(outside.firstRange(of: Array("mdat".utf8)))
    outside.replaceSubrange(media, with: Array("free".utf8))
    try await expectWarning(outside, as: "A.HEIC", [.none], says: "lie in no 'mdat'")
    let good = try Self.heic.get()
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
    let primary = try primary(Self.heic.get())
    let bytes = try grid { meta in
      meta.addItem(101, "hvc1", [1])
      meta.addProperties(101, [HEIFSpatialExtentsBox(width: 128, height: 96), try record(Self.heic.get())])
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
    let bytes = try Self.heic.get()
    try await expectWarning(bytes + movie, as: "A.HEIC", says: "does not say that it is a Motion Photo")
    try await expectWarning(bytes + movie.dropFirst(20), as: "A.HEIC", says: "A movie lies behind its pictures")
  }

  @Test("damage to a picture beside the one to show is warned of where all is decoded")
  func damagedAuxiliary() async throws {
    let tile = try codedPicture(Self.heic.get())
    var damaged = tile
    // Behind the headers of its units, where any byte but zeros may stand.
    for index in tile.count / 2..<tile.count * 3 / 4 { damaged[index] = 0xff }
    for (payload, isWhole) in [(tile, true), (damaged, false)] {
      let bytes = try grid { meta in
        meta.addItem(101, "hvc1", payload)
        meta.addProperties(101, [HEIFSpatialExtentsBox(width: 128, height: 96), try record(Self.heic.get())])
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

  /// The bytes of the picture that is shown.
  private func codedPicture(_ bytes: [UInt8]) throws -> [UInt8] {
    try #require(try StillFile.read(ArrayBytes(bytes, name: "A.HEIC")).heicWhole()?.tiles.first)
  }

  @Test("a HEIC is good at every depth as it is, and with a picture of tiles that fits")
  func goodHEIC() async throws {
    try await expectGood(Self.heic.get(), as: "A.HEIC")
    try await expectGood(grid(), as: "A.HEIC")
  }

  /// The picture as a grid of one tile, with changes.
  private func grid(_ edit: (inout ListBox) throws -> Void = { _ in }) throws -> [UInt8] {
    let primary = try primary(Self.heic.get())
    return try Tampering.heic(Self.heic.get()) { meta in
      meta.showGrid(of: [primary], width: 128, height: 96)
      try edit(&meta)
    }
  }

  @Test("descriptions of pictures that contradict each other show without a look at pictures")
  func contradictions() async throws {
    let primary = try primary(Self.heic.get())
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

  @Test("a coded item without a coded picture shows where bytes are read")
  func noPicture() async throws {
    let record = try record(Self.heic.get())
    let bytes = try grid { meta in
      // Of kind 63, which decoders pass over.
      meta.addItem(101, "hvc1", [0, 0, 0, 4, 0x7e, 1, 9, 9])
      meta.addProperties(101, [HEIFSpatialExtentsBox(width: 64, height: 32), record])
      meta.refer("auxl", 101, to: [100])
      meta.addProperties(101, [HEIFAuxiliaryTypeBox(name: "urn:example")])
    }
    try await expectBroken(bytes, as: "A.HEIC", says: "auxiliary picture of item 101 hold no picture of HEVC")
  }

  private func record(_ bytes: [UInt8]) throws -> CodecConfigurationBox {
    var record: CodecConfigurationBox?
    _ = try Tampering.heic(bytes) { meta in
      record = meta.container("iprp")?.container("ipco")?.first(CodecConfigurationBox.self)
    }
    return try #require(record)
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
    let bytes = try Self.heic.get() + garbage
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
