public import MediaCore

/// The units of coded pictures as files hold them: each behind its length. ITU-T H.264, 7.4.1, and H.265, 7.4.2.
public enum CodedUnits {
  /// The most zeros behind a unit that count as filling, which some cameras write.
  private static let mostFilling = 64

  /// Returns the position at which the bytes of a picture stop making sense, without decoding it; `nil` if all of them
  /// may be right.
  ///
  /// Lengths have to fit, and within a unit three bytes 0, 0, 0 to 2 never stand one behind the other: encoders put a 3
  /// between them. What was overwritten with zeros shows by that. The bits of a unit's header that are the same in all
  /// count, too.
  public static func damage(in bytes: UnsafeRawBufferPointer, lengthBytes: Int, codec: VideoCodec) -> Int? {
    var position = 0
    while position < bytes.count {
      guard bytes.count - position >= lengthBytes else { return position }
      let start = position + lengthBytes
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      // What is filled up behind the last unit is nobody's concern.
      if length == 0, position > 0 { return nil }
      guard length > 0, length <= bytes.count - start else { return position }
      // A unit's first bit is 0, and one of HEVC is of a layer from 1 on.
      if bytes[start] & 0x80 != 0 || codec == .hevc && length > 1 && bytes[start + 1] & 7 == 0 { return start }
      if let place = damage(inUnit: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])) {
        return start + place
      }
      position = start + length
    }
    return nil
  }

  /// Tells whether a unit of HEVC among the bytes codes a picture: of the kinds below 32. Others tell about pictures,
  /// or are passed over by decoders.
  public static func holdPicture(_ bytes: UnsafeRawBufferPointer, lengthBytes: Int) -> Bool {
    var position = 0
    while bytes.count - position > lengthBytes {
      let start = position + lengthBytes
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      if length > 0, bytes[start] >> 1 & 0x3f < 32 { return true }
      guard length > 0, length <= bytes.count - start else { return false }
      position = start + length
    }
    return false
  }

  /// Returns what slices hold that no coder writes: text, or, of an arithmetic coder's, a pattern that repeats; `nil`
  /// if they hold no such thing.
  ///
  /// Filling and texts, which may repeat, are in units of their own kinds.
  package static func strayBytes(
    in bytes: UnsafeRawBufferPointer, lengthBytes: Int, codec: VideoCodec, isArithmetic: Bool = true
  ) -> StrayBytes? {
    var position = 0
    while bytes.count - position > lengthBytes {
      let start = position + lengthBytes
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= bytes.count - start else { return nil }
      let type = codec.unitType(bytes[start])
      if codec == .h264 ? (1...5).contains(type) : type < 32,
        let found = StrayBytes(
          inUnit: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]), isArithmetic: isArithmetic)
      {
        return StrayBytes(kind: found.kind, place: start + found.place)
      }
      position = start + length
    }
    return nil
  }

  private static func damage(inUnit bytes: UnsafeRawBufferPointer) -> Int? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    guard bytes.count - end <= mostFilling else { return end }
    // The third byte of three: a greater one than 2 is none, nor is one of the two behind it.
    var index = 2
    while index < end {
      let byte = bytes[index]
      if byte <= 2, bytes[index - 1] == 0, bytes[index - 2] == 0 { return index - 2 }
      index += byte == 0 ? 1 : 3
    }
    return nil
  }
}
