import ByteCoding
import MediaCore

extension ExifBlock {
  /// What is wrong with it, a sentence each: directories and values that are not there, a place that is none on earth, a
  /// thumbnail that is no picture. Apple's maker note, which carries the identifier, is looked at elsewhere.
  var oddities: [String] {
    problems.map { "Its Exif: \($0)" } + directories.compactMap { valueOddity(in: $0) }
      + [placeOddity, thumbnailOddity]
      .compactMap(\.self)
  }

  private func valueOddity(in directory: ExifDirectory) -> String? {
    if directory.declaredCount == 0 { return "Its Exif: \(directory.kind.rawValue) has no entries." }
    let lost = directory.entries.filter { $0.valueRange == nil }
    guard let first = lost.first else { return nil }
    let tag = "0x" + String(first.tag, radix: 16)
    let others = lost.count == 1 ? "" : ", and \(lost.count - 1) more,"
    return TIFFReader.size(ofType: first.type) == nil
      ? "Its Exif: the value of tag \(tag) in \(directory.kind.rawValue)\(others) is of a type that TIFF does not know."
      : "Its Exif: the value of tag \(tag) in \(directory.kind.rawValue)\(others) lies outside of it."
  }

  /// A latitude or longitude that no place has, or of which a part is missing.
  private var placeOddity: String? {
    guard let gps = directory(.gps), [1, 2, 3, 4].contains(where: { gps.entry($0) != nil }), location == nil else {
      return nil
    }
    // Cameras without a fix write the directory with nothing in it.
    let isEmpty = [2, 4].allSatisfy { tag in
      reader.rationals(gps.entry(UInt16(tag)), atMost: 3).allSatisfy { ($0 ?? 0) == 0 }
    }
    return isEmpty && gps.entry(2)?.count != 0
      ? nil : "Its Exif tells of a place, and latitude and longitude are none on earth."
  }

  private var thumbnailOddity: String? {
    guard entry(0x0201, in: .thumbnail) != nil else { return nil }
    guard let range = thumbnailRange else { return "Its Exif announces a thumbnail, and its bytes lie outside." }
    do {
      _ = try JPEGSegments(Array(bytes[range]))
      return nil
    } catch {
      return "Its Exif's thumbnail is damaged: \(error.message)"
    }
  }
}
