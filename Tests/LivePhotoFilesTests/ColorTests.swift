import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

/// A colour is the same colour in every file that is made of a movie, whatever the movie says of its numbers.
@Suite(.foreignPrograms) struct ColorTests {
  private static let color: [UInt8] = [201, 61, 40]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How a movie codes its colours, and what it says about that.
  enum Coding: String, CaseIterable {
    case untagged, smpte170m, bt709, fullRange

    var options: [String] {
      switch self {
      case .untagged: []
      case .smpte170m: ["-colorspace", "smpte170m", "-color_range", "tv"]
      case .bt709: ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
      case .fullRange: ["-colorspace", "smpte170m", "-color_range", "pc"]
      }
    }

    func movie(in folder: TemporaryFolder) throws -> String {
      let path = folder.path("\(self).mov")
      let scale =
        "scale=out_color_matrix=\(self == .bt709 ? "bt709" : "bt601"):out_range=\(self == .fullRange ? "pc" : "tv")"
      try ForeignTool.ffmpeg.run(
        ["-v", "error", "-f", "lavfi", "-i", "color=c=0xc93d28:size=160x120:rate=20:duration=0.5", "-vf"]
          + ["\(scale),format=yuv420p", "-c:v", "libx264", "-crf", "4"] + options + [path])
      return path
    }
  }

  /// The colour in the middle of a file's first picture, as ffmpeg sees it.
  private func color(of path: String) throws -> [UInt8] {
    try ForeignTool.ffmpeg.attempt([
      "-v", "error", "-i", path, "-frames:v", "1", "-vf", "format=rgb24,crop=1:1:40:40", "-f", "rawvideo", "-",
    ]).bytes
  }

  /// How far the colour is off; rounding on several ways adds up to some steps.
  private func distance(_ path: String) throws -> Int {
    let found = try color(of: path)
    return found.count == 3 ? zip(found, Self.color).map { abs(Int($0) - Int($1)) }.max() ?? 255 : 255
  }

  @Test("the still that a movie gives, and key photos", arguments: Coding.allCases)
  func stills(coding: Coding) async throws {
    let files = LivePhotoFiles()
    let movie = try coding.movie(in: folder)
    let report = try await files.assemble(AssembleRequest(photo: nil, movie: movie, output: folder.path("pair")))
    #expect(try distance(report.files[0].path) <= 6)
    var request = EditRequest(pair: report.files[0].path)
    request.keyTime = MediaTime(value: 150, timescale: 1000)
    let edited = try await files.edit(request)
    #expect(try distance(edited.files[0].path) <= 6)
  }

  // ffmpeg does not read what moves in WebP; the command's tests show that in a browser.
  @Test("exports", arguments: Coding.allCases, [ExportFormat.mp4, .gif, .avif, .sheet])
  func exports(coding: Coding, format: ExportFormat) async throws {
    let movie = try coding.movie(in: folder)
    let report = try await LivePhotoFiles().export(ExportRequest(pair: movie, format: format))
    #expect(try distance(report.file.path) <= 6)
  }

  @Test("pictures with Display P3's colours say so")
  func displayP3() async throws {
    let movie = folder.path("p3.mp4")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=c=red:size=160x120:rate=20:duration=0.5", "-c:v", "libx264",
      "-color_primaries", "smpte432", "-color_trc", "bt709", "-colorspace", "smpte170m", movie,
    ])
    let files = LivePhotoFiles()
    let report = try await files.assemble(AssembleRequest(photo: nil, movie: movie, output: folder.path("pair")))
    let profile = ["-s3", "-ProfileDescription"]
    #expect(try ForeignTool.exiftool.run(profile + [report.files[0].path]).lines == ["Display P3"])
    let export = try await files.export(ExportRequest(pair: report.files[1].path, format: .mp4))
    #expect(try PairProbe.probe(export.file.path, "stream=color_primaries", stream: "v:0") == "smpte432")
    let sheet = try await files.export(ExportRequest(pair: report.files[1].path, format: .sheet))
    #expect(try ForeignTool.exiftool.run(profile + [sheet.file.path]).lines == ["Display P3"])
  }
}
