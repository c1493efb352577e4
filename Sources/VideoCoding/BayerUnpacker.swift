public import MediaCore

/// Turns the rows of raw frames, however they are packed, into 16-bit samples.
public struct BayerUnpacker: Sendable {
  /// The packing of the samples.
  public let coding: BayerCoding

  /// Creates an unpacker of one coding.
  public init(_ coding: BayerCoding) { self.coding = coding }

  /// Returns the samples of a raw frame, row by row from the upper left, without padding: `width` × `height` of them.
  ///
  /// Samples are as the sensor gave them, 0 to ``MediaCore/BayerCoding/maximumSample``; what a driver leaves in the
  /// unused high bits of a word counts as that maximum.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` for a format that is not raw, `.malformed` for sizes and
  ///   layouts that cannot be, `.truncated` for a frame that is too short.
  public static func samples(of frame: VideoFrame) throws(CodingError) -> [UInt16] {
    let format = frame.format
    let unpacker = BayerUnpacker(try coding(of: format))
    try I420Picture.checkSides(format.width, format.height, from: 1, isEven: false, .malformed, context: "\(format)")
    return try frame.storage.withBytes { (bytes) throws(CodingError) in
      let rowBytes = unpacker.coding.rowBytes(width: format.width)
      let plane = try RawFrame(format, reading: bytes).plane(0, rowBytes: rowBytes, rows: format.height)
      return [UInt16](unsafeUninitializedCapacity: format.width * format.height) { target, count in  // all rows below
        guard let first = target.baseAddress else { return }  // never: sides are above zero
        for row in 0..<format.height {
          unpacker.unpack(plane.start + row * plane.stride, to: first + row * format.width, width: format.width)
        }
        count = target.count
      }
    }
  }

  static func coding(of format: VideoFormat) throws(CodingError) -> BayerCoding {
    guard let coding = format.pixelFormat.bayer else {
      throw CodingError(
        .unsupported, context: "\(format)",
        message: "The frame holds a picture, not raw samples. Set the camera to one of "
          + PixelFormat.bayerFormats.map(\.description).joined(separator: ", ") + ".")
    }
    return coding
  }

  /// Unpacks one row, of which `coding.rowBytes(width:)` bytes can be read and `width` samples written.
  func unpack(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt16>, width: Int) {
    switch (coding.packing, coding.bitsPerSample) {
    case (.mipi, 10): unpackGroups(of: 4, low: 2, source, to: target, width: width)
    case (.mipi, 12): unpackGroups(of: 2, low: 4, source, to: target, width: width)
    case (_, 8):
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { target[x] = UInt16(bytes[x]) }
    default:
      let limit = UInt16(truncatingIfNeeded: coding.maximumSample)
      for x in 0..<width {
        let word = UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
        target[x] = word < limit ? word : limit
      }
    }
  }

  private func unpackGroups(
    of size: Int, low: Int, _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt16>, width: Int
  ) {
    var group = source.assumingMemoryBound(to: UInt8.self)
    let shift = UInt16(truncatingIfNeeded: low)
    let mask: UInt16 = (1 << shift) &- 1
    var x = 0
    while x < width {
      var rest = UInt16(group[size])
      for index in 0..<min(size, width &- x) {
        target[x &+ index] = UInt16(group[index]) << shift | rest & mask
        rest >>= shift
      }
      group += size &+ 1
      x &+= size
    }
  }
}
