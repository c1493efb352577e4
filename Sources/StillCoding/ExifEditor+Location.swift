import ByteCoding
import MediaCore

extension ExifEditor {
  /// Entries that tell of a place, or hold metadata of other kinds that do: GPS directory, GeoTIFF's tie points,
  /// transformation and keys, XMP, IPTC, Photoshop's resources, further directories, a maker's private data.
  private static let places: Set<UInt16> = [
    0x8825, 0x830e, 0x8482, 0x8480, 0x85d8, 0x87af, 0x87b0, 0x87b1, 0x02bc, 0x83bb, 0x8649, 0x014a, 0xc634,
  ]

  /// The block without places, or `nil` if there are none in it.
  static func removingLocation(from block: ExifBlock, depth: Int = 0) throws(CodingError) -> [UInt8]? {
    var editor = ExifEditor(block)
    try editor.removeLocation(depth: depth)
    return editor.bytes == block.bytes ? nil : editor.bytes
  }

  /// Takes everything out that tells of a place, and zeroes every byte that belongs to it alone; the block's length
  /// stays.
  ///
  /// Property lists in Apple's maker note are looked into. Maker notes that are not Apple's go as well: many makers
  /// note places there, in ways of their own. So do directories behind that of the thumbnail, of which nobody knows
  /// what they hold. `depth` counts the pictures that this one lies in.
  /// - Throws: ``CodingError`` with `.malformed` for a thumbnail that cannot be read.
  mutating func removeLocation(depth: Int) throws(CodingError) {
    guard let block else { return }
    let keepsNote = block.makerNoteRange == nil || block.appleMakerNote != nil
    if !keepsNote, let range = block.makerNoteRange {
      let maker = block.make ?? "an unknown maker"
      notes.append(
        "The maker note of \(maker), \(range.count) bytes, is gone, as it may say where the still was taken.")
    }
    func isGone(_ entry: ExifDirectory.Entry) -> Bool {
      Self.places.contains(entry.tag) || (!keepsNote && entry.tag == 0x927c)
    }
    erase(isGone, of: block)
    for directory in block.directories where directory.kind != .gps {
      let gone = directory.entries.filter(isGone)
      // From the last one on, so that those before stay where they are.
      for entry in gone.reversed() {
        let rest = Array(bytes[entry.offset + 12..<directory.range.upperBound])
        write(rest + [UInt8](repeating: 0, count: 12), at: entry.offset)
      }
      if !gone.isEmpty { write(number(UInt64(directory.entries.count - gone.count), size: 2), at: directory.offset) }
      if directory.kind != .image, directory.isWhole {
        // The link stands behind the entries that are left.
        write([0, 0, 0, 0], at: directory.range.upperBound - 4 - 12 * gone.count)
      }
    }
    removeNoteLocation()
    try removeThumbnailLocation(depth)
  }

  /// Entries of Apple's maker note may be property lists. Those that cannot be read go, with a word.
  private mutating func removeNoteLocation() {
    guard let range = block?.makerNoteRange, let note = block?.appleMakerNote else { return }
    var budget = note.bytes.count  // entries of a hostile note may all claim all of it
    for entry in note.entries {
      guard let value = entry.valueRange, PropertyListLocation.isPropertyList(Array(note.bytes[value])) else {
        continue
      }
      budget -= value.count
      let start = range.lowerBound + value.lowerBound
      let old = Array(bytes[start..<start + value.count])
      let kind = "\(AppleMakerNote.kind), tag \(entry.tag)"
      // What is wrong with it matters to nobody: a place may be in it.
      if budget >= 0, let clean = try? PropertyListLocation.blanking(old, kind: kind) {
        if clean != old { write(clean, at: start) }
      } else {
        write([UInt8](repeating: 0, count: value.count), at: start)
        notes.append("Tag \(entry.tag) of the maker note, a property list that cannot be read, is gone.")
      }
    }
  }

  /// A thumbnail is a JPEG of its own, and may have metadata.
  private mutating func removeThumbnailLocation(_ depth: Int) throws(CodingError) {
    guard let range = block?.thumbnailRange, bytes[range].starts(with: [0xff, 0xd8]) else { return }
    let old = Array(bytes[range])
    let clean = try JPEGFile.withoutLocation(embedded: old, name: "thumbnail", depth: depth + 1)
    if clean != old { write(clean, at: range.lowerBound) }
  }

  /// Zeroes the values of entries, and the GPS directories that they point to, but for bytes that others use as well.
  ///
  /// Counts how many users begin and end at each byte, so that a block whose entries all claim all of it costs no
  /// more than any other.
  private mutating func erase(_ isGone: (ExifDirectory.Entry) -> Bool, of block: ExifBlock) {
    var kept = [Int32](repeating: 0, count: bytes.count + 1)
    var erased = kept
    func mark(_ range: Range<Int>, _ counts: inout [Int32]) {
      counts[range.lowerBound] += 1
      counts[range.upperBound] -= 1
    }
    mark(0..<8, &kept)
    if let thumbnail = block.thumbnailRange { mark(thumbnail, &kept) }
    var directories = block.directories
    for entry in directories.flatMap(\.entries) where entry.tag == 0x8825 {
      guard let place = block.reader.integer(entry), !directories.contains(where: { $0.offset == place }),
        directories.count < 16, let found = block.reader.directory(.gps, at: place)
      else { continue }
      directories.append(found)
    }
    for directory in directories {
      let isGPS = directory.kind == .gps
      if isGPS { mark(directory.range, &erased) } else { mark(directory.range, &kept) }
      for entry in directory.entries {
        guard let range = entry.valueRange else { continue }
        if isGPS || isGone(entry) { mark(range, &erased) } else { mark(range, &kept) }
      }
    }
    var (users, own): (Int32, Int32) = (0, 0)
    for index in bytes.indices {
      users += kept[index]
      own += erased[index]
      if own > 0, users == 0 { bytes[index] = 0 }
    }
  }
}
