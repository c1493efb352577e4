import ByteCoding
import ISOBoxes
import MediaCore

/// The boxes at the top of a file of pictures, without what is in them.
struct HEICLayout: Sendable {
  struct Part: Sendable, Hashable {
    let type: FourCC
    let range: Range<Int>
    let headerSize: Int
    /// Indicates whether the box's size is given as "up to the end of the file".
    let isOpenEnded: Bool
    var payload: Range<Int> { range.lowerBound + headerSize..<range.upperBound }
  }

  let parts: [Part]
  /// Bytes after the last box that are no box: some vendors end their files with such.
  let trailer: Range<Int>
  private static let mostParts = 10_000

  init(_ source: any ByteSource) throws(CodingError) {
    var parts: [Part] = []
    var position = 0
    while source.count - position >= 8 {
      guard let part = try Self.part(of: source, at: position, isFirst: parts.isEmpty) else { break }
      guard parts.count < Self.mostParts else {
        throw HEICFile.error(source, .malformed, "It has more than \(Self.mostParts) boxes at its top. Skip the file.")
      }
      parts.append(part)
      position = part.range.upperBound
    }
    self.parts = parts
    trailer = position..<source.count
  }

  func first(_ type: FourCC) -> Part? { parts.first { $0.type == type } }

  /// `nil` where something else than a box begins.
  private static func part(of source: any ByteSource, at start: Int, isFirst: Bool) throws(CodingError) -> Part? {
    let head = try source.prefix(at: start, 16, of: "boxes")
    var reader = ByteReader(head, base: start)
    let available = source.count - start
    let isText = head[4..<8].allSatisfy { (0x20...0x7e).contains($0) }
    // What is no box is told as that.
    guard isText, let header = try? BoxHeader(&reader, available: UInt64(available)) else {
      if isFirst { throw HEICFile.error(source, .malformed, "It does not begin as a HEIC or AVIF does.") }
      return nil
    }
    guard let payload = Int(exactly: header.payloadSize), payload <= available - header.headerSize else {
      throw HEICFile.error(
        source, .truncated,
        "'\(header.type)' at byte \(start) announces \(header.payloadSize) bytes, and \(available - header.headerSize) "
          + "are left. Copy the file again.")
    }
    return Part(
      type: header.type, range: start..<start + header.headerSize + payload, headerSize: header.headerSize,
      isOpenEnded: head[0] == 0 && head[1] == 0 && head[2] == 0 && head[3] == 0)
  }
}
