import ByteCoding
public import MediaCore

/// Writes the Exif block of a still, in the order of bytes and with the tags of a phone.
///
/// Stands for CIPA DC-008 (Exif 2.32).
public enum ExifWriter {
  /// The bytes at the beginning of an APP1 segment that mark its contents as Exif: `Exif`, two zeros.
  public static let identifier: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
  /// The most bytes of a thumbnail: what a JPEG's segment has room for beside everything else.
  static let mostThumbnailBytes = 60_000

  /// The Exif block as an APP1 segment or a HEIF item holds it: ``identifier``, then a big-endian TIFF.
  ///
  /// `width` and `height` are the picture's pixels before turning.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when the block would pass 65 533 bytes, which is what a
  ///   JPEG segment holds; only a large thumbnail can do that.
  public static func block(for metadata: StillMetadata, width: Int, height: Int) throws(CodingError) -> [UInt8] {
    if let thumbnail = metadata.thumbnail, thumbnail.count > mostThumbnailBytes {
      throw tooLarge(
        "The thumbnail has \(thumbnail.count) bytes, and Exif has room for \(mostThumbnailBytes). Make it smaller.")
    }
    var directories = [imageDirectory(for: metadata, width: width, height: height)]
    if let thumbnail = metadata.thumbnail { directories.append(thumbnailDirectory(thumbnail)) }
    let block = identifier + TIFFWriter.bytes(of: directories)
    guard block.count <= 65_533 else {
      throw tooLarge("The Exif block has \(block.count) bytes and a JPEG holds 65533. Use a smaller thumbnail.")
    }
    return block
  }

  /// Makes sure that metadata claim no other size than the picture has.
  static func checkSize(
    _ metadata: StillMetadata, width: Int, height: Int, context: String
  ) throws(CodingError) {
    let (claimedWidth, claimedHeight) = (metadata.pixelWidth ?? width, metadata.pixelHeight ?? height)
    guard claimedWidth == width, claimedHeight == height else {
      throw CodingError(
        .invalidSetting, context: context,
        message: "The metadata speak of \(claimedWidth)x\(claimedHeight) pixels. Leave their size out, or give the "
          + "picture's.")
    }
  }

  private static func tooLarge(_ message: String) -> CodingError {
    CodingError(.invalidSetting, context: "Exif", message: message)
  }

  private static func imageDirectory(for metadata: StillMetadata, width: Int, height: Int) -> TIFFDirectory {
    let exif = exifDirectory(for: metadata, width: width, height: height)
    var directory = TIFFDirectory()
    directory[0x010e] = text(metadata.imageDescription)
    directory[0x013b] = text(metadata.artist)
    directory[0x8298] = text(metadata.copyright)
    describe(
      &directory, make: metadata.make, model: metadata.model, software: metadata.software,
      orientation: metadata.orientation, location: metadata.location, exif: exif)
    return directory
  }

  /// Sets the entries that every still has in its first directory.
  static func describe(
    _ directory: inout TIFFDirectory, make: String?, model: String?, software: String?, orientation: ExifOrientation,
    location: GeoLocation?, exif: TIFFDirectory
  ) {
    directory[0x010f] = text(make)
    directory[0x0110] = text(model)
    directory[0x0112] = .short([orientation.rawValue])
    setResolution(&directory)
    directory[0x0131] = text(software)
    directory[0x0132] = exif[0x9003]  // it has not been modified since
    directory[0x0213] = .short([1])  // colour samples lie in the middle of their pixels, as JPEG cameras have it
    directory[0x8769] = .directory(exif)
    directory[0x8825] = location.map { .directory(gpsDirectory(for: $0)) }
  }

  /// Returns the sub-directory that is Exif proper, with what the camera and its clock say of a still.
  static func exifDirectory(for metadata: StillMetadata, width: Int, height: Int) -> TIFFDirectory {
    var directory = TIFFDirectory()
    metadata.exposure.write(to: &directory)
    setConstants(&directory, width: width, height: height)
    for (tag, value) in exifDates(metadata.date) { directory[tag] = value }
    directory[0x927c] = metadata.contentIdentifier.map { .undefined(AppleMakerNote.bytes(identifier: $0.uuidString)) }
    directory[0x9286] = comment(metadata.userComment)
    return directory
  }

  /// Sets the entries that are alike in all pictures of these programs (Exif 2.32, Y, Cb and Cr, Flashpix 1.0, sRGB),
  /// and the size.
  private static func setConstants(_ exif: inout TIFFDirectory, width: Int, height: Int) {
    exif[0x9000] = .undefined(Array("0232".utf8))
    exif[0x9101] = .undefined([1, 2, 3, 0])
    exif[0xa000] = .undefined(Array("0100".utf8))
    exif[0xa001] = .short([1])
    exif[0xa002] = .long([UInt32(clamping: width)])
    exif[0xa003] = .long([UInt32(clamping: height)])
  }

