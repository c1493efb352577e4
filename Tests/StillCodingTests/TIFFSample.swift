import ByteCoding

/// A TIFF with any entries, written without the project's writer.
final class TIFFSample {
  typealias Entry = (tag: UInt16, type: UInt16, value: [UInt8])
  var image: [Entry] = []
  var exif: [Entry] = []
  private let order: ByteOrder

  init(littleEndian: Bool) { order = littleEndian ? .little : .big }

  /// One byte a value: types of other sizes are for entries whose value fits in four bytes.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.ascii(order == .little ? "II" : "MM")
    writer.u16(42, order)
    writer.u32(8, order)
    var first = image
    let exifStart = 8 + size(image, extra: exif.isEmpty ? 0 : 1)
    if !exif.isEmpty {
      var pointer = ByteWriter()
      pointer.u32(UInt32(exifStart), order)
      first.append((0x8769, 4, pointer.contents))
    }
    append(first, to: &writer)
    if !exif.isEmpty { append(exif, to: &writer) }
    return writer.contents
  }

  private func size(_ entries: [Entry], extra: Int) -> Int {
    6 + 12 * (entries.count + extra) + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
  }

  private func append(_ entries: [Entry], to writer: inout ByteWriter) {
    var place = writer.count + 6 + 12 * entries.count
    var values: [UInt8] = []
    writer.u16(UInt16(entries.count), order)
    for (tag, type, value) in entries.sorted(by: { $0.tag < $1.tag }) {
      writer.u16(tag, order)
      writer.u16(type, order)
      writer.u32(UInt32(type == 4 ? 1 : value.count), order)
      if value.count <= 4 {
        writer.bytes(value)
        writer.fill(count: 4 - value.count)
      } else {
        writer.u32(UInt32(place), order)
        place += value.count
        values += value
      }
    }
    writer.u32(0, order)
    writer.bytes(values)
  }
}

extension [UInt8] {
  /// Where other bytes first occur.
  func firstIndex(ofSubsequence other: [UInt8]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...count - other.count).first { self[$0] == other[0] && self[$0..<$0 + other.count].elementsEqual(other) }
  }

  /// Whether a text occurs.
  func contains(subsequence text: String) -> Bool { firstIndex(ofSubsequence: Array(text.utf8)) != nil }
}
