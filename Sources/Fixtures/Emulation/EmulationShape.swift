import ByteCoding
import CaptureDevices
import MediaCore

/// A recorded mode as a driver describes it.
struct EmulationShape {
  let format: VideoFormat
  /// The name that a driver gives the coding, for people.
  let coding: String
  private let rowBytes: Int
  private let pictureBytes: Int
  private let interval: (numerator: UInt32, denominator: UInt32)

  // V4L2_COLORSPACE_…, V4L2_QUANTIZATION_… and V4L2_XFER_FUNC_…
  private static let (jpeg, sRGB, raw): (UInt32, UInt32, UInt32) = (7, 8, 11)
  private static let (fullRange, limitedRange): (UInt32, UInt32) = (1, 2)
  private static let curve: UInt32 = 2

  private static let names: [PixelFormat: String] = [
    .mjpeg: "Motion-JPEG", .jpeg: "JFIF JPEG", .yuyv: "YUYV 4:2:2", .uyvy: "UYVY 4:2:2", .nv12: "Y/CbCr 4:2:0",
    .yu12: "Planar YUV 4:2:0", .rgb24: "24-bit RGB 8-8-8", .grey: "8-bit Greyscale", .bgra: "32-bit BGRA 8-8-8-8",
    .bgrx: "32-bit BGRX 8-8-8-8",
  ]

  /// - Throws: ``FixtureError`` with `.unsupported` when V4L2 has no words for it.
  init(_ video: FixtureManifest.Video, longest: Int, path: String) throws(FixtureError) {
    format = video.mode.format
    coding = Self.names[format.pixelFormat] ?? "\(format.pixelFormat)"
    rowBytes = format.planes.first?.strideBytes ?? 0
    let packed = VideoFormat(
      pixelFormat: format.pixelFormat, width: format.width, height: format.height, strideBytes: rowBytes)
    // Room for a picture that is hard to compress, as drivers have it.
    let room = format.planes.isEmpty ? format.width * format.height : format.frameBytes
    guard packed.planes == format.planes, (1...65_535).contains(format.width), (1...65_535).contains(format.height),
      max(longest, room) <= 1 << 30
    else {
      throw FixtureError(
        .unsupported, context: path,
        message: "Frames of \(format) with such rows are none that a V4L2 driver delivers. Record another mode.")
    }
    pictureBytes = max(longest, room, 1)
    interval = Self.interval(video)
  }

  /// The mode's, or what most frames are apart.
  private static func interval(_ video: FixtureManifest.Video) -> (UInt32, UInt32) {
    let interval = video.mode.frameInterval
    if interval.isNumeric, let numerator = UInt32(exactly: interval.value), numerator > 0,
      let denominator = UInt32(exactly: interval.timescale), denominator > 0
    {
      return (numerator, denominator)
    }
    let times = video.track.samples.map(\.timeNanoseconds)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let middle = steps.isEmpty ? 33_333_333 : steps[steps.count / 2]
    return (UInt32(clamping: max(1, middle / 1000)), 1_000_000)
  }

  func write(to writer: inout ByteWriter) {
    let isBayer = format.pixelFormat.bayer != nil
    let isLinear = isBayer && format.light == .linear
    writer.u32(format.pixelFormat.fourCC, .little)
    writer.u32(UInt32(format.width), .little)
    writer.u32(UInt32(format.height), .little)
    writer.u32(UInt32(rowBytes), .little)
    writer.u32(UInt32(pictureBytes), .little)
    writer.u32(format.pixelFormat.isCompressed ? Self.jpeg : isLinear ? Self.raw : Self.sRGB, .little)
    writer.u32(format.range == .full ? Self.fullRange : Self.limitedRange, .little)
    writer.u32(isBayer && !isLinear ? Self.curve : 0, .little)
    writer.u32(interval.numerator, .little)
    writer.u32(interval.denominator, .little)
  }
}
