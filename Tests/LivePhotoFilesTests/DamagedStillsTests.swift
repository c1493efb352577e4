import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

/// Damage to JPEGs, and to what stands in them, otherwise than by holes in their coded pictures.
@Suite struct DamagedStillsTests: DamagedStillSuite {
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
    let strangers = Array("some other bytes".utf8)
    try await expectWarning(jpeg + strangers, as: "A.JPG", says: "16 bytes lie behind its picture, of which nothing")
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    try await expectWarning(jpeg + zeros, as: "A.JPG", says: "1048576 zeros lie behind its picture")
    try await expectWarning(
      jpeg + [0, 0] + strangers + [0xff, 0xd9], as: "A.JPG", [.key, .full], says: "18 bytes lie behind its picture")
    let pair = try SamplePair.good.get()
    let motion = try MotionPhoto.rope(
      still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(pair.movie, name: "movie")
    ).contents()
    #expect(try StillFile.read(ArrayBytes(motion, name: "P")).oddities(reading: true).isEmpty)
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

  @Test("a number in such a table that does not go with those around it is warned of", arguments: [0, 9, 17])
  func strangeQuantization(index: Int) async throws {
    for quality in [1, 5, 50, 100] {
      let good = try JPEGEncoder().encode(DamagedStills.picture.get(), quality: quality)
      try await expectGood(good, as: "A.JPG", [.none])
      var strange = good
      let table = try #require(JPEGSegments(good).segments.first { $0.marker == 0xdb })
      // At the worst quality all but the first numbers are the largest.
      strange[table.payload.lowerBound + 1 + index] = quality < 50 ? 7 : 254
      try await expectWarning(strange, as: "A.JPG", says: "quantization table 0")
    }
  }

  // MARK: Exif

