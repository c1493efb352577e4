import ByteCoding
package import ISOBoxes
import MediaCore

/// The outermost boxes of a file, and where each begins.
package struct MovieOutline: Sendable {
  /// The boxes in order. All lie within the file, except that the last may have been cut off; see ``damage``.
  package let boxes: [(header: BoxHeader, offset: Int)]
  /// The damage at the place where no further box could be read, or `nil` when boxes fill the file.
  package let damage: BoxError?
  /// The end of the boxes, where data begins that vendors append to a file and that is no box.
  package let end: Int

  init(_ source: any ByteSource) throws(MovieError) {
    var boxes: [(header: BoxHeader, offset: Int)] = []
    var damage: BoxError?
    var position = 0
    while position < source.count, damage == nil {
      do throws(BoxError) {
        let header = try Self.header(at: position, of: source)
        guard boxes.count < BoxLimits.boxes else {
          throw BoxError(
            .limitExceeded, box: "", offset: position, message: "There are more than \(BoxLimits.boxes) boxes.")
        }
        boxes.append((header, position))
        position += header.headerSize + Int(header.payloadSize)
      } catch {
        damage = error
      }
    }
    // Behind a whole description anything may follow. Without one, or with a box that lacks its end, it is damage.
    if let damage, !boxes.contains(where: { $0.header.type == "moov" }) {
      throw MovieError(.malformed, context: source.name, message: "Its boxes do not fill it.", underlying: damage)
    }
    self.boxes = boxes
    self.damage = damage
    end = position
  }

  private static func header(at offset: Int, of source: any ByteSource) throws(BoxError) -> BoxHeader {
    let available = source.count - offset
    let bytes: [UInt8]
    do { bytes = try source.bytes(offset..<offset + min(16, available)) } catch {
      throw BoxError(.truncated, box: "", offset: offset, message: error.message, cause: error)
    }
    var reader = ByteReader(bytes, base: offset)
    let header = try BoxHeader(&reader, available: UInt64(available))
    guard header.payloadSize <= UInt64(available - header.headerSize) else {
      throw BoxError(
        .truncated, box: header.type.description, offset: offset,
        message: "The box announces \(header.payloadSize) bytes, and \(available - header.headerSize) are left.")
    }
    return header
  }
}
