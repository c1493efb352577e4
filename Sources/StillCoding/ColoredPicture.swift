import ByteCoding
public import MediaCore
public import VideoCoding

/// A still's picture, and the meaning of its numbers as colours.
public struct ColoredPicture: Sendable {
  /// The meaning of numbers.
  public enum Color: Sendable, Hashable {
    /// sRGB's colours, which everything has that says nothing of them.
    case sRGB
    /// The colours of an ICC profile for pictures of three colours.
    case profile(ColorProfile)
    /// High dynamic range: codes of ITU-T H.273.
    case highDynamicRange(primaries: UInt16, transfer: UInt16)
  }

  /// The picture, as stored.
  public let picture: I420Picture
  /// The meaning of the picture's numbers.
  public let color: Color
  /// The losses in making the picture, as sentences.
  public let notes: [String]
}

extension StillFile {
  /// The picture of a HEIC, AVIF, PNG or WebP with the meaning of its numbers; grey ones with a profile become sRGB.
  /// - Throws: ``MediaCore/CodingError`` as ``PictureDecoder/decode(_:maximumSide:)``, and `.unsupported` for a JPEG.
  public func coloredPicture() throws(CodingError) -> ColoredPicture {
    switch container {
    case let png as PNGFile:
      let color = try png.color()
      let plain = try ByteRope(source, png.patchesWithoutColor(color))
      let bytes = RopeBytes(plain, name: source.name)
      return try Self.colored(PictureDecoder().decode(bytes), color)
    case let webp as WebPFile: return try Self.colored(PictureDecoder().decode(source), webp.color())
    case let heic as HEICFile:
      let (picture, color) = try PictureDecoder().coloredPicture(of: heic)
      return try Self.colored(picture, color)
    default:
      throw CodingError(
        .unsupported, context: source.name, message: "The colours of a JPEG stay as they are. Copy the file.")
    }
  }

  private static func colored(_ picture: I420Picture, _ color: StillColor) throws(CodingError) -> ColoredPicture {
    switch color {
    case .sRGB: return ColoredPicture(picture: picture, color: .sRGB, notes: [])
    case .codes(let primaries, let transfer) where transfer == 16 || transfer == 18:
      let color = ColoredPicture.Color.highDynamicRange(primaries: primaries, transfer: transfer)
      return ColoredPicture(picture: picture, color: color, notes: [])
    case .codes(let primaries, let transfer):
      return tagged(picture, ColorProfile(primaries: primaries, transfer: transfer))
    case .primaries(let primaries): return tagged(picture, ColorProfile(primaries))
    case .profile(let bytes):
      guard let profile = bytes.flatMap({ ColorProfile($0) }) else {
        return ColoredPicture(
          picture: picture, color: .sRGB, notes: ["Its colour profile is damaged or of another kind, and is left out."])
      }
      guard !profile.isRGB else { return tagged(picture, profile) }
      guard picture.isGrey else {
        return ColoredPicture(
          picture: picture, color: .sRGB, notes: ["Its colour profile is for grey pictures, and is left out."])
      }
      return ColoredPicture(picture: try profile.convertedToSRGB(picture), color: .sRGB, notes: [])
    }
  }

  private static func tagged(_ picture: I420Picture, _ profile: ColorProfile?) -> ColoredPicture {
    ColoredPicture(picture: picture, color: profile.map { .profile($0) } ?? .sRGB, notes: [])
  }
}
