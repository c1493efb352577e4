import ByteCoding
public import MediaCore
public import VideoCoding

/// A still's picture, and what colours its numbers mean.
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
  /// What its numbers mean.
  public let color: Color
  /// What was lost, as sentences.
  public let notes: [String]
}

/// What a file says of its colours.
enum StillColor {
  case sRGB
  case codes(primaries: UInt16, transfer: UInt16)
  case primaries(ColorPrimaries)
  /// An ICC profile's bytes; `nil` when they cannot be had.
  case profile([UInt8]?)
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
      return profile.isRGB
        ? tagged(picture, profile)
        : ColoredPicture(picture: try profile.convertedToSRGB(picture), color: .sRGB, notes: [])
    }
  }

  private static func tagged(_ picture: I420Picture, _ profile: ColorProfile?) -> ColoredPicture {
    ColoredPicture(picture: picture, color: profile.map { .profile($0) } ?? .sRGB, notes: [])
  }
}

extension PNGFile {
  private static let colorChunks: Set<String> = ["cICP", "iCCP", "sRGB", "cHRM", "gAMA"]

  /// What the chunks say, the one that counts first: ISO/IEC 15948, 4.3.
  func color() throws(CodingError) -> StillColor {
    func data(_ type: String, _ count: Int? = nil) throws(CodingError) -> [UInt8]? {
      guard let chunk = chunks.first(where: { $0.type == type }), chunk.data.count <= 2 * ColorProfile.mostBytes,
        count.map({ $0 == chunk.data.count }) ?? true
      else { return nil }
      return try source.part(chunk.data, of: type)
    }
    if let codes = try data("cICP", 4) { return .codes(primaries: UInt16(codes[0]), transfer: UInt16(codes[1])) }
    if chunks.contains(where: { $0.type == "iCCP" }) {
      // A name of up to 79 bytes, its end, the method of packing, which is always the same.
      guard let chunk = try data("iCCP"), let end = chunk.prefix(80).firstIndex(of: 0), end + 2 <= chunk.count,
        chunk[end + 1] == 0
      else { return .profile(nil) }
      return .profile(Zlib.unpacked(chunk[(end + 2)...], atMost: ColorProfile.mostBytes))
    }
    guard try data("sRGB", 1) == nil, let points = try data("cHRM", 32) else { return .sRGB }
    var reader = ByteReader(points)
    func point() -> (Double, Double) { (Double(reader.u32()) / 100_000, Double(reader.u32()) / 100_000) }
    let white = point()
    return .primaries(ColorPrimaries(point(), point(), point(), white: white))
  }

  /// What takes out the words that libpng would change the numbers by, where others count.
  func patchesWithoutColor(_ color: StillColor) -> [BytePatch] {
    switch color {
    case .sRGB, .primaries: []
    case .codes, .profile:
      chunks.filter { Self.colorChunks.contains($0.type) }.map { BytePatch(range: $0.range, bytes: []) }
    }
  }
}

extension WebPFile {
  func color() throws(CodingError) -> StillColor {
    guard let chunk = chunks.first(where: { $0.type == "ICCP" }) else { return .sRGB }
    guard chunk.data.count <= ColorProfile.mostBytes else { return .profile(nil) }
    return .profile(try source.part(chunk.data, of: "WebP ICCP"))
  }
}
