import ByteCoding
import MediaCore

extension ExifBlock {
  /// The problems of the block, a sentence each: directories and values that are not there, a place that is none on
  /// earth, a thumbnail that is no picture. Apple's maker note, which carries the identifier, is looked at elsewhere.
  var oddities: [String] {
    let found = [dateOddity, textOddity, orientationOddity, noteOddity, placeOddity, thumbnailOddity].compactMap(\.self)
    return problems.map { "Its Exif: \($0)" } + directories.compactMap { valueOddity(in: $0) } + found
  }

  private var dateOddity: String? {
    for (kind, tag) in [(.exif, 0x9003), (.exif, 0x9004), (.image, 0x0132)] as [(ExifDirectory.Kind, UInt16)] {
      guard let entry = entry(tag, in: kind), entry.valueRange != nil, entry.count > 0 else { continue }
      let text = reader.text(entry) ?? ""
      if tag == 0x9003, text.isEmpty { return "Its Exif: the date at which it was taken (\(Self.name(tag))) is empty." }
      // Cameras without a clock leave blanks, or zeros, between the colons.
      guard entry.type != 2 || !text.utf8.allSatisfy({ [0x20, 0x3a, 0x30].contains($0) }) else { continue }
      guard let date = ExifDate.parse(text, offset: nil, subsecond: nil) else {
        return "Its Exif: the date of \(Self.name(tag)) is '\(text.prefix(32))', which is none."
      }
      if tag == 0x9003, let problem = ImpossibleDate.problem(of: date) {
        return "Its Exif: the date \(text.prefix(32)) \(problem). A program such as exiftool sets it."
      }
    }
    return nil
  }

  /// The names of maker, camera and program, which many programs show as they stand.
  private var textOddity: String? {
    for tag in [0x010f, 0x0110, 0x0131] as [UInt16] {
      guard let entry = entry(tag, in: .image), let range = entry.valueRange else { continue }
      let text = bytes[range].prefix { $0 != 0 }
      // 129 is UTF-8, from Exif 3.0 on.
      if ![2, 129].contains(entry.type) || text.contains(where: { $0 < 0x20 && !(9...13).contains($0) || $0 == 0x7f }) {
        return "Its Exif: \(Self.name(tag)) is to be text, and is none."
      }
    }
    return nil
  }

  private static func name(_ tag: UInt16) -> String { "tag 0x" + String(tag, radix: 16) }

  private var orientationOddity: String? {
    guard let entry = entry(0x0112, in: .image), orientation == nil || entry.type != 3 || entry.count != 1 else {
      return nil
    }
    // Zero says that it is not known.
    return reader.integer(entry) == 0 && entry.type == 3
      ? nil
      : "Its Exif: the orientation (tag 0x112) is no number from 1 to 8, and viewers turn the picture as they like."
  }

  /// Values of Apple's note that are not there, or property lists in it that cannot be read.
  private var noteOddity: String? {
    guard let note = appleMakerNote else { return nil }
    for entry in note.entries {
      let tag = "\(Self.name(entry.tag)) of \(AppleMakerNote.kind)"
      guard let range = entry.valueRange else { return "Its Exif: the value of \(tag) is not there." }
      let bytes = Array(note.bytes[range])
      // The running time is one on every phone.
      guard entry.tag == 0x0003 || bytes.starts(with: "bplist".utf8) else { continue }
      do { _ = try BinaryPropertyList(bytes, name: AppleMakerNote.kind) } catch {
        // Where in the list it breaks is of no use to anybody here.
        return "Its Exif: the property list of \(tag) cannot be read."
      }
    }
    return nil
  }

  private func valueOddity(in directory: ExifDirectory) -> String? {
    if directory.declaredCount == 0 { return "Its Exif: \(directory.kind.rawValue) has no entries." }
    var tags: Set<UInt16> = []
    if let twice = directory.entries.first(where: { !tags.insert($0.tag).inserted })?.tag {
      return "Its Exif: \(Self.name(twice)) stands twice in \(directory.kind.rawValue)."
    }
    let lost = directory.entries.filter { $0.valueRange == nil }
    guard let first = lost.first else { return overlapOddity(in: directory) }
    let tag = Self.name(first.tag)
    let others = lost.count == 1 ? "" : ", and \(lost.count - 1) more,"
    return TIFFReader.size(ofType: first.type) == nil
      ? "Its Exif: the value of \(tag) in \(directory.kind.rawValue)\(others) is of a type that TIFF does not know."
      : "Its Exif: the value of \(tag) in \(directory.kind.rawValue)\(others) lies outside of it."
  }

  /// A value that is said to lie where a directory does, so that it is none.
  private func overlapOddity(in directory: ExifDirectory) -> String? {
    let misplaced = directory.entries.first { entry in
      // Short values lie in the entry itself.
      guard let range = entry.valueRange, range.lowerBound != entry.offset + 8, !range.isEmpty else { return false }
      return directories.contains { $0.range.overlaps(range) }
    }
    guard let misplaced else { return nil }
    return "Its Exif: the value of \(Self.name(misplaced.tag)) in \(directory.kind.rawValue) lies in the midst of a "
      + "directory, and is not what was written."
  }

  /// A latitude or longitude that no place has, or of which a part is missing.
  private var placeOddity: String? {
    guard let gps = directory(.gps), [1, 2, 3, 4].contains(where: { gps.entry($0) != nil }) else { return nil }
    guard location == nil else { return placePartOddity(gps) }
    // Cameras without a fix write the directory with nothing in it.
    let isEmpty = [2, 4].allSatisfy { tag in
      reader.rationals(gps.entry(UInt16(tag)), atMost: 3).allSatisfy { ($0 ?? 0) == 0 }
    }
    return isEmpty && gps.entry(2)?.count != 0
      ? nil : "Its Exif tells of a place, and latitude and longitude are none on earth."
  }

  /// Parts of a place that readers take for something else: letters, minutes and heights that are none.
  private func placePartOddity(_ gps: ExifDirectory) -> String? {
    for (tag, letters) in [(1, "NS"), (3, "EW")] as [(UInt16, String)] {
      let text = reader.text(gps.entry(tag)) ?? ""
      if text.utf8.count != 1 || !letters.contains(text) {
        return "Its Exif tells of a place, and its side of the earth is '\(text.prefix(8))' (\(Self.name(tag)) of GPS)."
      }
    }
    for tag in [2, 4] as [UInt16] {
      let parts = reader.rationals(gps.entry(tag), atMost: 3)
      if parts.count != 3 || parts.contains(where: { $0 == nil })
        || parts.dropFirst().contains(where: { ($0 ?? 0) > 60 })
      {
        return "Its Exif tells of a place whose degrees, minutes and seconds cannot be (\(Self.name(tag)) of GPS)."
      }
    }
    if let entry = gps.entry(6) {
      guard let height = reader.rationals(entry, atMost: 1).first.flatMap(\.self) else {
        return "Its Exif tells of a height that is no number (\(Self.name(6)) of GPS)."
      }
      if !GeoLocation.possibleAltitudes.contains(reader.integer(gps.entry(5)) == 1 ? -height : height) {
        return "Its Exif tells of a height of \(Int(height)) m, which is none on earth (\(Self.name(6)) of GPS)."
      }
    }
    return nil
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
