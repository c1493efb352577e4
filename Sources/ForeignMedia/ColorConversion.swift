import CFFmpeg
import MediaCore

/// The way from a frame's colours to those that are wanted, by zimg: primaries, curve, matrix, range and size in one.
///
/// BT.709's curve, and those of BT.601 and BT.2020, are taken for sRGB's, as every browser and viewer does. High
/// dynamic range is mapped: white as in a picture with plain range (203 cd/m², ITU-R BT.2408) stays below the brightest
/// value, and what shines up to 1000 cd/m² has the rest.
struct ColorConversion: Equatable {
  var source: ForeignColor
  /// The primaries that are wanted, by the codes of ITU-T H.273; the curve is sRGB's.
  var primaries: UInt16
  var sourceWidth: Int32
  var sourceHeight: Int32
  var format: AVPixelFormat
  var width: Int
  var height: Int
  var range: ColorRange

  private static let sRGBCurve: UInt16 = 13
  private static let linear: UInt16 = 8
  private static let matrix: UInt16 = 6
  private static let brightestWhite = 1000.0
  private static let paperWhite = 203.0

  /// The source's curve; what nobody says, and what amounts to sRGB's, is sRGB's.
  private var curve: UInt16 {
    [4, 5, Self.linear, 9, 10, 16, 17, 18].contains(source.transfer) ? source.transfer : Self.sRGBCurve
  }

  /// The source's primaries; codes that are not given out stand for nothing that anyone knows.
  private var sourcePrimaries: UInt16 {
    (4...12).contains(source.primaries) || source.primaries == 22 ? source.primaries : 1
  }

  private var sourceMatrix: UInt16 {
    [1, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14].contains(source.matrix) ? source.matrix : Self.matrix
  }

  /// Indicates whether the colours are others than those that are wanted.
  var isNeeded: Bool { sourcePrimaries != primaries || curve != Self.sRGBCurve }

  /// The layout that comes out: 4:2:0, unless its sizes are odd, which zimg does not do.
  private var outputLayout: String { (width | height) % 2 == 0 ? "yuv420p" : "yuv444p" }

  /// The filters, for frames whose layout has that description.
  func filters(_ layout: AVPixFmtDescriptor, isRGB: Bool) -> String {
    let isDeep = layout.comp.0.depth > 8
    let isOdd = (sourceWidth | sourceHeight) & 1 != 0 && (layout.log2_chroma_w | layout.log2_chroma_h) != 0
    let isGrey = layout.nb_components < 3
    // zimg takes planes only, no odd sizes of those that share colour, and makes no colours of grey.
    let spread =
      isRGB
      ? "format=\(isDeep ? "gbrp16le" : "gbrp"),"
      : isOdd || isGrey ? "format=\(isDeep ? "yuv444p16le" : "yuv444p")," : ""
    let input =
      "zscale=w=\(width):h=\(height):f=lanczos:pin=\(sourcePrimaries):tin=\(curve):"
      + "min=\(isRGB ? 0 : sourceMatrix):rin=\(source.range == .full ? 1 : 0)"
    // What lies outside the wanted colours is cut off in RGB: in luma and colour differences it would darken the rest.
    let output =
      "p=\(primaries):t=\(Self.sRGBCurve):m=0:r=1,format=gbrp16le,"
      + "zscale=m=\(Self.matrix):r=\(range == .full ? 1 : 0),format=\(outputLayout)"
    guard source.isHighDynamicRange else { return "\(spread)\(input):\(output)" }
    return "\(spread)\(input):p=\(primaries):t=\(Self.linear):m=0:r=1:npl=\(Self.paperWhite),format=gbrpf32le,"
      + "tonemap=mobius:desat=0:peak=\(Self.brightestWhite / Self.paperWhite),"
      + "zscale=pin=\(primaries):tin=\(Self.linear):min=0:rin=1:\(output)"
  }
}
