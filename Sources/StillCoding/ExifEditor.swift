import ByteCoding
import MediaCore

/// Changes an Exif block and leaves at its offset whatever it is not told to change.
///
/// Values are overwritten where they are long enough, else they go to the block's end. A directory that gets more
/// entries moves to the end as a whole, and its pointer with it. So notes of makers whose offsets count from the
/// block's start stay valid.
struct ExifEditor {
  var bytes: [UInt8]
  /// The losses by the edits, as sentences.
  var notes: [String] = []
  private let order: ByteOrder

  init(_ block: ExifBlock) {
    bytes = block.bytes
    order = block.reader.order
  }

  /// The block with the edits that concern Exif, and what was lost.
  /// - Throws: ``CodingError`` with `.malformed` when places are to go and the thumbnail cannot be read.
  static func applying(_ edits: StillEdits, to block: ExifBlock) throws(CodingError) -> (
    bytes: [UInt8], notes: [String]
  ) {
    var editor = ExifEditor(block)
    if edits.removesLocation { try editor.removeLocation(depth: 0) }
    if let orientation = edits.orientation { editor.setOrientation(orientation) }
    editor.setMissingTexts(edits)
    if let identifier = edits.contentIdentifier { editor.setIdentifier(identifier) }
    if let date = edits.date { editor.setDate(date) }
    if let isSRGB = edits.isSRGB { editor.setColorSpace(isSRGB: isSRGB) }
    if let thumbnail = edits.thumbnail { editor.setThumbnail(thumbnail) }
    return (editor.bytes, editor.notes)
  }

  /// The block as it is by now. It was one before, and no edit takes that away.
  var block: ExifBlock? { ExifBlock(bytes) }

  private mutating func setOrientation(_ orientation: ExifOrientation) {
    guard let block else { return }
    if block.orientation != orientation { set([0x0112: .short([orientation.rawValue])], in: .image) }
    if let entry = block.entry(0x0112, in: .thumbnail), block.reader.integer(entry) != Int(orientation.rawValue) {
      set([0x0112: .short([orientation.rawValue])], in: .thumbnail)
    }
  }

  private mutating func setMissingTexts(_ edits: StillEdits) {
    guard let block else { return }
    var texts: [UInt16: TIFFValue] = [:]
    if block.make == nil { texts[0x010f] = ExifWriter.text(edits.makeIfMissing) }
    if block.model == nil { texts[0x0110] = ExifWriter.text(edits.modelIfMissing) }
    if block.software == nil { texts[0x0131] = ExifWriter.text(edits.softwareIfMissing) }
    set(texts, in: .image)
  }

  private mutating func setDate(_ date: WallTime) {
    set([0x0132: ExifWriter.dateTexts(date).date], in: .image)
    set(ExifWriter.exifDates(date), in: .exif)
  }

  private mutating func setColorSpace(isSRGB: Bool) {
    set([0xa001: .short([isSRGB ? 1 : 0xffff])], in: .exif)
  }

  private mutating func setIdentifier(_ identifier: String) {
    guard let block else { return }
    let range = block.makerNoteRange
    if let note = block.appleMakerNote {
      if let changed = note.settingIdentifier(identifier) {
        if changed != note.bytes { set([0x927c: .undefined(changed)], in: .exif) }
        return
      }
      notes.append("The Apple maker note was damaged, and a minimal one has taken its place.")
    } else if let range {
      let maker = block.make ?? "an unknown maker"
      notes.append("The maker note of \(maker), \(range.count) bytes, had to make room for Apple's.")
    }
    set([0x927c: .undefined(AppleMakerNote.bytes(identifier: identifier))], in: .exif)
  }

  private mutating func setThumbnail(_ thumbnail: [UInt8]) {
    let length: TIFFValue = .long([UInt32(clamping: thumbnail.count)])
    let place = put(thumbnail, over: block?.thumbnailRange)
    set(
      [
        0x0103: .short([6]), 0x011a: .rational([(72, 1)]), 0x011b: .rational([(72, 1)]), 0x0128: .short([2]),
        0x0201: .long([UInt32(clamping: place)]), 0x0202: length,
      ], in: .thumbnail)
  }
}