  /// A JPEG with all kinds of directories in its Exif, and where that begins.
  private func withExif(height: Double? = nil) throws -> (bytes: [UInt8], exif: ExifBlock, start: Int) {
    var metadata = StillMetadata(
      date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux Foundation",
      model: "Blocks", software: "livecam", orientation: .up)
    metadata.location = GeoLocation(latitudeDegrees: 35.7, longitudeDegrees: 139.8, altitudeMeters: height)
    metadata.thumbnail = try StillThumbnail.jpeg(of: DamagedStills.picture.get(), profile: nil)
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

  @Test("a height that is none on earth is warned of, below the sea, too")
  func height() async throws {
    let (good, exif, start) = try withExif(height: 171)
    let gps = try #require(exif.directory(.gps))
    let value = start + (try #require(gps.entry(6)?.valueRange)).lowerBound
    // Two thousand million over a thousand or so, and then below sea level.
    let high = exif.bytes[0] == 0x4d ? value : value + 3
    var changed = good
    changed[high] = 0x7f
    try await expectGood(good, as: "A.JPG", [.none])
    try await expectWarning(changed, as: "A.JPG", [.none], says: "which is none on earth (tag 0x6")
    changed[start + (try #require(gps.entry(5)?.valueRange)).lowerBound] = 1
    try await expectWarning(changed, as: "A.JPG", [.none], says: "which is none on earth (tag 0x6")
  }

  @Test("XMP that contradicts Exif about date, orientation or place is warned of, and other time zones are not")
  func otherXMP() throws {
    func found(_ attributes: String) throws -> [String] {
      let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:exif="\(XMPNamespace.exif)" xmlns:tiff="\(XMPNamespace.tiff)" \
        xmlns:photoshop="\(XMPNamespace.photoshop)" \(attributes)/></rdf:RDF></x:xmpmeta>
        """
      let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
      let good = try withExif(height: 171).bytes
      return try oddities(good[..<2] + JPEGMarker(code: 0xe1).segment(payload) + good[2...])
    }
    let place = "exif:GPSLatitude=\"35,42N\" exif:GPSLongitude=\"139,48.0E\""
    for (attributes, text) in [
      ("exif:DateTimeOriginal=\"2026-11-22T09:10:05+14:00\" tiff:Orientation=\"1\"", nil),
      ("photoshop:DateCreated=\"2026\"", nil), ("photoshop:DateCreated=\"2025-11-21T10:10:05\"", "('DateCreated')"),
      ("exif:DateTimeOriginal=\"1999-01-01T00:00:00Z\"", "taken on 2026-11-21T10:10:05, and its XMP on 1999-01-01T00:"),
      ("tiff:Orientation=\"3\"", "has the orientation 1, and its XMP 3"), (place, nil),
      ("exif:GPSLatitude=\"35,42,0S\" exif:GPSLongitude=\"139,48.0E\"", "its XMP of another one"),
      (place + " exif:GPSAltitude=\"1720/10\" exif:GPSAltitudeRef=\"0\"", nil),
      (place + " exif:GPSAltitude=\"1720/1\"", "a height of 171 m, and its XMP of '1720/1'"),
    ] as [(String, String?)] {
      let found = try found(attributes)
      #expect(
        text == nil ? found.isEmpty : found.count == 1 && found[0].contains(text ?? ""), "\(attributes): \(found)")
    }
  }

  @Test("a picture far smaller than its Exif says is warned of, and one of half the size is a copy", arguments: [2, 3])
  func otherSize(times: UInt8) async throws {
    let (good, exif, start) = try withExif()
    var bytes = good
    for (tag, side) in [(0xa002, 128), (0xa003, 96)] as [(UInt16, UInt8)] {
      let value = try #require(exif.directory(.exif)?.entry(tag)).offset + 8
      let number: [UInt8] = [UInt8((UInt16(side) * UInt16(times)) >> 8), side &* times]
      let field = exif.bytes[0] == 0x4d ? [0, 0] + number : number.reversed() + [0, 0]
      bytes.replaceSubrange(start + value..<start + value + 4, with: field)
    }
    if times == 2 {
      try await expectGood(bytes, as: "A.JPG")
    } else {
      try await expectWarning(bytes, as: "A.JPG", says: "is 128x96, and its Exif says 384x288")
    }
  }

  @Test("words of XMP on a video that contradict each other are told")
  func videoWords() throws {
    func contradictions(_ attributes: String, items: String, container: String = XMPNamespace.container) -> [String] {
      let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
        <rdf:Description xmlns:C="\(XMPNamespace.camera)" xmlns:Container="\(container)"
        xmlns:Item="\(XMPNamespace.item)" C:MotionPhoto="1" \(attributes)>
        <Container:Directory><rdf:Seq>\(items)</rdf:Seq></Container:Directory>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
      return XMPMotionPhoto(packet: Array(packet.utf8))?.contradictions ?? ["no XMP"]
    }
    func item(_ semantic: String, _ length: Int) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" Item:Length=\"\(length)\"/></rdf:li>"
    }
    let (picture, video) = (item("Primary", 0), item("MotionPhoto", 500))
    let time = "C:MotionPhotoPresentationTimestampUs"
    #expect(contradictions("\(time)=\"-1\"", items: picture + video) == [])
    #expect(contradictions("C:MicroVideo=\"1\" C:MicroVideoOffset=\"500\"", items: picture + video) == [])
    for (found, text) in [
      (contradictions("", items: picture + video + video), "several videos"),
      (contradictions("\(time)=\"zero\"", items: picture + video), "is no number"),
      (contradictions("C:MicroVideo=\"1\" C:MicroVideoOffset=\"99\"", items: picture + video), "another of 99"),
      (contradictions("", items: picture + video, container: "http://kontainer/"), "a name that readers do not know"),
    ] {
      #expect(found.count == 1 && found[0].contains(text), "\(found)")
    }
  }

  @Test("a thumbnail of which a part, or the contrast, is another is told; a brighter one is that of the picture")
  func partsOfThumbnails() throws {
    let grid = LumaGrid(try DrawnScene(seed: 3, stretch: 3).picture(width: 256, height: 192))
    func problem(_ change: (_ row: Int, _ column: Int, _ value: Float) -> Float) -> String {
      let values = grid.values.indices.map { change($0 / grid.width, $0 % grid.width, grid.values[$0]) }
      let copy = LumaGrid(width: grid.width, height: grid.height, values: values)
      return SmallCopy(picture: grid, copy: copy, orientation: .up).problem ?? ""
    }
    #expect(problem { _, _, value in value }.isEmpty)
    #expect(problem { _, _, value in value * 0.8 + 30 }.isEmpty)
    #expect(problem { row, column, value in row < 16 && column < 16 ? 20 : value }.contains("a part was changed"))
    #expect(problem { _, _, value in value * 3 - 256 }.contains("in other shades"))
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
}
