import ForeignMedia
import MediaCore
import TestSupport
import Testing
import VideoCoding

/// Pictures that FFmpeg's filters change.
@Suite struct PictureFilterTests {
  /// A picture of sixteen colours, and its colours as RGB.
  private func patches() throws -> I420Picture {
    let picture = try I420Picture(width: 64, height: 64, range: .full)
    for index in 0..<16 {
      picture.fill(
        x: index % 4 * 16, y: index / 4 * 16, width: 16, height: 16, luma: UInt8(60 + index * 8),
        cb: UInt8(80 + index % 4 * 30), cr: UInt8(80 + index / 4 * 30))
    }
    return picture
  }

  @Test(
    "colours are those that the program ffmpeg makes with the same filters",
    arguments: [
      "hue=s=0", "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131", "curves=preset=vintage",
    ])
  func colors(filters: String) throws {
    let picture = try patches()
    let made = try picture.filtered(by: filters).rgb()
    let folder = try TemporaryFolder()
    _ = try folder.write(picture.rgb(), as: "in.rgb")
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x64"]
    try ForeignTool.ffmpeg.run(
      ["-v", "error"] + raw + ["-i", "in.rgb", "-vf", filters, "-pix_fmt", "rgb24", "-f", "rawvideo", "out.rgb"],
      in: folder)
    let expected = try folder.read("out.rgb")
    #expect(made.count == expected.count)
    // The middles of the patches: at their edges chroma is shared.
    var differences: [Int] = []
    for y in 0..<64 where (4..<12).contains(y % 16) {
      for x in 0..<64 where (4..<12).contains(x % 16) {
        for channel in 0..<3 {
          differences.append(abs(Int(made[(y * 64 + x) * 3 + channel]) - Int(expected[(y * 64 + x) * 3 + channel])))
        }
      }
    }
    #expect(differences.reduce(0, +) <= 2 * differences.count, "\(filters): \(differences.max() ?? 0)")
    #expect(made != picture.rgb())
  }

  @Test("a filter that there is not is an error with its name")
  func unknown() throws {
    let error = #expect(throws: CodingError.self) { try patches().filtered(by: "nothing=1") }
    #expect("\(try #require(error))".contains("nothing"))
  }
}
