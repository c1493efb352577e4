public import MediaCore

/// The Exif of a file: a TIFF without a picture of its own, read without changing anything.
///
/// Stands for CIPA DC-008 (Exif 2.32) over TIFF 6. Entries of types that TIFF does not know are kept and skipped.
/// Any bytes that begin with a TIFF's header can be given: places outside them read as "not there".
public struct ExifBlock: Sendable {
  /// The TIFF, from its `II` or `MM` on.
  public let bytes: [UInt8]
  /// The directories that could be reached: `IFD0` first.
  public let directories: [ExifDirectory]
  /// The oddities of the block, as sentences.
  public let problems: [String]
  let reader: TIFFReader

  /// Reads a TIFF's directories; `nil` unless it begins with byte order, 42 and a directory.
  public init?(_ bytes: [UInt8]) {
    guard let reader = TIFFReader(tiff: bytes), let start = reader.u32(4),
      let image = reader.directory(.image, at: start), !image.entries.isEmpty || image.isWhole
    else { return nil }
    self.bytes = bytes
    self.reader = reader
    var found = [image]
    var problems: [String] = []
    // Pointers of hostile blocks lead in circles: no place is taken for two directories.
    func follow(_ kind: ExifDirectory.Kind, _ offset: Int?) -> ExifDirectory? {
      guard let offset, offset != 0 else { return nil }
      guard let directory = reader.directory(kind, at: offset),
        !found.contains(where: { $0.range.overlaps(directory.range) })
      else {
        problems.append("\(kind.rawValue) cannot be at byte \(offset) of the Exif block.")
        return nil
      }
      found.append(directory)
      return directory
    }
    let exif = follow(.exif, reader.integer(image.entry(0x8769)))
    _ = follow(.gps, reader.integer(image.entry(0x8825)))
    _ = follow(.interoperability, reader.integer(exif?.entry(0xa005)))
    _ = follow(.thumbnail, image.next)
    for directory in found where !directory.isWhole {
      problems.append(
        "\(directory.kind.rawValue) announces \(directory.declaredCount) entries and \(directory.entries.count) are there."
      )
    }
    directories = found
    self.problems = problems
  }

  /// Reads what a chunk of a PNG or WebP holds: some writers put JPEG's identifier before the TIFF.
  init?(chunk bytes: [UInt8]) {
    self.init(bytes.starts(with: ExifWriter.identifier) ? Array(bytes.dropFirst(ExifWriter.identifier.count)) : bytes)
  }

  /// The directory of a kind, if the block has it.
  public func directory(_ kind: ExifDirectory.Kind) -> ExifDirectory? { directories.first { $0.kind == kind } }

  func entry(_ tag: UInt16, in kind: ExifDirectory.Kind) -> ExifDirectory.Entry? { directory(kind)?.entry(tag) }

  /// The orientation in which to show the picture (0x0112); `nil` without a valid value.
  public var orientation: ExifOrientation? {
    reader.integer(entry(0x0112, in: .image)).flatMap { UInt16(exactly: $0) }.flatMap(ExifOrientation.init)
  }
  /// The camera's manufacturer (0x010F).
  public var make: String? { reader.text(entry(0x010f, in: .image)) }
  /// The camera's model (0x0110).
  public var model: String? { reader.text(entry(0x0110, in: .image)) }
  /// The program or system that wrote the picture (0x0131).
  public var software: String? { reader.text(entry(0x0131, in: .image)) }

  /// The size of the picture, if it is told (0xA002, 0xA003).
  var pictureSize: StillSize? {
    guard let width = reader.integer(entry(0xa002, in: .exif)), let height = reader.integer(entry(0xa003, in: .exif))
    else { return nil }
    return StillSize(width: width, height: height)
  }
  /// Indicates whether the block says that the colours are not sRGB's but those of a profile (0xA001).
  var isUncalibrated: Bool { reader.integer(entry(0xa001, in: .exif)) == 0xffff }

