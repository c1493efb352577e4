import Foundation
import TestSupport
import Testing

/// Saturated colours in a grid of four by three, files that hold them by other programs' hands, and what those programs
/// say that they look like in sRGB.
struct ColorPatches {
  /// What the numbers of a source mean, by ffmpeg's names.
  enum Space: String, CaseIterable, Sendable {
    case displayP3, bt2020, bt709, sRGB, hlg, pq

    var isHDR: Bool { self == .hlg || self == .pq }
    var primaries: String {
      switch self {
      case .displayP3: "smpte432"
      case .bt2020, .hlg, .pq: "bt2020"
      case .bt709, .sRGB: "bt709"
      }
    }
    var transfer: String {
      switch self {
      case .displayP3, .bt709: "bt709"
      case .bt2020: "bt2020-10"
      case .sRGB: "iec61966-2-1"
      case .hlg: "arib-std-b67"
      case .pq: "smpte2084"
      }
    }
    var matrix: String { primaries == "bt2020" ? "bt2020nc" : self == .sRGB ? "smpte170m" : "bt709" }
  }

  static let colors: [UInt32] = [
    0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0xff00ff, 0x00ffff, 0xc81e1e, 0x1ec81e, 0x1e1ec8, 0xc8c81e, 0xe0a080,
    0x808080,
  ]

  let folder: TemporaryFolder

  /// The patches as a picture without a word about colours, each 48 pixels wide and high; the last ones are larger.
  func picture(width: Int = 192, height: Int = 144) throws -> String {
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let color = Self.colors[min(y / 48, 2) * 4 + min(x / 48, 3)]
        bytes += [UInt8(color >> 16), UInt8(color >> 8 & 0xff), UInt8(color & 0xff)]
      }
    }
    return try folder.write(bytes, as: "patches-\(width)x\(height).ppm")
  }

  /// A movie of half a second that shows the patches.
  func movie(_ space: Space, width: Int = 192, height: Int = 144) throws -> String {
    let path = folder.path("\(space).mov")
    let isDeep = space.primaries == "bt2020"
    let matrix = space.matrix == "smpte170m" ? "bt601" : isDeep ? "bt2020" : "bt709"
    _ = try ForeignTool.ffmpeg.attempt(
      ["-v", "error", "-loop", "1", "-framerate", "20", "-i", try picture(width: width, height: height), "-t", "0.5"]
        + ["-vf", "scale=out_color_matrix=\(matrix):out_range=tv,format=\(isDeep ? "yuv420p10le" : "yuv420p")"]
        + (isDeep
          ? ["-c:v", "libx265", "-crf", "2", "-tag:v", "hvc1", "-x265-params", "log-level=none"]
          : ["-c:v", "libx264", "-crf", "1"])
        + ["-color_primaries", space.primaries, "-color_trc", space.transfer, "-colorspace", space.matrix]
        + ["-color_range", "tv", path])
    return path
  }

  /// The way to sRGB by zimg, for numbers in RGB. High dynamic range is mapped as white of 203 cd/m² wants it.
  static func way(from space: Space) -> String {
    let input = "format=gbrp,zscale=min=gbr:rin=full:m=gbr:r=full:pin=\(space.primaries):p=bt709"
    let plain = "tin=iec61966-2-1:t=iec61966-2-1,format=gbrp"
    guard space.isHDR else { return "\(input):\(plain)" }
    return "\(input):tin=\(space.transfer):t=linear:npl=203,format=gbrpf32le,tonemap=mobius:desat=0:peak=4.926,"
      + "zscale=min=gbr:rin=full:m=gbr:r=full:pin=bt709:tin=linear:p=bt709:t=iec61966-2-1,format=gbrp"
  }

  /// What the patches of a space look like in sRGB.
  func expected(_ space: Space) throws -> [[Int]] { try seen(picture(), Self.way(from: space)) }

  /// The colours in the middles of a file's patches, as ffmpeg has them, once `filters` have cut out 192x144 pixels.
  func seen(_ path: String, _ filters: String = "null") throws -> [[Int]] {
    let bytes = try ForeignTool.ffmpeg.attempt([
      "-v", "error", "-i", path, "-frames:v", "1", "-vf",
      filters + ",scale=192:144:flags=accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo", "-",
    ]).bytes
    try #require(bytes.count == 192 * 144 * 3, "\(path): \(bytes.count) bytes")
    return Self.colors.indices.map { index in
      let start = ((index / 4 * 48 + 24) * 192 + index % 4 * 48 + 24) * 3
      return bytes[start..<start + 3].map(Int.init)
    }
  }

  /// Colours as Little CMS has them in sRGB, by the profile that a file carries; as they are where it carries none.
  func converted(_ colors: [[Int]], byProfileOf path: String) throws -> [[Int]] {
    let profile = try ForeignTool.exiftool.attempt(["-b", "-ICC_Profile", path]).bytes
    guard !profile.isEmpty else { return colors }
    let table =
      ["CGATS.17", "NUMBER_OF_FIELDS 4", "BEGIN_DATA_FORMAT", "SAMPLE_ID RGB_R RGB_G RGB_B", "END_DATA_FORMAT"]
      + ["NUMBER_OF_SETS \(colors.count)", "BEGIN_DATA"]
      + colors.enumerated().map { "\($0 + 1) " + $1.map(String.init).joined(separator: " ") } + ["END_DATA", ""]
    let input = try folder.write(table.joined(separator: "\n").utf8, as: "colors.txt")
    let icc = try folder.write(profile, as: "profile.icc")
    let (output, tool) = (folder.path("converted.txt"), ForeignTool("transicc", package: "liblcms2-utils"))
    _ = try tool.attempt(["-v0", "-i\(icc)", "-o*sRGB", input, output])
    let lines = String(decoding: try folder.read("converted.txt"), as: UTF8.self).split(separator: "\n")
    let values = lines.drop { $0 != "BEGIN_DATA" }.dropFirst().prefix(colors.count).map {
      $0.split { " \t".contains($0) }.dropFirst().compactMap { Double($0) }.map { Int(max(0, min(255, $0.rounded()))) }
    }
    try #require(values.count == colors.count && values.allSatisfy { $0.count == 3 }, "transicc: \(lines)")
    return values
  }

  /// The mean difference of two lists of colours, in steps of 255.
  static func meanError(_ one: [[Int]], _ other: [[Int]]) -> Double {
    let differences = zip(one.joined(), other.joined()).map { abs($0 - $1) }
    return differences.isEmpty ? 255 : Double(differences.reduce(0, +)) / Double(differences.count)
  }
}
