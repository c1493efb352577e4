import MediaCore

/// An uncompressed coding that livecam does not read itself and libv4lconvert does.
///
/// The library trusts the sizes it is told, so only codings whose sizes are known here are handed to it.
struct ConvertibleFormat {
  let pixelFormat: PixelFormat
  // Bits of a pixel in a row of the first (or only) plane.
  let rowBits: Int
  // Rows' worth of bytes in a picture, as a fraction of its height: 3/2 for 4:2:0 in planes.
  let rows: (numerator: Int, denominator: Int)
  // What it becomes. Colours that are already RGB stay so, which loses nothing.
  let target: PixelFormat
  // The range of the values afterwards; nil if it is that of the source.
  let targetRange: ColorRange?

  // The bytes of a row without padding.
  func rowBytes(width: Int) -> Int { (width * rowBits + 7) / 8 }
  // The bytes of a picture without padding.
  func pictureBytes(width: Int, height: Int) -> Int {
    rowBytes(width: width) * height * rows.numerator / rows.denominator
  }

  static func of(_ format: PixelFormat) -> ConvertibleFormat? { all.first { $0.pixelFormat == format } }

  static let all: [ConvertibleFormat] =
    // YCbCr in other orders.
    entries(["YVYU"], rowBits: 16, target: .yu12)
    + entries(["YV12"], rowBits: 8, rows: (3, 2), target: .yu12)
    + entries(["NV16", "NV61"], rowBits: 8, rows: (2, 1), target: .yu12)
    + entries(["Y16 "], rowBits: 16, target: .yu12)
    // RGB in other orders.
    + entries(["BGR3"], rowBits: 24, target: .rgb24, range: .full)
    + entries(["XR24", "AR24", "BX24", "BA24", "RGB4", "BGR4"], rowBits: 32, target: .rgb24, range: .full)
    + entries(["RGBP"], rowBits: 16, target: .rgb24, range: .full)

  private static func entries(
    _ names: [String], rowBits: Int, rows: (Int, Int) = (1, 1), target: PixelFormat, range: ColorRange? = nil
  ) -> [ConvertibleFormat] {
    names.compactMap { PixelFormat($0) }.map {
      ConvertibleFormat(pixelFormat: $0, rowBits: rowBits, rows: rows, target: target, targetRange: range)
    }
  }
}
