public import MediaCore

/// The data of a scene's frame about itself: its number and the time at which it was taken.
///
/// In the picture it is a block of 4 rows of 24 black or white cells, framed left and right by a column of
/// calibration cells; ``BarCodeLayout`` says where. The 96 bits run row by row from the upper left, white for 1:
/// the frame number (32 bits), the microseconds since the scene's epoch (48 bits), both most significant bit first,
/// and the CRC-16/CCITT-FALSE of these ten bytes.
public struct BarCode: Sendable, Hashable, CustomStringConvertible {
  /// The number of bits that the cells carry, check bits included.
  public static let bitCount = 96
  /// The greatest number of microseconds that fits: almost nine years.
  public static let maximumMicroseconds: Int64 = 1 << 48 - 1

  /// The frame's number: it was taken at epoch + number × frame interval.
  public let frameNumber: UInt32
  /// The instant at which the frame was taken, in whole microseconds since the scene's epoch, rounded to the nearest.
  public let microseconds: Int64

  /// Creates a code from its two numbers, of which the low 32 and 48 bits are kept.
  public init(frameNumber: Int64, microseconds: Int64) {
    self.frameNumber = UInt32(truncatingIfNeeded: frameNumber)
    self.microseconds = microseconds & Self.maximumMicroseconds
  }

  /// The instant at which the frame was taken, since the scene's epoch.
  public var time: MediaTime { MediaTime(value: microseconds, timescale: 1_000_000) }

  /// A text for people: `frame 30 at 1000000 µs`.
  public var description: String { "frame \(frameNumber) at \(microseconds) µs" }

  /// The 96 bits of the code, the first cell's in the highest place.
  public var bits: UInt128 {
    let payload = UInt128(frameNumber) << 48 | UInt128(UInt64(microseconds))
    return payload << 16 | UInt128(Self.checkBits(of: payload))
  }

  /// Creates the code with the given 96 bits, or `nil` if the check bits don't agree with the rest.
  public init?(bits: UInt128) {
    let payload = bits >> 16
    guard payload >> 80 == 0, Self.checkBits(of: payload) == UInt16(truncatingIfNeeded: bits) else { return nil }
    frameNumber = UInt32(truncatingIfNeeded: payload >> 48)
    microseconds = Int64(truncatingIfNeeded: payload) & Self.maximumMicroseconds
  }

  // CRC-16/CCITT-FALSE: it starts from all ones, so that a picture of black cells alone is no code.
  private static func checkBits(of payload: UInt128) -> UInt16 {
    var crc: UInt16 = 0xffff
    for index in 0..<10 {
      let byte = UInt8(truncatingIfNeeded: payload >> (72 - 8 * index))
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return crc
  }
}
