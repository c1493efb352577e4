import ByteCoding
import MediaCore

/// The statement of a file about its colours.
enum StillColor {
  case sRGB
  case codes(primaries: UInt16, transfer: UInt16)
  case primaries(ColorPrimaries)
  /// An ICC profile's bytes; `nil` when they cannot be had.
  case profile([UInt8]?)
}

extension PNGFile {
  private static let colorChunks: Set<String> = ["cICP", "iCCP", "sRGB", "cHRM", "gAMA"]

  /// Returns the colours that the chunks state, by the one that takes precedence: ISO/IEC 15948, 4.3.
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

  /// Returns patches that remove the chunks by which libpng would change the numbers, if these colours are stated by
  /// others.
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
