import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct ExifWriterTests {
  @Test("exiftool reads every field back and has no complaint")
  func everyField() throws {
    let still = try JPEGStill.embedding(.sample, in: SampleJPEG.standard())
    let exif = try ExifReading(of: still)
    #expect(exif.complaints == [])
    let expected = [
      "File:ExifByteOrder": "MM",
      "File:ImageWidth": "320",
      "IFD0:Make": "livecam",
      "IFD0:Model": "Scene Camera",
      "IFD0:Orientation": "6",
      "IFD0:XResolution": "72",
      "IFD0:YResolution": "72",
      "IFD0:ResolutionUnit": "2",
      "IFD0:Software": "livecam 1.0",
      "IFD0:ModifyDate": "2026:11:21 10:30:05",
      "IFD0:YCbCrPositioning": "1",
      "ExifIFD:ExifVersion": "0232",
      "ExifIFD:DateTimeOriginal": "2026:11:21 10:30:05",
      "ExifIFD:CreateDate": "2026:11:21 10:30:05",
      "ExifIFD:OffsetTime": "+01:00",
      "ExifIFD:OffsetTimeOriginal": "+01:00",
      "ExifIFD:OffsetTimeDigitized": "+01:00",
      "ExifIFD:SubSecTime": "042",
      "ExifIFD:SubSecTimeOriginal": "042",
      "ExifIFD:SubSecTimeDigitized": "042",
      "ExifIFD:ColorSpace": "1",
      "ExifIFD:ExifImageWidth": "320",
      "ExifIFD:ExifImageHeight": "240",
      "ExifIFD:ComponentsConfiguration": "1 2 3 0",
      "ExifIFD:FlashpixVersion": "0100",
      "Composite:SubSecDateTimeOriginal": "2026:11:21 10:30:05.042+01:00",
      "GPS:GPSVersionID": "2 3 0 0",
      "GPS:GPSLatitudeRef": "S",
      "GPS:GPSLongitudeRef": "E",
      "GPS:GPSAltitude": "12.5",
      "GPS:GPSAltitudeRef": "0",
    ]
    for (tag, value) in expected { #expect(exif.values[tag] == value, "\(tag)") }
    // Debian 12's exiftool names tag 0x0011 MediaGroupUUID, later ones ContentIdentifier.
    let identifier = exif.values["Apple:MediaGroupUUID"] ?? exif.values["Apple:ContentIdentifier"]
    #expect(identifier == PairIdentifier.sample?.uuidString)
    #expect(abs((Double(exif.values["Composite:GPSLatitude"] ?? "") ?? 0) - -33.856_784) < 1e-7)
    #expect(abs((Double(exif.values["Composite:GPSLongitude"] ?? "") ?? 0) - 151.215_297) < 1e-7)
  }

  @Test("what is not known is left out, and the rest is still without complaint")
  func leastFields() throws {
    let still = try JPEGStill.embedding(StillMetadata(date: .sample, make: " ", model: ""), in: SampleJPEG.standard())
    let exif = try ExifReading(of: still)
    #expect(exif.complaints == [])
    #expect(exif.values["IFD0:Make"] == nil)
    #expect(exif.values["IFD0:Model"] == nil)
    #expect(exif.values["IFD0:Software"] == nil)
    #expect(exif.values["IFD0:Orientation"] == "1")
    #expect(!exif.values.keys.contains { $0.hasPrefix("Apple:") || $0.hasPrefix("GPS:") || $0.hasPrefix("IFD1:") })
  }

  @Test("every orientation is written", arguments: ExifOrientation.allCases)
  func orientations(orientation: ExifOrientation) throws {
    let metadata = StillMetadata(date: .sample, orientation: orientation)
    let exif = try ExifReading(of: JPEGStill.embedding(metadata, in: SampleJPEG.standard()))
    #expect(exif.values["IFD0:Orientation"] == "\(orientation.rawValue)")
  }

  @Test("a thumbnail comes out as it went in")
  func thumbnail() throws {
    let thumbnail = try SampleJPEG.standard(width: 160, height: 120)
    var metadata = StillMetadata.sample
    metadata.thumbnail = thumbnail
    let still = try JPEGStill.embedding(metadata, in: SampleJPEG.standard())
    let exif = try ExifReading(of: still)
    #expect(exif.complaints == [])
    #expect(exif.values["IFD1:Compression"] == "6")
    #expect(exif.values["IFD1:ThumbnailLength"] == "\(thumbnail.count)")
    let folder = try TemporaryFolder()
    try folder.write(still, as: "still.jpg")
    let read = try ForeignTool.exiftool.run(["-b", "-ThumbnailImage", "still.jpg"], in: folder).bytes
    #expect(firstDifference(read, thumbnail) == nil)
  }

  @Test("a thumbnail that does not fit is an error that says so", arguments: [60_001, 65_000, 10_000_000])
  func largeThumbnail(count: Int) {
    var metadata = StillMetadata.sample
    metadata.thumbnail = [UInt8](repeating: 0, count: count)
    #expect { try ExifWriter.block(for: metadata, width: 1, height: 1) } throws: { error in
      guard let error = error as? CodingError else { return false }
      return error.code == .invalidSetting && error.message.contains("\(count)")
    }
    metadata.thumbnail = [UInt8](repeating: 0, count: 60_000)
    #expect(throws: Never.self) { try ExifWriter.block(for: metadata, width: 1, height: 1) }
  }

  @Test("names from devices lose control characters and keep letters of every language")
  func names() throws {
    let metadata = StillMetadata(
      date: .sample, make: "Ka\u{0}me\nra\u{7f}", model: "Größe™ " + String(repeating: "x", count: 1000))
    let exif = try ExifReading(of: JPEGStill.embedding(metadata, in: SampleJPEG.standard()))
    #expect(exif.values["IFD0:Make"] == "Kamera")
    #expect(exif.values["IFD0:Model"] == "Größe™ " + String(repeating: "x", count: 248))
  }

  @Test(
    "places are written to a thousandth of a second of arc, without ever reaching 60",
    arguments: [
      (90, 180), (-90, -180), (0, 0), (59.999_999_999, -0.000_000_001), (12.999_999_99, 100.016_666_666_6),
    ] as [(Double, Double)])
  func places(latitude: Double, longitude: Double) throws {
    let location = try #require(
      GeoLocation(latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: -418))
    let exif = try ExifReading(
      of: JPEGStill.embedding(StillMetadata(date: .sample, location: location), in: SampleJPEG.standard()))
    #expect(exif.complaints == [])
    #expect(abs((Double(exif.values["Composite:GPSLatitude"] ?? "") ?? .nan) - latitude) < 1e-7)
    #expect(abs((Double(exif.values["Composite:GPSLongitude"] ?? "") ?? .nan) - longitude) < 1e-7)
    #expect(exif.values["Composite:GPSAltitude"] == "-418")
  }

  @Test("a place that is none cannot be made")
  func badPlaces() {
    #expect(GeoLocation(latitudeDegrees: 90.1, longitudeDegrees: 0) == nil)
    #expect(GeoLocation(latitudeDegrees: .nan, longitudeDegrees: 0) == nil)
    #expect(GeoLocation(latitudeDegrees: 0, longitudeDegrees: -.infinity) == nil)
    #expect(GeoLocation(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMeters: .nan) == nil)
  }

  @Test("offsets and fractions of a second of other dates")
  func dates() throws {
    let date = WallTime(secondsSince1970: -1, nanosecond: 999_999_999, utcOffsetSeconds: -12_600)
    let exif = try ExifReading(of: JPEGStill.embedding(StillMetadata(date: date), in: SampleJPEG.standard()))
    #expect(exif.complaints == [])
    #expect(exif.values["Composite:SubSecDateTimeOriginal"] == "1969:12:31 20:29:59.999-03:30")
  }

  @Test("a date beyond four digits of years is written as unknown, in its 20 bytes")
  func distantDate() throws {
    let date = WallTime(secondsSince1970: 1 << 60, nanosecond: 0, utcOffsetSeconds: 0)
    let block = try ExifWriter.block(for: StillMetadata(date: date), width: 1, height: 1)
    #expect(String(decoding: block, as: UTF8.self).contains("    :  :     :  :  \0"))
  }

  @Test("the block is big-endian, and the same metadata give the same bytes")
  func bytes() throws {
    let block = try ExifWriter.block(for: .sample, width: 320, height: 240)
    #expect(Array(block.prefix(14)) == Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8])
    #expect(try ExifWriter.block(for: .sample, width: 320, height: 240) == block)
  }

  @Test("the maker note lies whole within the count that Exif declares for it")
  func makerNote() throws {
    let identifier = try #require(PairIdentifier.sample)
    let tiff = Array(try ExifWriter.block(for: .sample, width: 320, height: 240).dropFirst(6))
    let entry: [UInt8] = [0x92, 0x7c, 0, 7, 0, 0, 0, 69]
    let position = try #require(tiff.indices.first { tiff[$0...].starts(with: entry) })
    let start = tiff[position + 8..<position + 12].reduce(0) { $0 << 8 | Int($1) }
    #expect(start % 2 == 0)
    #expect(Array(tiff[start..<start + 69]) == AppleMakerNote.bytes(identifier: identifier.uuidString))
  }
}
