/// The coding of a frame's pixels in memory, named by V4L2's four-character code.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  /// V4L2's code (`V4L2_PIX_FMT_…`): four characters, the first in the lowest byte.
  public let fourCC: UInt32

  /// Creates the format with V4L2's numeric code.
  public init(fourCC: UInt32) { self.fourCC = fourCC }

  /// Creates the format whose V4L2 code spells `name`, such as "YUYV" or "MJPG"; `nil` unless it has four ASCII
  /// characters.
  public init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    self.init(fourCC: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Creates the format that a user calls `name`: V4L2's code, or `BGRA` for ``bgra``; `nil` unless it has four ASCII
  /// characters.
  public init?(named name: String) {
    // V4L2 has no format of this code.
    if name == "BGRA" { self = .bgra } else { self.init(name) }
  }

  private init(code: StaticString) { self.init(String(describing: code))! }  // literals below have four characters

  /// The format of one JPEG per frame, perhaps without Huffman tables. `V4L2_PIX_FMT_MJPEG`.
  public static let mjpeg = PixelFormat(code: "MJPG")
  /// The format of one JPEG per frame. `V4L2_PIX_FMT_JPEG`.
  public static let jpeg = PixelFormat(code: "JPEG")
  /// The format of packed 4:2:2, bytes Y0 Cb Y1 Cr. `V4L2_PIX_FMT_YUYV`.
  public static let yuyv = PixelFormat(code: "YUYV")
  /// The format of packed 4:2:2, bytes Cb Y0 Cr Y1. `V4L2_PIX_FMT_UYVY`.
  public static let uyvy = PixelFormat(code: "UYVY")
  /// The format of 4:2:0 in a luma plane, then a plane of interleaved Cb and Cr. `V4L2_PIX_FMT_NV12`.
  public static let nv12 = PixelFormat(code: "NV12")
  /// The format of 4:2:0 in three planes: luma, Cb, Cr (I420). `V4L2_PIX_FMT_YUV420`.
  public static let yu12 = PixelFormat(code: "YU12")
  /// The format of packed bytes R G B. `V4L2_PIX_FMT_RGB24`.
  public static let rgb24 = PixelFormat(code: "RGB3")
  /// The format of luma alone, 8 bits. `V4L2_PIX_FMT_GREY`.
  public static let grey = PixelFormat(code: "GREY")

  /// The format of packed bytes B G R A. `V4L2_PIX_FMT_ABGR32`, which other systems call BGRA.
  public static let bgra = PixelFormat(code: "AR24")
  /// The format of packed bytes B G R and one that means nothing. `V4L2_PIX_FMT_XBGR32`.
  public static let bgrx = PixelFormat(code: "XR24")

  /// The formats that livecam reads without a converter, best first for a live movie: pictures, then raw ones.
  public static let native: [PixelFormat] =
    [.mjpeg, .nv12, .yu12, .yuyv, .uyvy, .rgb24, .grey, .jpeg] + bayerFormats

  /// A Boolean value that indicates whether each frame is a compressed picture of its own size.
  public var isCompressed: Bool { self == .mjpeg || self == .jpeg }

  /// V4L2's four characters, with bytes that do not print shown as hexadecimal.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: fourCC >> (8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return "0x" + String(fourCC, radix: 16) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
