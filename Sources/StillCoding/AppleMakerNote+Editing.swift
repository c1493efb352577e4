import ByteCoding

extension AppleMakerNote {
  /// The note with an identifier of 36 characters in tag 0x0011, and every other entry's value as it was.
  ///
  /// `nil` for a note that is too damaged to be kept. An entry that has to be added takes 12 bytes, into which data
  /// may reach: only values that lie there move, to the end, so that every other one stays at its offset, also those
  /// whose type nobody knows.
  func settingIdentifier(_ identifier: String) -> [UInt8]? {
    let value = Array(identifier.utf8) + [0]
    if let range = identifierRange, range.lowerBound >= directoryEnd(entries.count) {
      return Array(bytes[..<range.lowerBound]) + value + bytes[range.upperBound...]
    }
    let kept = entries.filter { $0.tag != 0x0011 }
    guard directory.isWhole, kept.count < 65_535 else { return nil }
    let end = directoryEnd(kept.count + 1)
    var tail = Array(bytes.dropFirst(end))
    var budget = bytes.count  // entries of a hostile note may all claim all of it
    var writer = ByteWriter(capacity: bytes.count + 64)
    writer.bytes(bytes[..<Self.directoryOffset])
    writer.u16(UInt16(kept.count + 1), reader.order)
    let place = kept.firstIndex { $0.tag > 0x0011 } ?? kept.count
    for (index, entry) in kept.enumerated() {
      if index == place { writeIdentifierEntry(&writer) }
      writer.bytes(bytes[entry.offset..<entry.offset + 8])
      if let range = entry.valueRange, range.count > 4, range.lowerBound < end {
        budget -= range.count
        guard budget >= 0 else { return nil }
        writer.u32(UInt32(end + tail.count), reader.order)
        tail += bytes[range]
      } else {
        writer.bytes(bytes[entry.offset + 8..<entry.offset + 12])
      }
    }
    if place == kept.count { writeIdentifierEntry(&writer) }
    let link = directoryEnd(entries.count)
    writer.bytes(bytes[link - 4..<link])
    if tail.count % 2 != 0 { tail.append(0) }
    writer.patchU32(UInt32(end + tail.count), at: Self.directoryOffset + 2 + 12 * place + 8, reader.order)
    writer.bytes(tail)
    writer.bytes(value)
    return writer.contents
  }

  private func writeIdentifierEntry(_ writer: inout ByteWriter) {
    writer.u16(0x0011, reader.order)
    writer.u16(2, reader.order)
    writer.u32(37, reader.order)
    writer.u32(0, reader.order)  // known once all that moves has moved
  }

  /// The first byte past a directory of `count` entries.
  private func directoryEnd(_ count: Int) -> Int { Self.directoryOffset + 2 + 12 * count + 4 }
}
