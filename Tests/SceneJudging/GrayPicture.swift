/// A picture of luma alone, 8 bits a pixel, rows top to bottom without padding: what ffmpeg calls `gray`.
public struct GrayPicture: Sendable, Hashable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `width` × `height` values.
  public let pixels: [UInt8]

  /// A picture from its pixels, or `nil` if their number is not `width` × `height`.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width.multipliedFullWidth(by: height).low,
      width.multipliedFullWidth(by: height).high == 0
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension GrayPicture {
  /// Calls `body` with a view of the pixels, which must not be kept.
  public func withView<Result>(_ body: (GrayView) throws -> Result) rethrows -> Result {
    try pixels.withUnsafeBytes { bytes in
      guard let view = GrayView(bytes: bytes, width: width, height: height, strideBytes: width) else {
        preconditionFailure("a picture whose pixels were counted does not hold them")
      }
      return try body(view)
    }
  }
}
