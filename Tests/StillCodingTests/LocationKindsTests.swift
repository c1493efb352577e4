import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import ISOBoxes

/// Places in all the corners that cameras and programs have for them; exiftool must find none afterwards.
@Suite struct LocationKindsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func edited(_ name: String, _ change: (inout StillEdits) -> Void = { _ in }) throws -> EditedStill {
    var edits = StillEdits()
    edits.removesLocation = true
    change(&edits)
    let still = try StillFile.read(ArrayBytes(folder.read(name), name: name)).edited(edits)
    try folder.write(try still.rope.contents(), as: "stripped-" + name)
    return still
  }

  private func places(_ name: String) throws -> [String] { try Places.lines(name, in: folder) }

  @Test("every property of XMP that exiftool knows as a place", arguments: LocationRemovalTests.Kind.allCases)
  func properties(_ kind: LocationRemovalTests.Kind) throws {
    let name = "a.\(kind)"
    try folder.write(try kind.make(), as: name)
    let others = [
      "-XMP-dc:Title=Wheel", "-XMP-iptcCore:CreatorCity=Graz", "-XMP-exif:SubjectLocation=5",
      "-XMP-lr:HierarchicalSubject=A",
      "-XMP-GSpherical:InitialViewHeadingDegrees=9",
    ]
    _ = try ForeignTool.exiftool.attempt(
      ["-q", "-m", "-n", "-overwrite_original"] + (try Places.assignments()) + others + [name], in: folder)
    let before = try places(name)
    #expect(before.count > 100, "\(before.count)")
    _ = try edited(name)
    let after = try places("stripped-" + name)
    #expect(after.isEmpty, "\(after)")
    let listing = try Places.listing("stripped-" + name, in: folder)
    for word in ["Wheel", "Graz", "Subject Location", "Hierarchical Subject", "Initial View Heading"] {
      #expect(listing.contains(word), "\(word)\n\(listing)")
    }
    #expect(!listing.contains("Warning"), "\(listing)")
  }

  @Test("previews and other pictures behind a JPEG, listed and not, of the same length as before")
  func previews() throws {
    let main = try Places.picture(width: 320, height: 240)
    let preview = try Places.picture(width: 160, height: 120)
    let bytes = MultiPicture.make(main, [(0x01_0001, preview), (0x01_0002, preview)]) + [0, 0, 0] + preview
    try folder.write(bytes, as: "a.jpg")
    let before = try places("a.jpg")
    #expect(before.contains { $0.contains("City") } && bytes.ranges(of: Array("Vienna".utf8)).count > 6)
    _ = try edited("a.jpg")
    let clean = try folder.read("stripped-a.jpg")
    #expect(try places("stripped-a.jpg").isEmpty)
    #expect(clean.firstRange(of: Array("Vienna".utf8)) == nil)
    let check = try ForeignTool.exiftool.attempt(
      ["-validate", "-warning", "-a", "-mpf:all", "-G1", "-s", "stripped-a.jpg"], in: folder)
    #expect(!check.text.contains("Warning"), "\(check.text)")
    for tag in ["PreviewImage", "MPImage3"] {
      let picture = try ForeignTool.exiftool.run(["-b", "-\(tag)", "stripped-a.jpg"], in: folder).bytes
      #expect(picture.count == preview.count)
      try folder.write(picture, as: "\(tag).jpg")
      #expect(try places("\(tag).jpg").isEmpty)
      let listing = try Places.listing("\(tag).jpg", in: folder)
      #expect(listing.contains("Wheel") && listing.contains("Somebody"), "\(listing)")
      // It remarks on the fill bytes that took a segment's place.
      let warnings = listing.split(separator: "\n").filter { $0.contains("Warning") && !$0.contains("[minor] Skipped") }
      #expect(warnings.isEmpty, "\(warnings)")
      #expect(try SampleJPEG.pixels(of: picture) == SampleJPEG.pixels(of: preview))
    }
    let last = Array(clean.suffix(preview.count))
    try folder.write(last, as: "last.jpg")
    #expect(try places("last.jpg").isEmpty && (try Places.listing("last.jpg", in: folder).contains("Wheel")))
  }

  @Test("thumbnails with metadata of their own, in Exif and in XMP")
  func thumbnails() throws {
    try folder.write(try Places.picture(width: 64, height: 48), as: "thumbnail.jpg")
    try folder.write(try SampleJPEG.standard(), as: "a.jpg")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-overwrite_original", "-ThumbnailImage<=thumbnail.jpg", "-XMP-xmp:ThumbnailImage<=thumbnail.jpg",
        "-XMP-xmp:ThumbnailFormat=JPEG", "-XMP-dc:Title=Wheel", "a.jpg",
      ], in: folder)
    let old = try ForeignTool.exiftool.run(["-b", "-IFD1:ThumbnailImage", "a.jpg"], in: folder).bytes
    let inXMP = try ForeignTool.exiftool.run(["-b", "-XMP-xmp:ThumbnailImage", "a.jpg"], in: folder).bytes
    #expect(old.firstRange(of: Array("Vienna".utf8)) != nil && inXMP.firstRange(of: Array("Vienna".utf8)) != nil)
    _ = try edited("a.jpg")
    let thumbnail = try ForeignTool.exiftool.run(["-b", "-IFD1:ThumbnailImage", "stripped-a.jpg"], in: folder).bytes
    #expect(thumbnail.count == old.count)
    try folder.write(thumbnail, as: "b.jpg")
    #expect(try places("b.jpg").isEmpty && (try SampleJPEG.pixels(of: thumbnail) == SampleJPEG.pixels(of: old)))
    let left = try ForeignTool.exiftool.attempt(["-b", "-XMP-xmp:ThumbnailImage", "stripped-a.jpg"], in: folder).bytes
    #expect(left.isEmpty)
    #expect(try Places.listing("stripped-a.jpg", in: folder).contains("Wheel"))
  }

  @Test("Exif's other corners: places in IFD1, GeoTIFF, XMP and IPTC inside of Exif, a maker's note")
  func corners() throws {
    try folder.write(try SampleJPEG.standard(), as: "a.jpg")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-n", "-overwrite_original", "-IFD0:ModelTiePoint=1 2 3 4 5 6", "-IFD0:ModelTransform=1 2 3 4",
        "-IFD0:GeoTiffDoubleParams=1", "-GPSLatitude=48.2", "-ExifIFD:LensModel=Glass", "-Make=Panasonic",
        "-IFD0:ApplicationNotes=<x/>", "a.jpg",
      ], in: folder)
    _ = try edited("a.jpg")
    #expect(try places("stripped-a.jpg").isEmpty)
    let listing = try Places.listing("stripped-a.jpg", in: folder)
    #expect(listing.contains("Glass") && !listing.contains("Geo Tiff") && !listing.contains("Warning"), "\(listing)")
    // A note of a maker that puts cities into it, between entries that stay.
    var writer = ByteWriter()
    writer.ascii("II")
    writer.u16(42, .little)
    for value: UInt32 in [8] { writer.u32(value, .little) }
    writer.u16(2, .little)
    for (tag, type, count, value) in [(0x010f, 2, 10, 38), (0x8769, 4, 1, 48)] {
      for short in [tag, type] { writer.u16(UInt16(short), .little) }
      for long in [count, value] { writer.u32(UInt32(long), .little) }
    }
    writer.u32(0, .little)
    writer.ascii("Panasonic\0")
    writer.u16(1, .little)
    let note = Array("Panasonic\0\0\0".utf8) + [1, 0, 0x6d, 0, 7, 0, 7, 0, 0, 0, 84, 0, 0, 0] + Array("Vienna\0".utf8)
    for short in [0x927c, 7] { writer.u16(UInt16(short), .little) }
    for long in [note.count, 66] { writer.u32(UInt32(long), .little) }
    writer.u32(0, .little)
    writer.bytes(note)
    let segment = Array("Exif\0\0".utf8) + writer.contents
    try folder.write(SampleJPEG.inserting(0xe1, segment, into: try SampleJPEG.standard()), as: "b.jpg")
    let still = try edited("b.jpg")
    #expect(still.notes.contains { $0.contains("Panasonic") }, "\(still.notes)")
    #expect(try folder.read("stripped-b.jpg").firstRange(of: Array("Vienna".utf8)) == nil)
    #expect(try Places.listing("stripped-b.jpg", in: folder).contains("Panasonic"))
  }

  @Test("Samsung's country of the network goes, its other blocks stay")
  func samsung() throws {
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func block(_ type: UInt8, _ name: String, _ data: String) -> (UInt8, [UInt8]) {
      (type, [0, 0, type, 0x0a] + little(name.utf8.count) + Array(name.utf8) + Array(data.utf8))
    }
    let blocks = [
      block(0x01, "Image_UTC_Data", "1577934245000"), block(0xa1, "MCC_Data", "232"), block(0x01, "Other", "x"),
    ]
    var back = blocks.reduce(0) { $0 + $1.1.count }
    var directory = Array("SEFH".utf8) + little(106) + little(blocks.count)
    for (type, bytes) in blocks {
      directory += [0, 0, type, 0x0a] + little(back) + little(bytes.count)
      back -= bytes.count
    }
    let trailer = blocks.flatMap(\.1) + directory + little(directory.count) + Array("SEFT".utf8)
    try folder.write(try SampleJPEG.standard() + trailer, as: "a.jpg")
    #expect(try places("a.jpg").contains { $0.contains("MCCData") })
    _ = try edited("a.jpg")
    #expect(try places("stripped-a.jpg").isEmpty)
    let listing = try Places.listing("stripped-a.jpg", in: folder)
    #expect(listing.contains("Time Stamp") && !listing.contains("Warning"), "\(listing)")
  }

  @Test("PNG texts with profiles and with single values, plain and packed")
  func texts() throws {
    try folder.write(try Places.picture(width: 64, height: 48), as: "p.jpg")
    let exif = try ForeignTool.exiftool.run(["-b", "-Exif", "p.jpg"], in: folder).bytes
    let xmp = try ForeignTool.exiftool.run(["-b", "-XMP", "p.jpg"], in: folder).bytes
    let digits = Array("0123456789abcdef".utf8)
    func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("\n\(name)\n\(bytes.count)\n".utf8) + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [10]
    }
    let whole = Array("Exif\0\0".utf8) + exif
    let chunks: [(String, [UInt8])] = [
      ("tEXt", Array("Raw profile type exif\0".utf8) + profile("exif", whole)),
      ("zTXt", Array("Raw profile type APP1\0\0".utf8) + (try Places.packed(profile("app1", whole)))),
      ("iTXt", Array("Raw profile type xmp\0\0\0\0\0".utf8) + profile("xmp", xmp)),
      ("tEXt", Array("exif:GPSLatitude\048/1, 12/1, 0/1".utf8)), ("tEXt", Array("Location\0Vienna".utf8)),
      ("zxIf", [0, 0, 0, 0, 0] + (try Places.packed(exif))), ("tEXt", Array("Title\0Wheel".utf8)),
    ]
    var bytes = try SampleStills.png.get()
    for (type, data) in chunks {
      var writer = ByteWriter()
      writer.u32(UInt32(data.count))
      writer.ascii(type)
      writer.bytes(data)
      writer.u32(Self.check(writer.contents.dropFirst(4)))
      bytes.insert(contentsOf: writer.contents, at: 33)
    }
    try folder.write(bytes, as: "a.png")
    #expect(try places("a.png").count > 3)
    _ = try edited("a.png")
    #expect(try places("stripped-a.png").isEmpty)
    let listing = try Places.listing("stripped-a.png", in: folder)
    #expect(listing.contains("Wheel") && !listing.contains("Vienna") && !listing.contains("48"), "\(listing)")
    try folder.write(bytes + Array("Vienna".utf8), as: "b.png")
    #expect(throws: CodingError.self) { try edited("b.png") }
  }

  /// CRC-32, bit by bit.
  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }
  }

  @Test("further Exif and XMP of a HEIC, and XMP that is packed")
  func items() throws {
    try folder.write(try Places.picture(width: 64, height: 48), as: "p.jpg")
    let exif = [0, 0, 0, 0] + (try ForeignTool.exiftool.run(["-b", "-Exif", "p.jpg"], in: folder).bytes)
    let packet = try ForeignTool.exiftool.run(["-b", "-XMP", "p.jpg"], in: folder).bytes
    let packed = try Places.packed(packet)
    func file(_ packet: [UInt8], encoding: String?, last: [UInt8]) throws -> [UInt8] {
      let payload = HEICSynthesisTests.tiff
      var packedInfo = HEIFItemInfoBox(itemID: 3, itemType: "mime", contentType: "application/rdf+xml")
      if let encoding { packedInfo.texts += Array(encoding.utf8) + [0] }
      let parts = [[9, 9, 9, 9], [0, 0, 0, 0] + payload, packet, last]
      let data = parts.flatMap(\.self)
      let free = [0, 0, UInt8((data.count + 8) >> 8), UInt8((data.count + 8) & 0xff)] + Array("mdat".utf8) + data
      let bytes = try HEICSynthesisTests.file(
        payload: payload,
        place: { start in
          // A large `mdat` follows the small one of four bytes.
          var position = start + 4 + 8
          let entries = parts.enumerated().map { index, part in
            defer { position += part.count }
            return HEIFItemLocationBox.Entry(
              itemID: UInt32(index + 1), extents: [.init(offset: UInt64(position), length: UInt64(part.count))])
          }
          return (entries, [])
        },
        references: [
          HEIFItemReferenceBox("cdsc", itemID: 3, targets: [1]), HEIFItemReferenceBox("cdsc", itemID: 4, targets: [1]),
        ],
        infos: [packedInfo, HEIFItemInfoBox(itemID: 4, itemType: "Exif")], mdat: [1, 2, 3, 4])
      return bytes + free
    }
    try folder.write(try file(packet, encoding: nil, last: exif), as: "a.heic")
    #expect(try places("a.heic").count > 3)
    for (name, packet, encoding) in [("a.heic", packet, nil), ("b.heic", packed, "deflate")] {
      try folder.write(try file(packet, encoding: encoding, last: exif), as: name)
      _ = try edited(name)
      #expect(try places("stripped-" + name).isEmpty)
      let listing = try Places.listing("stripped-" + name, in: folder)
      #expect(listing.contains("Wheel") && listing.contains("Somebody"), "\(listing)")
      #expect(!listing.contains("decode encoded"), "\(listing)")
    }
    try folder.write(try file(Array("no packing".utf8), encoding: "br", last: exif), as: "c.heic")
    #expect(throws: CodingError.self) { try edited("c.heic") }
    try folder.write(try file(packet, encoding: nil, last: Array("no Exif at all".utf8)), as: "d.heic")
    #expect(throws: CodingError.self) { try edited("d.heic") }
    let claims = [0, 0, 0, 30] + Array("uuid".utf8) + [UInt8](repeating: 0x41, count: 16) + Array("Vienna".utf8)
    try folder.write(try file(packet, encoding: nil, last: exif) + claims, as: "e.heic")
    #expect(try edited("e.heic").notes.contains { $0.contains("uuid") })
    #expect(try folder.read("stripped-e.heic").firstRange(of: Array("Vienna".utf8)) == nil)
  }

  @Test("segments of apps go, and the note says so; what decoders need stays")
  func segments() throws {
    var bytes = try SampleJPEG.standard()
    bytes = SampleJPEG.inserting(0xe6, Array("GoPro\0Vienna".utf8), into: bytes)
    bytes = SampleJPEG.inserting(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1], into: bytes)
    bytes = SampleJPEG.inserting(0xe1, Array("Exif\0\0Vienna".utf8), into: bytes)
    try folder.write(bytes, as: "a.jpg")
    let still = try edited("a.jpg")
    #expect(
      still.notes.contains { $0.contains("APP6") && $0.contains("APP1") && !$0.contains("APP14") }, "\(still.notes)")
    let clean = try folder.read("stripped-a.jpg")
    #expect(clean.firstRange(of: Array("Vienna".utf8)) == nil && clean.firstRange(of: Array("Adobe".utf8)) != nil)
    #expect(try SampleStills.pixels(of: clean, as: "a.jpg") == SampleStills.pixels(of: bytes, as: "a.jpg"))
  }

  @Test("what follows a picture and is not known goes; what is listed and no picture, and a video, are refused")
  func trailers() throws {
    _ = try ForeignTool.exiftool.attempt(["-q", "-MIE-Geo:City=Vienna", "more.mie"], in: folder)
    try folder.write(try SampleJPEG.standard() + folder.read("more.mie"), as: "a.jpg")
    #expect(try places("more.mie").contains { $0.contains("Vienna") })
    #expect(try edited("a.jpg").notes.contains { $0.contains("follows the picture") })
    #expect(try folder.read("stripped-a.jpg").firstRange(of: Array("Vienna".utf8)) == nil)
    let preview = MultiPicture.make(try SampleJPEG.standard(), [(0x01_0001, Array("no picture".utf8))])
    try folder.write(preview, as: "b.jpg")
    #expect(throws: CodingError.self) { try edited("b.jpg") }
    let video = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: video.count, presentationTimestampMicroseconds: 0)
    let motion = try StillFile.read(ArrayBytes(SampleJPEG.standard())).edited(edits).rope.contents() + video
    try folder.write(motion, as: "c.jpg")
    #expect { try edited("c.jpg") } throws: { ("\($0)").contains("video") }
    _ = try edited("c.jpg") { $0.motionPhoto = .remove }
  }
}
