import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct StillFixtureTests {
  private static func file(_ still: StillFixtures.Still) throws -> StillFile {
    try StillFile.read(ArrayBytes(still.bytes, name: still.name))
  }

  @Test("identifier, camera, date, orientation and place are what exiftool reads")
  func reading() throws {
    for still in try StillFixtures.all() {
      let file = try Self.file(still)
      let tags = try StillFixtures.tags(of: still.path)
      #expect(
        file.contentIdentifier == tags["Apple:MediaGroupUUID"] ?? tags["Apple:ContentIdentifier"], "\(still.name)")
      #expect(file.make == tags["IFD0:Make"], "\(still.name)")
      #expect(file.model == tags["IFD0:Model"], "\(still.name)")
      #expect(file.software == tags["IFD0:Software"], "\(still.name)")
      #expect(file.exif?.orientation.map { "\($0.rawValue)" } == tags["IFD0:Orientation"], "\(still.name)")
      #expect(file.width == tags["File:ImageWidth"].flatMap { Int($0) } ?? file.width, "\(still.name)")
      let date = file.captureDate.map { $0.localString(dateSeparator: ":", middle: " ") }
      if let written = tags["ExifIFD:DateTimeOriginal"] { #expect(date == written, "\(still.name)") }
      let offset = file.hasCaptureOffset ? file.captureDate?.offsetString() : nil
      #expect(offset == tags["ExifIFD:OffsetTimeOriginal"], "\(still.name)")
      if let latitude = tags["Composite:GPSLatitude"].flatMap({ Double($0) }) {
        #expect(abs((file.location?.latitudeDegrees ?? 1000) - latitude) < 1e-6, "\(still.name)")
      } else {
        #expect(file.location == nil, "\(still.name)")
      }
      #expect(!file.structure().isEmpty, "\(still.name)")
    }
  }

  @Test("maker notes have all their entries, also of types that TIFF doesn't know, and nothing against the identifier")
  func makerNotes() throws {
    for still in try StillFixtures.all() where still.name.hasPrefix("IMG_") {
      let note = try #require(try Self.file(still).exif?.appleMakerNote)
      #expect(note.entries.count == note.directory.declaredCount && note.entries.allSatisfy { $0.valueRange != nil })
      #expect(note.findings == [], "\(still.name)")
      // As another reader has counted them.
      let counts = ["IMG_0728.JPG": 18, "IMG_3582.HEIC": 56, "IMG_3582_edited.heic": 56, "IMG_3853.HEIC": 49]
      #expect(counts[still.name] ?? note.entries.count == note.entries.count, "\(still.name)")
    }
  }

  @Test("a Motion Photo's video begins where its MP4 begins, whatever its description says of lengths")
  func motionPhotos() throws {
    let expected: [String: (MotionPhotoDescription.Kind, Int, Int64?)] = [
      "PXL_20200710_061629144.MP.jpg": (.google, 2_728_123, 0),
      "pixel-motion-photo-shortened.jpg": (.google, 131_582, 0),
      "ss-motion-photo-shortened.jpg": (.microVideo, 20_345, nil),
      "sample_MP.heic": (.heicBox, 28_869, 0), "IMG_1003.MP.jpg": (.google, 8706, 833_333),
      "IMG_1004.MP.heic": (.heicBox, 4023, 833_333),
    ]
    for still in try StillFixtures.all() {
      let motion = try Self.file(still).motionPhoto
      guard let (kind, start, timestamp) = expected[still.name] else {
        #expect(motion == nil, "\(still.name)")
        continue
      }
      let found = try #require(motion, "\(still.name)")
      #expect(found.kind == kind && found.videoRange.lowerBound == start, "\(still.name): \(found)")
      #expect(found.presentationTimestampMicroseconds == timestamp, "\(still.name)")
      guard !still.name.contains("shortened") else { continue }
      let folder = try TemporaryFolder()
      let path = try folder.write(still.bytes[found.videoRange], as: "video.mp4")
      let streams = try ForeignTool.ffprobe.attempt(["-v", "error", "-show_entries", "stream=codec_type", path])
      #expect(streams.text.contains("codec_type=video"), "\(still.name)")
    }
  }

  @Test("an identifier, and nothing else, changes in every still; pixels stay, and so does a second edit")
  func identifier() throws {
    var edits = StillEdits()
    edits.contentIdentifier = "0d1ca7ed-0000-4000-8000-00c0ffee0000"
    for still in try StillFixtures.all() {
      let edited = try Self.file(still).edited(edits)
      let bytes = try edited.rope.contents()
      let again = try StillFile.read(ArrayBytes(bytes))
      #expect(again.contentIdentifier == edits.contentIdentifier, "\(still.name)")
      #expect(again.exif?.appleMakerNote?.findings == [], "\(still.name)")
      #expect(firstDifference(try again.edited(edits).rope.contents(), bytes) == nil, "\(still.name)")
      let before = try StillFixtures.tags(of: still.bytes)
      let after = try StillFixtures.tags(of: bytes)
      let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      let isApple = before.keys.contains { $0.hasPrefix("Apple:") }
      #expect(
        after["Apple:MediaGroupUUID"] ?? after["Apple:ContentIdentifier"] == edits.contentIdentifier, "\(still.name)")
      if isApple {
        #expect(changed.isSubset(of: ["Apple:MediaGroupUUID", "Apple:ContentIdentifier"]), "\(still.name): \(changed)")
        #expect(bytes.count == still.bytes.count && edited.notes == [], "\(still.name)")
      } else {
        // Another maker's note goes, and the edit says so; a HEIC's boxes tell their sizes.
        let others = changed.filter { !$0.hasPrefix("Apple:") && !$0.hasPrefix("QuickTime:") && !$0.hasPrefix("Meta:") }
        let isFresh = !before.keys.contains { $0.hasPrefix("IFD0:") }
        #expect(isFresh || others.isSubset(of: ["File:ExifByteOrder"]), "\(still.name): \(others)")
      }
      if let scans = try Self.file(still).structure().first(where: { $0.name == "scans" }) {
        let rest = Array(still.bytes[scans.offset...])
        #expect(firstDifference(Array(bytes.suffix(rest.count)), rest) == nil, "\(still.name)")
      }
    }
  }

  @Test("all edits at once change what they name, and every other tag keeps its value")
  func everything() throws {
    var edits = try SampleStills.allEdits
    edits.removesLocation = false
    let wanted = [
      "Orientation", "ModifyDate", "DateTimeOriginal", "CreateDate", "DateCreated", "OffsetTime", "OffsetTimeOriginal",
      "OffsetTimeDigitized", "SubSecTime", "SubSecTimeOriginal", "SubSecTimeDigitized", "MediaGroupUUID",
      "ContentIdentifier", "Rotation", "ThumbnailImage", "ThumbnailLength", "XResolution", "YResolution",
      "ResolutionUnit", "Compression",
    ]
    for still in try StillFixtures.all() {
      let file = try Self.file(still)
      let bytes = try file.edited(edits).rope.contents()
      let before = try StillFixtures.tags(of: still.bytes)
      let after = try StillFixtures.tags(of: bytes)
      let changed = before.filter { old in
        after[old.key] != old.value && !wanted.contains { old.key.hasSuffix(":" + $0) }
          && !old.key.hasPrefix("QuickTime:") && !old.key.hasPrefix("Meta:") && old.key != "File:ExifByteOrder"
      }
      #expect(changed.isEmpty, "\(still.name): \(changed)")
      #expect(after["IFD0:Orientation"] == "6" && after["ExifIFD:SubSecTimeOriginal"] == "042", "\(still.name)")
      #expect(
        firstDifference(try Self.file(.init(name: "", path: "", bytes: bytes)).edited(edits).rope.contents(), bytes)
          == nil)
    }
  }

  @Test("a place goes from Exif with every byte, and nothing else goes")
  func location() throws {
    var edits = StillEdits()
    edits.removesLocation = true
    for still in try StillFixtures.all() {
      let file = try Self.file(still)
      guard let exif = file.exif, exif.directory(.gps) != nil else { continue }
      // A video may say where it was taken: it is refused until somebody decides about it.
      if file.motionPhoto != nil { #expect(throws: CodingError.self) { try file.edited(edits).rope } }
      edits.motionPhoto = file.motionPhoto == nil ? .keep : .remove
      defer { edits.motionPhoto = .keep }
      let bytes = try file.edited(edits).rope.contents()
      let before = try StillFixtures.tags(of: still.bytes)
      let after = try StillFixtures.tags(of: bytes)
      #expect(!after.keys.contains { $0.hasPrefix("GPS:") }, "\(still.name)")
      let lost = before.filter { !$0.key.hasPrefix("GPS:") && after[$0.key] != $0.value }
      // With a Motion Photo go its description, and the segments and notes of its maker.
      if file.motionPhoto == nil { #expect(lost.isEmpty, "\(still.name): \(lost)") }
      let edited = try #require(try StillFile.read(ArrayBytes(bytes)).exif)
      #expect(edited.location == nil && edited.bytes.count == exif.bytes.count)
      for entry in exif.directory(.gps)?.entries ?? [] {
        guard let range = entry.valueRange, range.count > 4 else { continue }
        #expect(edited.bytes[range].allSatisfy { $0 == 0 }, "\(still.name): \(entry.tag)")
      }
    }
  }

  @Test("a Motion Photo's video can be taken out, and put back with the same description")
  func removingVideo() throws {
    for still in try StillFixtures.all() {
      let file = try Self.file(still)
      guard let motion = file.motionPhoto else { continue }
      var removal = StillEdits()
      removal.motionPhoto = .remove
      let bare = try file.edited(removal).rope.contents()
      let picture = try StillFile.read(ArrayBytes(bare, name: still.name))
      #expect(picture.motionPhoto == nil && bare.count < still.bytes.count, "\(still.name)")
      #expect(
        !(try StillFixtures.tags(of: bare)).keys.contains { $0.contains("MotionPhoto") || $0.contains("MicroVideo") })
      var setting = StillEdits()
      setting.motionPhoto = .set(
        videoLength: motion.videoRange.count, presentationTimestampMicroseconds: 1_234_567)
      let whole = try picture.edited(setting).rope.contents() + still.bytes[motion.videoRange]
      let again = try StillFile.read(ArrayBytes(whole, name: still.name))
      let found = try #require(again.motionPhoto, "\(still.name)")
      #expect(found.presentationTimestampMicroseconds == 1_234_567, "\(still.name)")
      #expect(firstDifference(Array(whole[found.videoRange]), Array(still.bytes[motion.videoRange])) == nil)
      #expect(
        firstDifference(
          try again.edited(setting).rope.contents() + still.bytes[motion.videoRange], whole) == nil, "\(still.name)")
      let tags = try StillFixtures.tags(of: whole)
      #expect(tags["XMP-GCamera:MotionPhotoPresentationTimestampUs"] == "1234567", "\(still.name)")
    }
  }
}
