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

  /// The periods of what programs and disks write over files: a word or two, a sector, a page. The first stands for all
  /// that divide it.
  private static let periods = [16, 512, 4096]
  /// The distance between the places at which a unit is looked at.
  private static let stride = 128
  /// A sector is overwritten in whole. Where coding begins anew for each row of a picture, as phones have it, rows
  /// without anything in them are alike, and have a few bytes each.
  private static let leastRepetition = 480

  /// Returns the position at which slices of an arithmetic coder hold a pattern that repeats over most of a sector;
  /// `nil` if none does.
  ///
  /// Filling and texts, which may repeat, are in units of their own kinds.
  package static func repetition(
    in bytes: UnsafeRawBufferPointer, lengthBytes: Int, codec: VideoCodec
  ) -> Int? {
    var position = 0
    while bytes.count - position > lengthBytes {
      let start = position + lengthBytes
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= bytes.count - start else { return nil }
      let type = codec.unitType(bytes[start])
      if codec == .h264 ? (1...5).contains(type) : type < 32,
        let place = repetition(inUnit: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
      {
        return start + place
      }
      position = start + length
    }
    return nil
  }

  private static func repetition(inUnit bytes: UnsafeRawBufferPointer) -> Int? {
    for period in periods {
      let end = bytes.count - period
      var index = 0
      while index + 8 <= end {
        let isEqual =
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          == bytes.loadUnaligned(fromByteOffset: index + period, as: UInt64.self)
        if isEqual {
          var (first, last) = (index, index + 8)
          while first > 0, bytes[first - 1] == bytes[first - 1 + period] { first -= 1 }
          while last < end, bytes[last] == bytes[last + period] { last += 1 }
          if last - first >= leastRepetition - periods[0] { return first }
          index = last
        }
        index += stride
      }
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
