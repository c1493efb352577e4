import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct JPEGTrailerTests {
  /// A box of an MP4's beginning, and one more.
  private static let video: [UInt8] =
    [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("mdatABCD".utf8)

  private static func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  private static func block(_ type: UInt8, _ name: String, _ data: [UInt8]) -> [UInt8] {
    [0, 0, type, 0x0a] + little(name.utf8.count) + Array(name.utf8) + data
  }

  /// Samsung's trailer of blocks, as its phones write it.
  private static func trailer(_ blocks: [(type: UInt8, bytes: [UInt8])]) -> [UInt8] {
    var back = blocks.reduce(0) { $0 + $1.bytes.count }
    var directory = Array("SEFH".utf8) + little(106) + little(blocks.count)
    for block in blocks {
      directory += [0, 0, block.type, 0x0a] + little(back) + little(block.bytes.count)
      back -= block.bytes.count
    }
    return blocks.flatMap(\.bytes) + directory + little(directory.count) + Array("SEFT".utf8)
  }

  @Test("Samsung's trailer gives its video without any XMP, and keeps its other blocks when the video goes")
  func samsung() throws {
    let jpeg = try SampleJPEG.standard()
    let first = Self.block(0x01, "Image_UTC_Data", Array("1577934245".utf8))
    let motion = Self.block(0x30, "MotionPhoto_Data", Self.video)
    let last = Self.block(0x61, "MCC_Data", Array("310".utf8))
    let bytes = jpeg + Self.trailer([(0x01, first), (0x30, motion), (0x61, last)])
    let still = try StillFile.read(ArrayBytes(bytes))
    let found = try #require(still.motionPhoto)
    #expect(found.kind == .samsung && Array(bytes[found.videoRange]) == Self.video)
    var edits = StillEdits()
    edits.motionPhoto = .remove
    let bare = try still.edited(edits).rope.contents()
    #expect(firstDifference(bare, jpeg + Self.trailer([(0x01, first), (0x61, last)])) == nil)
    // With the last block, the trailer goes.
    let alone = jpeg + Self.trailer([(0x30, motion)])
    let picture = try StillFile.read(ArrayBytes(alone)).edited(edits).rope.contents()
    #expect(firstDifference(picture, jpeg) == nil)
  }

  @Test("a video is found where it is when the description's length is wrong")
  func wrongLength() throws {
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: 4711, presentationTimestampMicroseconds: 5)
    let rope = try StillFile.read(ArrayBytes(SampleJPEG.standard())).edited(edits).rope
    let bytes = try rope.contents() + [9, 9, 9] + Self.video
    let motion = try #require(try StillFile.read(ArrayBytes(bytes)).motionPhoto)
    #expect(motion.videoRange == rope.count + 3..<bytes.count && motion.presentationTimestampMicroseconds == 5)
  }

  @Test("further pictures behind the end are found at the same bytes after segments have grown before and behind MPF")
  func multiPicture() throws {
    let second = try SampleJPEG.standard(width: 64, height: 48)
    let main = try SampleJPEG.standard()
    func payload(size: Int, place: Int) -> [UInt8] {
      // One entry (0xB002) of 32 bytes, behind the directory at 26.
      var writer = ByteWriter()
      writer.ascii("MPF\0II")
      writer.u16(42, .little)
      writer.u32(8, .little)
      writer.u16(1, .little)
      writer.u16(0xb002, .little)
      writer.u16(7, .little)
      writer.u32(32, .little)
      writer.u32(26, .little)
      writer.u32(0, .little)
      for (size, place) in [(size, 0), (second.count, place)] {
        writer.u32(0x30000, .little)
        writer.u32(UInt32(size), .little)
        writer.u32(UInt32(place), .little)
        writer.u32(0, .little)
      }
      return writer.contents
    }
    let size = main.count + payload(size: 0, place: 0).count + 4
    // The index's TIFF header stands behind SOI, marker, length and `MPF\0`.
    let bytes = SampleJPEG.inserting(0xe2, payload(size: size, place: size - 10), into: main) + second
    // XMP in front of the index, and XMP behind it that grows.
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(Self.packet.utf8)
    let frames = try JPEGSegments(bytes).segments.first { $0.marker == 0xe2 }
    let behind = try #require(frames).range.upperBound
    let segment = [0xff, 0xe1, UInt8((xmp.count + 2) >> 8), UInt8((xmp.count + 2) & 0xff)] + xmp
    var whole = bytes[..<behind] + segment + bytes[behind...]
    let grown = payload(size: size + segment.count, place: size - 10 + segment.count)
    whole.replaceSubrange(behind - grown.count..<behind, with: grown)
    for var edits in [try SampleStills.allEdits, Self.motionEdit] {
      // Turning is another test's: previews turn, too.
      edits.orientation = nil
      let result = try StillFile.read(ArrayBytes(Array(whole))).edited(edits).rope.contents()
      let node = try StillFile.read(ArrayBytes(result)).structure().flatMap(\.children)
        .first { $0.name == "MPF picture" }
      let found = try #require(node)
      let kept = try #require(found.offset + found.size <= result.count ? result : nil)
      #expect(firstDifference(Array(kept[found.offset..<found.offset + found.size]), second) == nil)
      let folder = try TemporaryFolder()
      let path = try folder.write(result, as: "a.jpg")
      let image = try ForeignTool.exiftool.run(["-b", "-MPImage2", path]).bytes
      #expect(firstDifference(image, second) == nil)
      #expect(result.count != whole.count)
    }
  }

  private static let packet =
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
    + "<rdf:Description rdf:about='' xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='00'/>"
    + "</rdf:RDF></x:xmpmeta>"

  private static var motionEdit: StillEdits {
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: 1000, presentationTimestampMicroseconds: 0)
    return edits
  }

  @Test("dates are read with and without offset and fraction, and what is no date is none")
  func dates() {
    let full = ExifDate.parse("2026:11:21 10:30:05", offset: "+01:00", subsecond: "042")
    #expect(full?.date.secondsSince1970 == 1_795_253_405 && full?.date.nanosecond == 42_000_000)
    #expect(full?.hasOffset == true && full?.date.utcOffsetSeconds == 3600)
    let local = ExifDate.parse("2026:11:21 10:30:05", offset: nil, subsecond: nil)
    #expect(local?.date.secondsSince1970 == 1_795_257_005 && local?.hasOffset == false)
    #expect(
      ExifDate.parse("2024:02:29 00:00:00", offset: "-0530", subsecond: "9")?.date.localString()
        == "2024-02-29T00:00:00")
    #expect(
      ExifDate.parse("2024:02:29 00:00:00", offset: "Z", subsecond: "123456789999")?.date.nanosecond == 123_456_789)
    for text in [
      "    :  :     :  :  ", "0000:00:00 00:00:00", "2026:13:01 00:00:00", "2026:11:21", "", "99999999999:1:1 1:1:1",
    ] {
      #expect(ExifDate.parse(text, offset: nil, subsecond: nil) == nil, "\(text)")
    }
  }
}
