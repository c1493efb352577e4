import ByteCoding
import Foundation
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import StillCoding

struct HEICRewritingTests {
  private static func exiftool(_ path: String, _ tags: String...) throws -> [String: Any] {
    let told = try ForeignTool.exiftool.json(["-j", "-n"] + tags.map { "-" + $0 } + [path]) as? [[String: Any]]
    return try #require(told)[0]
  }

  /// A small HEIC with everything in it, and its picture.
  private static func sample(width: Int = 320, height: Int = 192) throws -> [UInt8] {
    let picture = try SamplePicture.corners(width: width, height: height)
    let exif = try ExifWriter.block(for: .sample, width: width, height: height)
    var settings = HEICEncoder.Settings(preset: "ultrafast")
    settings.thumbnailSize = StillSize(width: 64, height: height * 32 / width * 2)
    return try HEICEncoder(settings).encode(picture, exif: exif)
  }

  @Test("another identifier is what exiftool then reads, in phone pictures too; all else stays", arguments: [0, 300])
  func identifier(growth: Int) throws {
    let new = "0B7E4C9A-1D2F-4E3A-8B5C-6D7E8F901234"
    let folder = try TemporaryFolder()
    let paths = [try folder.write(try Self.sample(), as: "sample.heic")] + LivePhotoFixtures.paths(".heic")
    for path in paths {
      let source = try StillFixtures.bytes(path)
      let file = try HEICFile.read(source)
      guard var tiff = file.exifTIFF, let old = try Self.exiftool(path, "MediaGroupUUID")["MediaGroupUUID"] as? String
      else { continue }
      let place = try #require(firstRange(of: Array(old.utf8), in: tiff))
      tiff.replaceSubrange(place, with: Array(new.utf8))
      tiff += [UInt8](repeating: 0x20, count: growth)
      let changed = try file.rope(exifTIFF: tiff).contents()
      let output = try folder.write(changed, as: "changed.heic")
      #expect(try Self.exiftool(output, "MediaGroupUUID")["MediaGroupUUID"] as? String == new, "\(path)")
      try Self.expectReadable(output, like: path, "primary")
      // A Motion Photo's movie has its own.
      let picture =
        try HEICFile.read(ArrayBytes(changed)).motionVideo.map { Array(changed[..<$0.lowerBound]) } ?? changed
      #expect(firstRange(of: Array(old.utf8), in: picture) == nil, "the old identifier is still there: \(path)")
      // The same again changes nothing, and the old Exif back gives the old sizes of everything but what was added.
      let again = try HEICFile.read(ArrayBytes(changed)).rope(exifTIFF: tiff).contents()
      #expect(firstDifference(again, changed) == nil, "\(path)")
      if growth == 0 { #expect(changed.count == source.count) }
      try Self.expectSameItems(path, output, but: ["Exif"])
    }
  }

  /// heif-info finds something in a file, if it reads the file that it was made of: some phones' are too new for it.
  private static func expectReadable(_ path: String, like original: String, _ text: String) throws {
    guard try ForeignTool.heifInfo.attempt([original]).status == 0 else { return }
    #expect(try ForeignTool.heifInfo.run([path]).text.contains(text), "\(original)")
  }

  /// Compares the bytes of all items, as an independent reading of `iloc` finds them.
  private static func expectSameItems(_ left: String, _ right: String, but ignored: Set<String>) throws {
    let output = try ForeignTool.python.run([HEIFItems.script, left, right] + ignored.sorted()).lines
    #expect(output.last == "same", "\(left): \(output)")
  }

  @Test("every orientation is what libheif's tools then show, and Exif's number for it is what is read back")
  func orientations() throws {
    let bytes = try Self.sample()
    let stored = try PictureDecoder().decode(ArrayBytes(bytes))
    let folder = try TemporaryFolder()
    var current = bytes
    for orientation in ExifOrientation.allCases + [.left, .up] {
      current = try HEICFile.read(ArrayBytes(current)).rope(orientation: orientation).contents()
      let file = try HEICFile.read(ArrayBytes(current))
      #expect(file.orientation == orientation)
      let path = try folder.write(current, as: "turned.heic")
      _ = try ForeignTool.heifConvert.attempt([path, folder.path("turned.png")])
      let shown = try PictureDecoder().decode(ArrayBytes(try folder.read("turned.png")))
      #expect(shown.width == file.displaySize.width && shown.height == file.displaySize.height)
      let expected = try stored.turned(for: orientation)
      #expect(SamplePicture.likeness(shown, expected) > 38, "\(orientation)")
    }
  }

  @Test("pictures as files turn with their thumbnails and come back")
  func turnsFiles() throws {
    for path in LivePhotoFixtures.paths(".heic") {
      let source = try StillFixtures.bytes(path)
      let file = try HEICFile.read(source)
      let folder = try TemporaryFolder()
      let turned = try file.rope(orientation: .left).contents()
      let output = try folder.write(turned, as: "turned.heic")
      let read = try HEICFile.read(ArrayBytes(turned))
      #expect(read.orientation == .left)
      let size = "\(read.displaySize.width)x\(read.displaySize.height)"
      try Self.expectReadable(output, like: path, "image: \(size)")
      for alternate in read.alternates {
        #expect(alternate.width == read.displaySize.width && alternate.height == read.displaySize.height)
      }
      try Self.expectSameItems(path, output, but: [])
      let back = try HEICFile.read(ArrayBytes(turned)).rope(orientation: file.orientation).contents()
      #expect(try HEICFile.read(ArrayBytes(back)).orientation == file.orientation)
    }
  }

  @Test("XMP comes in as an item of its own, is replaced in its place, and exiftool reads it")
  func xmp() throws {
    func packet(_ name: String) -> [UInt8] {
      Array(
        """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
        <rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Label='\(name)'/>\
        </rdf:RDF></x:xmpmeta>
        """.utf8)
    }
    let folder = try TemporaryFolder()
    let paths = [try folder.write(try Self.sample(), as: "sample.heic")] + LivePhotoFixtures.paths(".heic")
    for path in paths {
      var bytes = try StillFixtures.bytes(path).contents
      for name in ["first", "second and longer", "third"] {
        bytes = try HEICFile.read(ArrayBytes(bytes)).rope(xmp: packet(name)).contents()
        #expect(try HEICFile.read(ArrayBytes(bytes)).xmp == packet(name))
        let output = try folder.write(bytes, as: "x.heic")
        #expect(try Self.exiftool(output, "XMP-xmp:Label")["Label"] as? String == name, "\(path)")
      }
      try Self.expectSameItems(path, folder.path("x.heic"), but: ["mime"])
    }
  }

  @Test("a movie comes in, is replaced and goes, and the file is what it was")
  func motionVideo() throws {
    var movie = ByteWriter()
    for (type, count) in [("ftyp", 12), ("mdat", 1000), ("moov", 200)] {
      movie.u32(UInt32(count + 8))
      movie.ascii(type)
      movie.fill(7, count: count)
    }
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: movie.count, presentationTimestampMicroseconds: nil)
    let bytes = try Self.sample()
    #expect(try HEICFile.read(ArrayBytes(bytes)).motionVideo == nil)
    let with = try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.contents() + movie.contents
    let range = try #require(try HEICFile.read(ArrayBytes(with)).motionVideo)
    #expect(range == with.count - movie.count..<with.count)
    #expect(firstDifference(Array(with[range]), movie.contents) == nil)
    let again = try StillFile.read(ArrayBytes(with)).edited(edits).rope.contents() + movie.contents
    #expect(firstDifference(again, with) == nil)
    // Metadata that need a new place go before the movie.
    let more = try HEICFile.read(ArrayBytes(with)).rope(xmp: Array("<x/>".utf8) + [UInt8](repeating: 0x20, count: 5000))
    let moved = try more.contents()
    #expect(try HEICFile.read(ArrayBytes(moved)).motionVideo?.upperBound == moved.count)
    edits.motionPhoto = .remove
    let without = try StillFile.read(ArrayBytes(with)).edited(edits).rope.contents()
    #expect(try HEICFile.read(ArrayBytes(without)).motionVideo == nil)
    #expect(without.count == with.count - movie.count - 8)
    let folder = try TemporaryFolder()
    let paths = try (folder.write(bytes, as: "a.heic"), folder.write(without, as: "b.heic"))
    try Self.expectSameItems(paths.0, paths.1, but: ["mime"])
  }

