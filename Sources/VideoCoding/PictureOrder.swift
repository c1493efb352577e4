import MediaCore

/// The order in which the pictures of a stream are shown, as their slices tell it.
///
/// Stands for the picture order count of ITU-T H.264, 8.2.1, and H.265, 8.3.1. Fields, and the rare way of H.264 to
/// count by cycles, are not followed.
public struct PictureOrder {
  /// The place of a picture in the order of display; comparable among the pictures of one stream.
  public struct Place: Comparable, Sendable {
    /// The number of times that the count began anew: all pictures before that are shown before.
    let period: Int
    let count: Int

    /// Tells whether one picture is shown before another.
    public static func < (one: Self, other: Self) -> Bool { (one.period, one.count) < (other.period, other.count) }
  }

  private let lengthBytes: Int
  private var parameters: StreamParameters
  private var period = 0
  private var decoded = 0
  /// The count of the picture that others are counted from.
  private var anchor = 0

  /// Creates an order of pictures of which the parameter sets are in a decoder's configuration, or come along with
  /// them.
  public init(_ parameters: StreamParameters, lengthBytes: Int) {
    (self.parameters, self.lengthBytes) = (parameters, lengthBytes)
  }

  /// Returns the place of the next picture in the order of decoding; `nil` when it cannot be told, and then those of
  /// the following ones cannot either.
  public mutating func place(of sample: UnsafeRawBufferPointer) -> Place? {
    var position = 0
    while sample.count - position > lengthBytes {
      let start = position + lengthBytes
      let length = sample[position..<start].reduce(0) { $0 << 8 | Int($1) }
      guard length > 1, length <= sample.count - start else { return nil }
      let unit = UnsafeRawBufferPointer(rebasing: sample[start..<start + length])
      switch (parameters.codec, parameters.codec.unitType(unit[0])) {
      case (.h264, 1), (.h264, 5): return placeOfAVC(unit)
      case (.hevc, 0..<32): return placeOfHEVC(unit)
      default: parameters.add(unit)
      }
      position = start + length
    }
    return nil
  }

  // So many bytes hold what stands before the order in any slice.
  private static let limit = 32

  private mutating func placeOfAVC(_ unit: UnsafeRawBufferPointer) -> Place? {
    var reader = BitReader(unit, headerBytes: 1, limit: Self.limit)
    (_, _) = (reader.number(), reader.number())
    guard let (sequence, _) = parameters.picture(reader.number()) else { return nil }
    if sequence.hasSeparatePlanes { reader.skip(2) }
    reader.skip(sequence.frameNumberBits)
    if !sequence.hasFramesOnly, reader.flag() { return nil }
    let isFirst = VideoCodec.h264.unitType(unit[0]) == 5
    if isFirst {
      _ = reader.number()
      begin()
    }
    defer { decoded += 1 }
    switch sequence.orderType {
    case 0:
      let bits = sequence.orderBits
      return place(reader.bits(bits), bits, isAnchor: unit[0] >> 5 & 3 != 0, reader)
    case 2: return reader.isPastEnd ? nil : Place(period: period, count: decoded)
    default: return nil
    }
  }

  private mutating func placeOfHEVC(_ unit: UnsafeRawBufferPointer) -> Place? {
    let type = VideoCodec.hevc.unitType(unit[0])
    var reader = BitReader(unit, headerBytes: 2, limit: Self.limit)
    guard reader.flag() else { return nil }
    if (16...23).contains(type) { reader.skip(1) }
    guard let (sequence, picture) = parameters.picture(reader.number()) else { return nil }
    reader.skip(picture.extraBits)
    _ = reader.number()
    if picture.hasOutputFlag { reader.skip(1) }
    if sequence.hasSeparatePlanes { reader.skip(2) }
    // A clean random access begins a count only where nothing comes before it.
    if (16...20).contains(type) || decoded == 0 { begin() }
    decoded += 1
    let bits = sequence.orderBits
    let low = (19...20).contains(type) ? 0 : reader.bits(bits)
    // Not those of higher layers, leading ones, and others that their own layer does not refer to.
    let isAnchor = unit[1] & 7 == 1 && !(6...9).contains(type) && !(type < 16 && type % 2 == 0)
    return place(low, bits, isAnchor: isAnchor, reader)
  }

  private mutating func begin() { (period, anchor) = (period + 1, 0) }

  /// The place by the lower bits of a count, which is the nearest to the anchor's.
  private mutating func place(_ low: Int, _ bits: Int, isAnchor: Bool, _ reader: BitReader) -> Place? {
    guard !reader.isPastEnd else { return nil }
    let range = 1 << bits
    var count = anchor & ~(range - 1) | low
    if count - anchor >= range / 2 { count -= range } else if anchor - count > range / 2 { count += range }
    if isAnchor { anchor = count }
    return Place(period: period, count: count)
  }
}