// MARK: - Entries and directories

extension ExifEditor {
  /// Gives entries their values; what is missing, entry or directory, is added.
  private mutating func set(_ values: [UInt16: TIFFValue], in kind: ExifDirectory.Kind) {
    guard !values.isEmpty, let block else { return }
    let directory = block.directory(kind)
    var added: [UInt16: [UInt8]] = [:]
    for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
      if let entry = directory?.entry(tag) {
        write(entryBytes(tag, value, old: entry.valueRange), at: entry.offset)
      } else {
        added[tag] = entryBytes(tag, value, old: nil)
      }
    }
    if !added.isEmpty { move(kind, adding: added) }
  }

  /// The 12 bytes of an entry. A value that does not fit in there is written over the old one or at the end.
  private mutating func entryBytes(_ tag: UInt16, _ value: TIFFValue, old: Range<Int>?) -> [UInt8] {
    let (type, count, encoded) = value.encoded(order)
    let data = encoded ?? []
    var entry = number(UInt64(tag), size: 2) + number(UInt64(type), size: 2) + number(UInt64(count), size: 4)
    if data.count <= 4 {
      entry += data + [UInt8](repeating: 0, count: 4 - data.count)
    } else {
      // What ends the block anyway may grow, so that editing a still again and again does not.
      if let old, old.count > 4, old.count < data.count, old.upperBound == bytes.count, isFree(old) {
        bytes.removeSubrange(old)
      }
      entry += number(UInt64(put(data, over: old)), size: 4)
    }
    return entry
  }

  /// Writes a directory anew at the block's end, with further entries in the order of tags.
  private mutating func move(_ kind: ExifDirectory.Kind, adding added: [UInt16: [UInt8]]) {
    guard let block else { return }
    let old = block.directory(kind)
    var entries = (old?.entries ?? []).map { (tag: $0.tag, bytes: Array(bytes[$0.offset..<$0.offset + 12])) }
    for (tag, bytes) in added.sorted(by: { $0.key < $1.key }) {
      entries.insert((tag, bytes), at: entries.firstIndex { $0.tag > tag } ?? entries.count)
    }
    let table = entries.prefix(65_535).flatMap(\.bytes)
    let place = append(
      number(UInt64(table.count / 12), size: 2) + table + number(UInt64(old?.next ?? 0), size: 4))
    switch kind {
    case .image: write(number(UInt64(place), size: 4), at: 4)
    case .exif: set([0x8769: .long([UInt32(clamping: place)])], in: .image)
    case .gps: set([0x8825: .long([UInt32(clamping: place)])], in: .image)
    case .interoperability: set([0xa005: .long([UInt32(clamping: place)])], in: .exif)
    case .thumbnail:
      if block.directory(.image)?.isWhole != true { move(.image, adding: [:]) }
      if let image = self.block?.directory(.image) {
        write(number(UInt64(place), size: 4), at: image.range.upperBound - 4)
      }
    }
  }

  /// Tells whether bytes may be overwritten without hitting the header or a directory.
  private func isFree(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 8, let block else { return false }
    return !block.directories.contains { $0.range.overlaps(range) }
  }

  /// Writes data over old ones that are as long, else at the end, and returns where.
  private mutating func put(_ data: [UInt8], over old: Range<Int>?) -> Int {
    guard let old, old.count >= data.count, isFree(old) else { return append(data) }
    write(data + [UInt8](repeating: 0, count: old.count - data.count), at: old.lowerBound)
    return old.lowerBound
  }

  /// Adds bytes at the end, at an even offset, and returns where.
  private mutating func append(_ data: [UInt8]) -> Int {
    if bytes.count % 2 != 0 { bytes.append(0) }
    let place = bytes.count
    bytes += data
    return place
  }

  mutating func write(_ data: [UInt8], at offset: Int) {
    bytes.replaceSubrange(offset..<offset + data.count, with: data)
  }

  func number(_ value: UInt64, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (order == .big ? size - 1 - $0 : $0))) }
  }
}
