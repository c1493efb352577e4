import ByteCoding
import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct StillEditingTests {
  private static func edit(_ bytes: [UInt8], _ edits: StillEdits) throws -> (bytes: [UInt8], notes: [String]) {
    let edited = try StillFile.read(ArrayBytes(bytes)).edited(edits)
    return (try edited.rope.contents(), edited.notes)
  }

  @Test("stills without metadata get them all, keep their pixels, and stay the same when edited again")
  func fresh() throws {
    let edits = try SampleStills.allEdits
    let samples = [
      ("a.jpg", try SampleJPEG.standard()), ("a.png", try SampleStills.png.get()),
      ("a.webp", try SampleStills.webp.get()), ("b.webp", try SampleStills.losslessWebP.get()),
    ]
    for (name, original) in samples {
      let bytes = try Self.edit(original, edits).bytes
      let still = try StillFile.read(ArrayBytes(bytes))
      #expect(still.contentIdentifier == edits.contentIdentifier && still.orientation == .right, "\(name)")
      #expect(still.captureDate?.secondsSince1970 == edits.date?.secondsSince1970 && still.hasCaptureOffset, "\(name)")
      #expect(still.captureDate?.nanosecond == 42_000_000 && still.captureDate?.utcOffsetSeconds == 3600, "\(name)")
      #expect(still.width == 320 && still.height == 240, "\(name)")
      #expect(still.exif?.thumbnailRange.map { Array(still.exif?.bytes[$0] ?? []) } == edits.thumbnail, "\(name)")
      #expect(firstDifference(try Self.edit(bytes, edits).bytes, bytes) == nil, "\(name)")
      let tags = try StillFixtures.tags(of: bytes)
      #expect(tags["Apple:MediaGroupUUID"] ?? tags["Apple:ContentIdentifier"] == edits.contentIdentifier, "\(name)")
      #expect(tags["IFD0:Make"] == "livecam" && tags["IFD0:Orientation"] == "6", "\(name)")
      #expect(tags["ExifIFD:DateTimeOriginal"] == "2026:11:21 10:30:05", "\(name)")
      #expect(tags["IFD1:ThumbnailLength"] == "\(edits.thumbnail?.count ?? 0)", "\(name)")
      let pixels = try SampleStills.pixels(of: original, as: name)
      let after = try SampleStills.pixels(of: bytes, as: name)
      #expect(!pixels.isEmpty && firstDifference(after, pixels) == nil, "\(name)")
    }
  }

  @Test("a JPEG's new Exif comes first, before JFIF, and exiftool has nothing against it")
  func validity() throws {
    let bytes = try Self.edit(SampleJPEG.standard(), SampleStills.allEdits).bytes
    #expect(bytes[2..<4].elementsEqual([0xff, 0xe1]))
    let reading = try ExifReading(of: bytes)
    #expect(reading.values["JFIF:JFIFVersion"] != nil)
    // JFIF keeps its place, behind Exif.
    #expect(reading.complaints.allSatisfy { $0.contains("JFIF") }, "\(reading.complaints)")
  }

  @Test("no edits give the same file")
  func nothing() throws {
    for still in [try SampleJPEG.standard(), try SampleStills.png.get(), try SampleStills.webp.get()] {
      #expect(firstDifference(try Self.edit(still, StillEdits()).bytes, still) == nil)
    }
  }

  @Test("another maker's note makes room for Apple's, and the edit says so; other tags stay")
  func otherMaker() throws {
    let folder = try TemporaryFolder()
    let exif = TIFFSample(littleEndian: true)
    exif.exif = [
      (0x9003, 2, Array("2020:01:02 03:04:05".utf8) + [0]),
      (
        0x927c, 7,
        Array("Vendor note with more bytes than seventy, so that Apple's minimal one takes its place in there".utf8)
      ),
    ]
    exif.image = [(0x010f, 2, Array("Vendor".utf8) + [0]), (0x9999, 99, [1, 2, 3, 4])]
    let original = SampleJPEG.inserting(0xe1, Array("Exif\0\0".utf8) + exif.bytes, into: try SampleJPEG.standard())
    try folder.write(original, as: "a.jpg")
    let (bytes, notes) = try Self.edit(original, StillEdits(contentIdentifier: try #require(.sample)))
    #expect(notes.count == 1 && notes[0].contains("Vendor"))
    let still = try StillFile.read(ArrayBytes(bytes))
    #expect(still.contentIdentifier == PairIdentifier.sample?.uuidString && still.make == "Vendor")
    #expect(!bytes.contains(subsequence: "Vendor note"))
    #expect(still.exif?.directories[0].entries.contains { $0.tag == 0x9999 && $0.type == 99 } == true)
    #expect(bytes.count == original.count)
  }

  @Test("an Apple note without an identifier gets one, and its other entries keep their values")
  func appleNoteWithoutIdentifier() throws {
    for still in try StillFixtures.all() where still.name.hasPrefix("IMG_0728.J") || still.name.hasPrefix("IMG_3582.H")
    {
      // Tag 0x0011 becomes one that nobody knows, below its neighbour as before.
      var bytes = still.bytes
      let place = try #require(bytes.firstIndex(ofSubsequence: [0, 0x11, 0, 2, 0, 0, 0, 37]))
      bytes[place + 1] = 0x12
      let before = try StillFixtures.tags(of: bytes)
      let (edited, notes) = try Self.edit(bytes, StillEdits(contentIdentifier: try #require(.sample)))
      let after = try StillFixtures.tags(of: edited)
      #expect(notes == [] && after["Apple:MediaGroupUUID"] == PairIdentifier.sample?.uuidString, "\(still.name)")
      let changed = before.filter { $0.key.hasPrefix("Apple:") && after[$0.key] != $0.value }
      #expect(changed.isEmpty, "\(still.name): \(changed)")
      #expect(try StillFile.read(ArrayBytes(edited)).exif?.appleMakerNote?.findings == [], "\(still.name)")
    }
  }

  @Test("a video is announced in XMP that is there already, next to a gain map, and found again")
  func motionPhotoBesideGainMap() throws {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <r:Description r:about="" xmlns:hdr="http://ns.adobe.com/hdr-gain-map/1.0/" hdr:Version="1.0"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,2N">
      <C:Directory xmlns:C="http://ns.google.com/photos/1.0/container/" xmlns:I="http://ns.google.com/photos/1.0/container/item/">
      <r:Seq><r:li r:parseType="Resource"><C:Item I:Semantic="Primary" I:Mime="image/jpeg"/></r:li>
      <r:li r:parseType="Resource"><C:Item I:Semantic="GainMap" I:Mime="image/jpeg" I:Length="4"/></r:li>
      </r:Seq></C:Directory><exif:GPSLongitude>3,4E</exif:GPSLongitude></r:Description></r:RDF></x:xmpmeta>
      """
    let identifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let original =
      SampleJPEG.inserting(0xe1, identifier + Array(xmp.utf8), into: try SampleJPEG.standard()) + [0, 0, 0, 0]
    let video = try SampleStills.make("a.mp4", ["-c:v", "libx264"])
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: video.count, presentationTimestampMicroseconds: nil)
    edits.removesLocation = true
    let bytes = try Self.edit(original, edits).bytes + video
    let still = try StillFile.read(ArrayBytes(bytes))
    let motion = try #require(still.motionPhoto)
    #expect(motion.items.map(\.semantic) == ["Primary", "GainMap", "MotionPhoto"])
    #expect(motion.videoRange == bytes.count - video.count..<bytes.count)
    #expect(motion.presentationTimestampMicroseconds == nil)
    #expect(firstDifference(try Self.edit(bytes, edits).bytes + video, bytes) == nil)
    let tags = try StillFixtures.tags(of: bytes)
    #expect(tags["XMP-GCamera:MotionPhoto"] == "1" && tags["XMP-GCamera:MotionPhotoPresentationTimestampUs"] == "-1")
    #expect(tags["XMP-hdrgm:HDRGainMapVersion"] != nil || tags.keys.contains { $0.hasSuffix(":Version") }, "\(tags)")
    #expect(!tags.keys.contains { $0.contains("GPS") })
    edits.motionPhoto = .remove
    let bare = try Self.edit(bytes, edits).bytes
    let picture = try StillFile.read(ArrayBytes(bare))
    #expect(picture.motionPhoto == nil && bare.suffix(4).elementsEqual([0, 0, 0, 0]))
    #expect(String(decoding: picture.xmp ?? [], as: UTF8.self).contains("GainMap"))
  }

  @Test("what a file cannot take is refused with words")
  func refusals() throws {
    var edits = StillEdits()
    edits.contentIdentifier = "no UUID"
    #expect(throws: CodingError.self) { try Self.edit(SampleJPEG.standard(), edits) }
    var video = StillEdits()
    video.motionPhoto = .set(videoLength: 100, presentationTimestampMicroseconds: 0)
    #expect(throws: CodingError.self) { try Self.edit(SampleStills.png.get(), video) }
    #expect(throws: CodingError.self) { try StillFile.read(ArrayBytes(Array("text".utf8))) }
    let large = TIFFSample(littleEndian: false)
    large.image = [(0x9999, 7, [UInt8](repeating: 1, count: 65_400))]
    let full = SampleJPEG.inserting(0xe1, Array("Exif\0\0".utf8) + large.bytes, into: try SampleJPEG.standard())
    #expect(throws: CodingError.self) { try Self.edit(full, SampleStills.allEdits) }
  }
}
