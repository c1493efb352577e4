import ByteCoding
import MediaCore

/// The image resources that Adobe's programs put into a JPEG's APP13 segments, IPTC's news metadata among them.
///
/// Stands for Adobe's "Photoshop File Formats", image resource blocks, and for IPTC-IIM 4.2, whose record 2 says where
/// a picture was taken.
struct PhotoshopResources {
  static let identifier = Array("Photoshop 3.0".utf8) + [0]
  private static let news: UInt16 = 0x0404
  /// A hash of the news, by which programs notice that another one has changed them.
  private static let newsDigest: UInt16 = 0x0425
  /// Of record 2: content location code and name, city, sublocation, province or state, country code and name.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// A resource: what stands before its data, and the data with their padding.
  private struct Resource {
    let id: UInt16
    let head: ArraySlice<UInt8>
    let data: ArraySlice<UInt8>
  }

  private let resources: [Resource]
  private let bytes: [UInt8]

  /// Reads the payloads of all segments in a row; `nil` for what is damaged.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var resources: [Resource] = []
    var position = 0
    while position < bytes.count {
      // A last padding byte may be missing, or be there twice.
      if bytes[position...].allSatisfy({ $0 == 0 }) { break }
      guard bytes.count - position >= 8 else { return nil }
      let id = UInt16(bytes[position + 4]) << 8 | UInt16(bytes[position + 5])
      let name = (Int(bytes[position + 6]) + 2) & ~1
      let start = position + 6 + name + 4
      guard start <= bytes.count else { return nil }
      let count = bytes[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - start else { return nil }
      resources.append(Resource(id: id, head: bytes[position..<start], data: bytes[start..<start + count]))
      position = min(bytes.count, start + count + (count & 1))
    }
    self.resources = resources
  }

  /// The resources without places, or `nil` when there are none in them.
  /// - Throws: ``CodingError`` with `.malformed` for news that cannot be read.
  func withoutLocation() throws(CodingError) -> [UInt8]? {
    var isChanged = false
    var kept: [(resource: Resource, data: [UInt8])] = []
    for resource in resources {
      var data = Array(resource.data)
      if resource.id == Self.news {
        data = try Self.withoutPlaces(resource.data)
        isChanged = isChanged || data.count != resource.data.count
      }
      kept.append((resource, data))
    }
    guard isChanged else { return nil }
    var writer = ByteWriter(capacity: bytes.count)
    for (resource, data) in kept where resource.id != Self.newsDigest {
      writer.bytes(resource.head.dropLast(4))
      writer.u32(UInt32(data.count))
      writer.bytes(data)
      if data.count & 1 == 1 { writer.u8(0) }
    }
    return writer.contents
  }

  private static func withoutPlaces(_ news: ArraySlice<UInt8>) throws(CodingError) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = news
    while let first = rest.first {
      // Padding at the end.
      guard first == 0x1c else {
        guard rest.allSatisfy({ $0 == 0 }) else { throw damaged(at: rest.startIndex) }
        break
      }
      guard rest.count >= 5 else { throw damaged(at: rest.startIndex) }
      let fields = Array(rest.prefix(5))
      var length = Int(fields[3]) << 8 | Int(fields[4])
      var head = 5
      if length & 0x8000 != 0 {
        // An extended dataset: so many bytes of length.
        let digits = length & 0x7fff
        guard digits <= 4, rest.count >= 5 + digits else { throw damaged(at: rest.startIndex) }
        length = rest.dropFirst(5).prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        head += digits
      }
      guard length <= rest.count - head else { throw damaged(at: rest.startIndex) }
      if fields[1] != 2 || !places.contains(fields[2]) { kept += rest.prefix(head + length) }
      rest = rest.dropFirst(head + length)
    }
    return kept
  }

  private static func damaged(at position: Int) -> CodingError {
    CodingError(
      .malformed, context: "IPTC",
      message: "The news metadata are damaged at byte \(position) of their segment, and may say where the still was "
        + "taken. Remove them first.")
  }
}
