public import MediaCore

/// The dependence of a coded picture on others, by its first slice.
public enum CodedPicture: Sendable, Hashable {
  /// Decoding can begin with it.
  case sync
  /// The picture is built on others.
  case dependent
  /// The picture is built on others, and shown before a picture that comes before it: H.265, 7.4.2.2, RADL and RASL.
  case leading

  /// Looks at the first slice of a picture whose units are whole; `nil` where there is none.
  public init?(_ bytes: UnsafeRawBufferPointer, lengthBytes: Int, codec: VideoCodec) {
    var position = 0
    while bytes.count - position > lengthBytes {
      let start = position + lengthBytes
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= bytes.count - start else { return nil }
      let unit = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
      if let picture = codec == .h264 ? Self.avc(unit) : Self.hevc(unit) {
        self = picture
        return
      }
      position = start + length
    }
    return nil
  }

  private static func hevc(_ unit: UnsafeRawBufferPointer) -> CodedPicture? {
    switch VideoCodec.hevc.unitType(unit[0]) {
    case 0...5: .dependent
    case 6...9: .leading
    case 16...21: .sync
    default: nil
    }
  }

  /// Returns the kind of an H.264 picture by one of its units; pictures of nothing but I slices count as ``sync``, too,
  /// as recorders mark them.
  private static func avc(_ unit: UnsafeRawBufferPointer) -> CodedPicture? {
    switch VideoCodec.h264.unitType(unit[0]) {
    case 1:
      var reader = BitReader(unit, headerBytes: 1, limit: 16)
      _ = reader.number()
      return [2, 4, 7, 9].contains(reader.number()) ? .sync : .dependent
    // Pictures in partitions are nobody's, and not looked into.
    case 2...5: return .sync
    default: return nil
    }
  }
}
