import ByteCoding
import MediaCore

/// The image resources that Adobe's programs put into a JPEG's APP13 segments, IPTC's news metadata among them.
///
/// Stands for Adobe's "Photoshop File Formats", image resource blocks, and for IPTC-IIM 4.2, whose record 2 says where
/// a picture was taken.
enum PhotoshopResources {
  static let identifier = Array("Photoshop 3.0".utf8) + [0]
  private static let news: UInt16 = 0x0404
  /// A hash of the news, by which programs notice that another one has changed them.
  private static let newsDigest: UInt16 = 0x0425
  /// The data sets of record 2 about places: content location code and name, city, sublocation, province or state,
  /// country code and name.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// The payloads of all segments in a row without places, or `nil` when there are none in them.
  /// - Throws: `damage` for what is damaged, ``CodingError`` with `.malformed` for news that cannot be read.
  static func withoutLocation(_ bytes: [UInt8], damage: CodingError) throws(CodingError) -> [UInt8]? {
    var reader = ByteReader(bytes)
    var writer = ByteWriter(capacity: bytes.count)
    var isChanged = false
    // A last padding byte may be missing, or be there twice.
    let end = bytes.lastIndex { $0 != 0 } ?? -1
    while reader.offset <= end {
      let start = reader.offset
      reader.skip(4)
      let id = reader.u16()
      // A name has an even number of bytes with its length.
      reader.skip(Int(reader.u8()) | 1)
      let head = bytes[start..<reader.offset]
      let count = Int(reader.u32())
      let data = reader.bytes(count)
      guard reader.error == nil else { throw damage }
      reader.skip(min(count & 1, reader.remaining))
      let kept = id == news ? try withoutPlaces(data) : data
      isChanged = isChanged || kept.count != data.count
      if id == newsDigest { continue }
      writer.bytes(head)
      writer.u32(UInt32(kept.count))
      writer.bytes(kept)
      writer.fill(count: kept.count & 1)
    }
    return isChanged ? writer.contents : nil
  }

  private static func withoutPlaces(_ news: ArraySlice<UInt8>) throws(CodingError) -> ArraySlice<UInt8> {
    var reader = ByteReader(news, base: news.startIndex)
    var kept: ArraySlice<UInt8> = []
    while reader.remaining > 0 {
      let start = reader.position
      func damaged() -> CodingError {
        CodingError(
          .malformed, context: "IPTC",
          message: "The news metadata are damaged at byte \(start) of their segment, and may say where the still was "
            + "taken. Remove them first.")
      }
      guard reader.u8() == 0x1c else {
        // Padding at the end.
        guard news[start...].allSatisfy({ $0 == 0 }) else { throw damaged() }
        break
      }
      let (record, dataset) = (reader.u8(), reader.u8())
      var length = Int(reader.u16())
      if length & 0x8000 != 0 {
        // An extended dataset: so many bytes of length.
        let digits = length & 0x7fff
        guard digits <= 4 else { throw damaged() }
        length = reader.bytes(digits).reduce(0) { $0 << 8 | Int($1) }
      }
      reader.skip(length)
      guard reader.error == nil else { throw damaged() }
      if record != 2 || !places.contains(dataset) { kept += news[start..<reader.position] }
    }
    return kept
  }
}
