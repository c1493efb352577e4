import ByteCoding
import CLCMS
public import MediaCore
public import VideoCoding

/// An ICC profile, which says what colours the numbers of a picture mean. Stands for ISO 15076-1, by Little CMS.
public struct ColorProfile: Sendable, Hashable {
  /// The profile's bytes.
  public let bytes: [UInt8]
  /// A Boolean value that indicates whether the profile is for pictures of three colours; other profiles are for grey
  /// ones.
  public let isRGB: Bool
  /// A Boolean value that indicates whether the profile means about the same colours as no profile: sRGB's.
  public let isSRGB: Bool

  /// The profile of Display P3.
  public static let displayP3: ColorProfile = {
    guard let made = make(.displayP3, .sRGB, name: "Display P3") else {
      preconditionFailure("Little CMS has no memory for its first profile")
    }
    return made
  }()

  /// The largest number of a profile's bytes in one segment of a JPEG, behind the segment's name and two numbers.
  private static let mostSegmentBytes = 65_519
  private static let segmentName = Array("ICC_PROFILE\0".utf8)
  /// The longest profile that a JPEG can hold.
  static let mostBytes = 255 * mostSegmentBytes

  /// A profile out of a file; `nil` if nothing can be made of it, or no JPEG can hold it.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes,
      let (isRGB, isSRGB) = Self.withTransform(bytes, { ($1, $1 && Self.isIdentity($0)) })
    else { return nil }
    (self.bytes, self.isRGB, self.isSRGB) = (bytes, isRGB, isSRGB)
  }

  /// The profile of the colours with codes of ITU-T H.273; `nil` if they are sRGB's, or nobody knows which.
  init?(primaries: UInt16, transfer: UInt16) {
    let curve = Curve(transfer: transfer)
    guard let found = ColorPrimaries(code: primaries), found != .bt709 || curve != .sRGB else { return nil }
    let name = found == .displayP3 && curve == .sRGB ? "Display P3" : "H.273 \(primaries)/\(transfer)"
    guard let made = Self.make(found, curve, name: name) else { return nil }
    self = made
  }

  /// The profile of other primaries with sRGB's curve; `nil` for those of sRGB, and for points that span no colours.
  init?(_ primaries: ColorPrimaries) {
    guard !primaries.isNear(.bt709), primaries.isSound,
      let made = primaries.isNear(.displayP3) ? .displayP3 : Self.make(primaries, .sRGB, name: "RGB")
    else { return nil }
    self = made
  }

  /// The segments that hold the profile in a JPEG: APP2, with marker and length.
  public var jpegSegments: [UInt8] {
    let parts = stride(from: 0, to: bytes.count, by: Self.mostSegmentBytes).map {
      bytes[$0..<min($0 + Self.mostSegmentBytes, bytes.count)]
    }
    return parts.enumerated().flatMap { number, part in
      JPEGMarker(code: 0xe2).segment(Self.segmentName + [UInt8(number + 1), UInt8(parts.count)] + part)
    }
  }

  /// A picture whose numbers have this profile's meaning, with sRGB's instead. What sRGB does not have is cut off.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` if there cannot be such a picture, `.codecFailed`.
  public func convertedToSRGB(_ picture: I420Picture) throws(CodingError) -> I420Picture {
    let source = isRGB ? picture.rgb() : try picture.inRange(.full).lumaBytes()
    var pixels = [UInt8](repeating: 0, count: picture.width * picture.height * 3)
    let isDone: Void? = Self.withTransform(bytes) { transform, _ in
      pixels.withUnsafeMutableBytes { target in
        cmsDoTransform(transform, source, target.baseAddress, UInt32(picture.width * picture.height))
      }
    }
    guard isDone != nil else {
      throw CodingError(
        .codecFailed, context: "ICC profile", operation: "cmsCreateTransform",
        message: "The colour profile cannot be used. Convert the picture to sRGB with another program.")
    }
    return try pixels.span.bytes.withUnsafeBytes { (pixels) throws(CodingError) in
      try .picture(of: pixels, .rgb, width: picture.width, height: picture.height, stride: picture.width * 3)
    }
  }

  /// Calls `body` with the way from a profile's colours to sRGB's, and whether they are three; `nil` if there is none.
  private static func withTransform<Result>(_ bytes: [UInt8], _ body: (cmsHTRANSFORM, Bool) -> Result) -> Result? {
    guard let profile = cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else { return nil }
    defer { cmsCloseProfile(profile) }
    let space = cmsGetColorSpace(profile)
    guard space == cmsSigRgbData || space == cmsSigGrayData, let sRGB = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(sRGB) }
    let isRGB = space == cmsSigRgbData
    let transform = cmsCreateTransform(
      profile, isRGB ? CLCMS_RGB_8 : CLCMS_GREY_8, sRGB, CLCMS_RGB_8,
      UInt32(INTENT_PERCEPTUAL), 0)
    guard let transform else { return nil }
    defer { cmsDeleteTransform(transform) }
    return body(transform, isRGB)
  }

  /// Tells whether a transform leaves colours all over the cube as they are, up to rounding.
  private static func isIdentity(_ transform: cmsHTRANSFORM) -> Bool {
    let levels = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    let colors = levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    var converted = colors
    converted.withUnsafeMutableBytes { cmsDoTransform(transform, colors, $0.baseAddress, UInt32(colors.count / 3)) }
    return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }

  /// The curve by which light follows from numbers.
  private enum Curve: Hashable {
    case sRGB
    case power(Double)

    /// The curve of a code of ITU-T H.273; BT.709's and its like are taken for sRGB's, as everywhere.
    init(transfer: UInt16) {
      switch transfer {
      case 4: self = .power(2.2)
      case 5: self = .power(2.8)
      case 8: self = .power(1)
      default: self = .sRGB
      }
    }
  }

  /// The profile of primaries; `nil` for those that Little CMS can do nothing with.
  private static func make(_ primaries: ColorPrimaries, _ curve: Curve, name: String) -> ColorProfile? {
    var white = cmsCIExyY(x: primaries.white.x, y: primaries.white.y, Y: 1)
    func corner(_ point: ColorPrimaries.Point) -> cmsCIExyY { cmsCIExyY(x: point.x, y: point.y, Y: 1) }
    var corners = cmsCIExyYTRIPLE(
      Red: corner(primaries.red), Green: corner(primaries.green), Blue: corner(primaries.blue))
    let table =
      switch curve {
      case .sRGB: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .power(let exponent): cmsBuildGamma(nil, exponent)
      }
    defer { cmsFreeToneCurve(table) }
    guard let profile = cmsCreateRGBProfile(&white, &corners, [table, table, table]) else { return nil }
    defer { cmsCloseProfile(profile) }
    let text = cmsMLUalloc(nil, 1)
    defer { cmsMLUfree(text) }
    cmsMLUsetASCII(text, "en", "US", name)
    cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0, count > 128 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    // The date of its making, 12 bytes from 24 on, is always the same: 2026-01-01.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return ColorProfile(bytes)
  }
}