  @Test("a box that goes up to the file's end gets a size before a movie comes behind it")
  func openEnded() throws {
    let movie: [UInt8] = [0, 0, 0, 20] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("mp42".utf8)
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: movie.count, presentationTimestampMicroseconds: 1)
    let source = try StillFile.read(ArrayBytes(Self.sample()))
    var bytes = try source.edited(edits).rope.contents().dropLast(8) as [UInt8]
    let last = try #require(HEICFile.read(ArrayBytes(bytes)).structure().last { $0.name == "mdat" })
    bytes.replaceSubrange(last.offset..<last.offset + 4, with: [0, 0, 0, 0])
    // The packet with another time is as long and stays in its place, so that nothing else is added.
    edits.motionPhoto = .set(videoLength: movie.count, presentationTimestampMicroseconds: 2)
    let changed = try StillFile.read(ArrayBytes(bytes)).edited(edits).rope.contents() + movie
    #expect(changed.count == bytes.count + 8 + movie.count)
    #expect(try HEICFile.read(ArrayBytes(changed)).motionVideo == changed.count - movie.count..<changed.count)
  }

  @Test("the movie in a Motion Photo is the one that exiftool cuts out")
  func phoneMotion() throws {
    for path in LivePhotoFixtures.paths(".heic") {
      let source = try StillFixtures.bytes(path)
      let file = try HEICFile.read(source)
      let cut = try ForeignTool.exiftool.attempt(["-b", "-MotionPhotoVideo", path]).bytes
      guard let range = file.motionVideo else {
        #expect(cut.isEmpty, "\(path)")
        continue
      }
      #expect(firstDifference(try source.bytes(range), cut) == nil, "\(path)")
    }
  }
}

extension HEICFile {
  /// The picture's size as shown: after it is turned.
  fileprivate var displaySize: (width: Int, height: Int) {
    HEICTurn(orientation).quarters % 2 == 0 ? (width, height) : (height, width)
  }
}

extension I420Picture {
  /// The picture as it is to be seen, when it is stored with that orientation.
  fileprivate func turned(for orientation: ExifOrientation) throws -> I420Picture {
    let turn = HEICTurn(orientation)
    return try turned(clockwiseQuarters: turn.quarters, mirrored: turn.isMirrored)
  }
}

/// Where bytes first occur in others.
func firstRange(of needle: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
  guard let first = needle.first, needle.count <= bytes.count else { return nil }
  for start in 0...bytes.count - needle.count
  where bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle) {
    return start..<start + needle.count
  }
  return nil
}
