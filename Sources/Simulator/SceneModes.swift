import CaptureDevices
public import MediaCore

/// The modes that a scene can be filmed in, and the choice among them.
///
/// Any size from 16x16 to 4096x4096 at 1 to 240 frames a second, in the formats below; packed and planar YCbCr as
/// V4L2 has them, with even widths, and even heights where colour is shared by two rows. Raw formats hold the light
/// of the painted colours, linear, as a sensor without a cast or a black level would give it. The modes a device lists
/// are the usual ones out of these.
public enum SceneModes {
  /// The formats a scene can be filmed in, preferred first.
  public static let formats: [PixelFormat] = pictureFormats + PixelFormat.bayerFormats
  /// The formats of pictures among them, preferred first.
  public static let pictureFormats: [PixelFormat] = [.mjpeg, .nv12, .yu12, .yuyv, .uyvy, .rgb24, .grey]
  /// The format in which a scene is painted: the one that takes no codec.
  static let painted = PixelFormat.yu12
  /// The lengths a side of the picture can have.
  public static let sides = 16...4096
  /// The rates a scene can be filmed at, in frames a second.
  public static let rates = 1.0...240.0

  /// The modes that the device lists: common sizes at common rates, in every format that holds pictures and, as a
  /// sensor has but one pattern, in the raw ones of 8, 10 and 12 bits that begin with red.
  static let listed: [VideoModeCapability] = (pictureFormats + listedRaw).flatMap { format in
    [(320, 240), (640, 480), (1280, 720), (1920, 1080)].map { size in
      VideoModeCapability(
        pixelFormat: format, width: size.0, height: size.1,
        frameIntervals: [60, 30, 25, 15].map { MediaTime(value: 1, timescale: $0) })
    }
  }

  private static let listedRaw = PixelFormat.bayerFormats.filter {
    $0.bayer?.pattern == .rggb && ($0.bayer?.bitsPerSample ?? 16) <= 12
  }

  /// The mode nearest to a wish, and why it was chosen.
  ///
  /// What the wish leaves open becomes MJPEG, 30 frames a second, 1280x720 (1920x1080 for photos).
  /// - Throws: ``DeviceError`` with `.unsupportedMode`.
  static func choose(_ wish: VideoWish, device: String) throws(DeviceError) -> (mode: VideoMode, reason: String) {
    let size = wish.size ?? (wish.priority == .photo ? (width: 1920, height: 1080) : (width: 1280, height: 720))
    let rate = wish.frameRate ?? 30
    guard rates.contains(rate) else { throw unsupported("\(rate) frames a second", device: device) }
    let mode = VideoMode(
      format: VideoFormat(
        pixelFormat: wish.pixelFormat ?? .mjpeg, width: size.width, height: size.height),
      frameInterval: interval(ofRate: rate))
    try check(mode, device: device)
    let reason =
      switch [wish.size != nil, wish.frameRate != nil, wish.pixelFormat != nil].count(where: \.self) {
      case 0: "as usual for a scene"
      case 3: "as asked: the scene is painted in any mode"
      default: "as asked, the rest as usual for a scene"
      }
    return (mode, "\(mode), \(reason)")
  }

  static func check(_ mode: VideoMode, device: String) throws(DeviceError) {
    let format = mode.format
    guard formats.contains(format.pixelFormat) else { throw unsupported("\(format.pixelFormat)", device: device) }
    let subsampling = format.pixelFormat.evenSides
    guard sides.contains(format.width), sides.contains(format.height),
      !subsampling.width || format.width % 2 == 0, !subsampling.height || format.height % 2 == 0
    else { throw unsupported("\(format)", device: device) }
    let interval = mode.frameInterval
    // 1 to 240 a second, compared as whole numbers: the inverse of a third is not quite 3.
    guard interval.isNumeric, interval.value > 0, Int64(interval.timescale) >= interval.value,
      Int128(interval.timescale) <= 240 * Int128(interval.value)
    else {
      throw unsupported("a frame interval of \(interval)", device: device)
    }
  }

  /// The exact interval of a rate given as a decimal number: 29.97 means 30 000/1001.
  static func interval(ofRate rate: Double) -> MediaTime {
    if rate == rate.rounded() { return MediaTime(value: 1, timescale: Int32(rate)) }
    let broadcast = (rate * 1.001).rounded()
    if abs(broadcast / 1.001 - rate) < 0.005 { return MediaTime(value: 1001, timescale: Int32(broadcast) * 1000) }
    let thousandths = Int64((rate * 1000).rounded())
    var (x, y) = (thousandths, Int64(1000))
    while y != 0 { (x, y) = (y, x % y) }
    return MediaTime(value: 1000 / x, timescale: Int32(thousandths / x))
  }

  private static func unsupported(_ wish: String, device: String) -> DeviceError {
    DeviceError(
      .unsupportedMode, context: device,
      message: "The scene is not filmed in \(wish). It has "
        + pictureFormats.map(\.description).joined(separator: ", ")
        + " and \(PixelFormat.bayerFormats.count) raw formats "
        + "in any size from \(sides.lowerBound)x\(sides.lowerBound) to \(sides.upperBound)x\(sides.upperBound) "
        + "(even where the format shares colour between pixels) at 1 to 240 frames a second. Ask for one of these.")
  }
}

extension PixelFormat {
  /// The sides that have to be even because pixels share colour.
  fileprivate var evenSides: (width: Bool, height: Bool) {
    switch self {
    case .yuyv, .uyvy: (true, false)
    case .nv12, .yu12: (true, true)
    default: (false, false)
    }
  }
}