  private static func thumbnailDirectory(_ thumbnail: [UInt8]) -> TIFFDirectory {
    var directory = TIFFDirectory()
    directory[0x0103] = .short([6])  // JPEG
    setResolution(&directory)
    directory[0x0201] = .offset(of: thumbnail)
    directory[0x0202] = .long([UInt32(thumbnail.count)])
    return directory
  }

  /// 72 dots per inch, which stands for "no resolution is known".
  private static func setResolution(_ directory: inout TIFFDirectory) {
    directory[0x011a] = .rational([(72, 1)])
    directory[0x011b] = .rational([(72, 1)])
    directory[0x0128] = .short([2])
  }

  private static func gpsDirectory(for location: GeoLocation) -> TIFFDirectory {
    var directory = TIFFDirectory()
    directory[0] = .byte([2, 3, 0, 0])
    directory[1] = .ascii(location.latitudeDegrees < 0 ? "S" : "N")
    directory[2] = angle(location.latitudeDegrees)
    directory[3] = .ascii(location.longitudeDegrees < 0 ? "W" : "E")
    directory[4] = angle(location.longitudeDegrees)
    if let altitude = location.altitudeMeters {
      directory[5] = .byte([altitude < 0 ? 1 : 0])
      let millimeters = UInt32((altitude.magnitude * 1000).rounded())  // GeoLocation keeps it within 1000 km
      directory[6] = TIFFValue.rational([(millimeters, 1000)])
    }
    return directory
  }

  /// Degrees, minutes and seconds. Rounded once, to 1/10 000 of a second (3 mm), so that no part reaches 60.
  private static func angle(_ degrees: Double) -> TIFFValue {
    let units = UInt64((degrees.magnitude * 36_000_000).rounded())
    return .rational([
      (UInt32(units / 36_000_000), 1), (UInt32(units / 600_000 % 60), 1), (UInt32(units % 600_000), 10_000),
    ])
  }

  /// Text as Exif holds it, or `nil` when nothing is left of it. A zero would end it early, and the length is
  /// bounded because it may come from a device.
  ///
  /// Exif's text is ASCII by its letter; names of devices that are not are written in UTF-8, which readers expect.
  static func text(_ text: String?) -> TIFFValue? {
    guard var text else { return nil }
    if text.utf8.count > 255 || !text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) {
      let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(255)
      text = String(String.UnicodeScalarView(scalars))
    }
    return text.utf8.allSatisfy { $0 == 0x20 } ? nil : .ascii(text)
  }

  /// Returns a remark behind the eight bytes that tell its alphabet; zeros stand for none of those that Exif names,
  /// which readers take for UTF-8.
  private static func comment(_ text: String?) -> TIFFValue? {
    guard let text, !text.isEmpty else { return nil }
    let isASCII = text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    let code = isASCII ? Array("ASCII".utf8) + [0, 0, 0] : [UInt8](repeating: 0, count: 8)
    return .undefined(code + Array(text.utf8.prefix(2000)))
  }

  /// A date as Exif has it, always 19 characters as in `2026:11:21 09:30:05`, its offset and its milliseconds.
  ///
  /// Years beyond four digits become Exif's "unknown". Milliseconds are cut rather than rounded so that they never
  /// reach the next second.
  static func dateTexts(_ date: WallTime) -> (date: TIFFValue, offset: TIFFValue, subsecond: TIFFValue) {
    let text = date.localString(dateSeparator: ":", middle: " ")
    return (
      .ascii(text.utf8.count == 19 ? text : "    :  :     :  :  "), .ascii(date.offsetString()),
      .ascii((date.nanosecond / 1_000_000).digits(3))
    )
  }

  /// Exif's dates: original and digitized, and the offsets and milliseconds of these and of the modification.
  static func exifDates(_ date: WallTime) -> [UInt16: TIFFValue] {
    let (text, offset, subsecond) = dateTexts(date)
    return [
      0x9003: text, 0x9004: text, 0x9010: offset, 0x9011: offset, 0x9012: offset, 0x9290: subsecond,
      0x9291: subsecond, 0x9292: subsecond,
    ]
  }

  /// A TIFF with what `edits` say, for a still that has none: ``block(for:width:height:)`` without a date of its own.
  static func tiff(
    for edits: StillEdits, orientation: ExifOrientation, width: Int, height: Int, isSRGB: Bool
  ) -> [UInt8] {
    var image = TIFFDirectory()
    var exif = TIFFDirectory()
    setConstants(&exif, width: width, height: height)
    if !isSRGB { exif[0xa001] = .short([0xffff]) }
    exif[0x927c] = edits.contentIdentifier.map { .undefined(AppleMakerNote.bytes(identifier: $0)) }
    if let date = edits.date {
      for (tag, value) in exifDates(date) { exif[tag] = value }
    }
    describe(
      &image, make: edits.makeIfMissing, model: edits.modelIfMissing, software: edits.softwareIfMissing,
      orientation: edits.orientation ?? orientation, location: edits.locationWithoutExif, exif: exif)
    return TIFFWriter.bytes(of: [image] + (edits.thumbnail.map { [thumbnailDirectory($0)] } ?? []))
  }
}