  /// The date at which the picture was taken, else digitized, else changed: the first of ``dates``.
  public var captureDate: ExifDate.Reading? { dates.first }

  /// The dates at which the picture was taken (0x9003), digitized (0x9004) and changed (0x0132), as far as these are
  /// there, each with its own offset and fraction; an offset that only another date has is taken too.
  public var dates: [ExifDate.Reading] {
    let candidates: [(ExifDirectory.Kind, UInt16, offset: UInt16, fraction: UInt16)] = [
      (.exif, 0x9003, 0x9011, 0x9291), (.exif, 0x9004, 0x9012, 0x9292), (.image, 0x0132, 0x9010, 0x9290),
    ]
    let anyOffset = [0x9011, 0x9012, 0x9010].lazy.compactMap { reader.text(entry($0, in: .exif)) }.first
    return candidates.compactMap { kind, tag, offset, fraction in
      guard let text = reader.text(entry(tag, in: kind)) else { return nil }
      return ExifDate.parse(
        text, offset: reader.text(entry(offset, in: .exif)) ?? anyOffset,
        subsecond: reader.text(entry(fraction, in: .exif)))
    }
  }

  /// The date at which satellites last told the place (0x001D and 0x0007), in UTC.
  public var satelliteDate: ExifDate.Reading? {
    guard let gps = directory(.gps), let day = reader.text(gps.entry(0x001d)) else { return nil }
    let clock = reader.rationals(gps.entry(0x0007), atMost: 3).compactMap(\.self)
    guard clock.count == 3, clock.allSatisfy({ (0..<61).contains($0) }) else { return nil }
    let time = clock.map { Int($0).digits(2) }.joined(separator: ":")
    return ExifDate.parse("\(day) \(time)", offset: "Z", subsecond: nil)
  }

  /// The place where the picture was taken; `nil` unless latitude and longitude are both there and possible.
  public var location: GeoLocation? {
    guard let gps = directory(.gps), let north = angle(gps.entry(2)), let east = angle(gps.entry(4)),
      let northRef = reader.text(gps.entry(1)), let eastRef = reader.text(gps.entry(3))
    else { return nil }
    var altitude = reader.rationals(gps.entry(6), atMost: 1).first ?? nil
    if reader.integer(gps.entry(5)) == 1 { altitude = altitude.map { -$0 } }
    let latitude = northRef.uppercased().hasPrefix("S") ? -north : north
    let longitude = eastRef.uppercased().hasPrefix("W") ? -east : east
    return GeoLocation(latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: altitude)
      ?? GeoLocation(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  private func angle(_ entry: ExifDirectory.Entry?) -> Double? {
    let parts = reader.rationals(entry, atMost: 3)
    guard let degrees = parts.first ?? nil else { return nil }
    let minutes = parts.count > 1 ? parts[1] ?? 0 : 0
    let seconds = parts.count > 2 ? parts[2] ?? 0 : 0
    return degrees + minutes / 60 + seconds / 3600
  }

  /// The range of the thumbnail's JPEG in ``bytes`` (0x0201, 0x0202 of IFD1); `nil` if the JPEG isn't there or not
  /// whole.
  public var thumbnailRange: Range<Int>? {
    guard let start = reader.integer(entry(0x0201, in: .thumbnail)),
      let length = reader.integer(entry(0x0202, in: .thumbnail)), length > 0, start > 0,
      start <= bytes.count - length
    else { return nil }
    return start..<start + length
  }

  /// The range of the maker note in ``bytes`` (0x927C); `nil` if there is none.
  public var makerNoteRange: Range<Int>? {
    guard let range = entry(0x927c, in: .exif)?.valueRange, !range.isEmpty else { return nil }
    return range
  }

  /// The maker note, if it is one of Apple's.
  public var appleMakerNote: AppleMakerNote? {
    makerNoteRange.flatMap { AppleMakerNote(Array(bytes[$0])) }
  }
}
