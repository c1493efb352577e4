import MediaCore

/// A check that XMP and Exif tell the same of a picture: of programs, some go by the one and some by the other.
struct XMPExifCheck {
  let xmp: XMPDocument
  let exif: ExifBlock
  /// The orientation in which viewers show the picture.
  let shown: ExifOrientation

  /// The contradictions, a sentence each.
  var oddities: [String] { [dateOddity, orientationOddity, placeOddity].compactMap(\.self) }

  /// The least difference of clocks that no time zone explains, in seconds.
  private static let otherDay: Int64 = 26 * 3600

  /// A contradiction about when the picture was taken. Other dates say when it was worked on, which programs note down
  /// in different ways.
  private var dateOddity: String? {
    guard let text = exif.reader.text(exif.entry(0x9003, in: .exif)),
      let taken = ExifDate.parse(text, offset: nil, subsecond: nil)
    else { return nil }
    for (uri, name) in [(XMPNamespace.exif, "DateTimeOriginal"), (XMPNamespace.photoshop, "DateCreated")] {
      // What is no more than a day, or a year, tells nothing of the clock.
      guard let text = xmp.property(uri, name), let told = ExifDate.parse(text, offset: nil, subsecond: nil),
        abs(told.date.secondsSince1970 - taken.date.secondsSince1970) > Self.otherDay
      else { continue }
      return "Its Exif says that it was taken on \(taken.date.localString()), and its XMP on "
        + "\(told.date.localString()) ('\(name)')."
    }
    return nil
  }

  private var orientationOddity: String? {
    guard let text = xmp.property(XMPNamespace.tiff, "Orientation"), let told = exif.orientation,
      let other = UInt16(text).flatMap({ ExifOrientation(rawValue: $0) }), other != told, other != shown
    else { return nil }
    return
      "Its Exif has the orientation \(told.rawValue), and its XMP \(other.rawValue): programs show it in different "
      + "ways."
  }

  /// The least difference in degrees that makes another place.
  private static let otherPlace = 0.1

  private var placeOddity: String? {
    guard let here = exif.location else { return nil }
    func degrees(_ name: String) -> Double? {
      xmp.property(XMPNamespace.exif, name).flatMap { Self.degrees($0) }
    }
    if let north = degrees("GPSLatitude"), let east = degrees("GPSLongitude") {
      let along = abs(east - here.longitudeDegrees)
      if max(abs(north - here.latitudeDegrees), min(along, 360 - along)) > Self.otherPlace {
        return "Its Exif tells of one place, and its XMP of another one, far from there ('GPSLatitude')."
      }
    }
    guard let height = here.altitudeMeters, let text = xmp.property(XMPNamespace.exif, "GPSAltitude"),
      var other = Self.number(text)
    else { return nil }
    if xmp.property(XMPNamespace.exif, "GPSAltitudeRef") == "1" { other = -other }
    guard GeoLocation.areFarApart(height, other) else { return nil }
    return "Its Exif tells of a height of \(Int(height)) m, and its XMP of '\(text.prefix(32))' ('GPSAltitude')."
  }

  /// The degrees north or east that XMP writes as `48,12.492N` or `48,12,29.5N`.
  private static func degrees(_ text: String) -> Double? {
    guard let side = text.last, "NSEW".contains(side) else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard (2...3).contains(parts.count), case let known = parts.compactMap(\.self), known.count == parts.count else {
      return nil
    }
    let sum = known[0] + known[1] / 60 + (known.count > 2 ? known[2] / 3600 : 0)
    return "SW".contains(side) ? -sum : sum
  }

  /// A number as XMP writes it: `171/1` or `171.5`.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/").map { Double($0) }
    guard let over = parts.first ?? nil, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return over }
    return parts[1].flatMap { $0 == 0 ? nil : over / $0 }
  }
}
