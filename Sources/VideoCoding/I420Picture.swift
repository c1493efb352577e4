public import MediaCore

// Unchecked because the rule below, not the compiler, keeps writes and reads apart.
/// An uncompressed picture, 4:2:0 in three planes, for encoding, drawing and analysis.
///
/// Luma has `width` × `height` samples, each colour plane half of both, rounded up; rows go top to bottom, each
/// plane's rows at its own stride. Colour follows ITU-R BT.601; `range` says which values are black and white.
///
/// A picture is written while only its maker holds it and is read-only from the moment it is shared. A converter
/// writes the same picture again and again; who hands one to someone else makes a new one.
public final class I420Picture: @unchecked Sendable {
  /// Luma samples in a row.
  public let width: Int
  /// Rows of luma.
  public let height: Int
  /// The range of values, which tells those of black and white. Only for a sole owner to set.
  public var range: ColorRange
  /// The planes as libyuv takes them, valid as long as the picture lives.
  let planes: PlaneTriple

  /// The largest width and height a picture can have.
  public static let maximumSize = 16_384

  /// Creates a picture with undefined contents.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` unless both sizes are above zero and at most
  ///   ``maximumSize``.
  public init(width: Int, height: Int, range: ColorRange) throws(CodingError) {
    try Self.checkSides(width, height, from: 1, isEven: false, context: "picture \(width)x\(height)")
    self.width = width
    self.height = height
    self.range = range
    planes = PlaneTriple((width, height), chroma: ((width + 1) / 2, (height + 1) / 2)) { count in
      UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64).bindMemory(to: UInt8.self, capacity: count)
    }
  }

  /// Makes sure that both sides are even, if they must be, and neither too small nor too large.
  /// - Throws: `CodingError` with `code`.
  package static func checkSides(
    _ width: Int, _ height: Int, from least: Int = 2, isEven: Bool = true, _ code: CodingError.Code = .invalidSetting,
    context: String
  ) throws(CodingError) {
    let sides = least...maximumSize
    guard sides.contains(width), sides.contains(height), !isEven || width % 2 == 0 && height % 2 == 0 else {
      throw CodingError(
        code, context: context,
        message:
          "The sides must be \(isEven ? "even and " : "")from \(least) to \(sides.upperBound). Choose another size.")
    }
  }

  /// Creates a picture for the frames of a stream: their size cropped to even, their range.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` when nothing is left, or too much.
  public convenience init(for format: VideoFormat) throws(CodingError) {
    try self.init(width: format.width & ~1, height: format.height & ~1, range: format.range)
  }

  // Luma comes first in the memory of all three.
  deinit { UnsafeMutableRawPointer(planes.luma.start).deallocate() }

  /// The error for what cannot be done with the picture.
  func refusal(_ message: String) -> CodingError {
    CodingError(.invalidSetting, context: "picture \(width)x\(height)", message: message)
  }

  /// Calls `body` with the three planes, which must not be kept beyond the call. Writing is for a sole owner only.
  /// - Throws: What `body` throws.
  public func withPlanes<Result, Failure: Error>(
    _ body: (I420Planes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(I420Planes(planes))
  }
}

/// The places of an ``I420Picture``'s samples. Valid only during the call that lends it.
public struct I420Planes {
  /// Luma, `lumaStride` bytes from row to row.
  public let luma: UnsafeMutableBufferPointer<UInt8>
  /// Blue difference, `chromaStride` bytes from row to row; half as many rows as luma, rounded up.
  public let cb: UnsafeMutableBufferPointer<UInt8>
  /// Red difference, shaped as ``cb``.
  public let cr: UnsafeMutableBufferPointer<UInt8>
  /// Bytes from one row of luma to the next.
  public let lumaStride: Int
  /// Bytes from one row of a colour plane to the next.
  public let chromaStride: Int

  fileprivate init(_ planes: PlaneTriple) {
    func samples(_ plane: Plane) -> UnsafeMutableBufferPointer<UInt8> {
      UnsafeMutableBufferPointer(start: plane.start, count: plane.stride * plane.height)
    }
    (luma, cb, cr) = (samples(planes.luma), samples(planes.cb), samples(planes.cr))
    (lumaStride, chromaStride) = (planes.luma.stride, planes.cb.stride)
  }
}
