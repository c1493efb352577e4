import ByteCoding
import ForeignMedia
import Foundation
import MediaCore
import TestSupport
import Testing
import VideoCoding

@Suite(.foreignPrograms) struct AnimationWriterTests {
  /// Uneven, so that nobody's average passes for them.
  private static let milliseconds: [Int64] = [100, 40, 40, 200, 60, 100, 120, 40, 100, 300]

  @Test(
    "pictures and durations are what was given, for ever; the same again gives the same bytes",
    arguments: AnimationWriter.Format.allCases)
  func written(format: AnimationWriter.Format) throws {
    let clips = try Clips()
    let bytes = try Self.animation(format)
    #expect(try firstDifference(bytes, Self.animation(format)) == nil)
    let name = "a.\(format.rawValue)"
    let path = try clips.folder.write(bytes, as: name)
    switch format {
    case .gif:
      let info = try ForeignTool("gifsicle", package: "gifsicle").run(["--info", path]).text
      #expect(info.contains("loop forever") && info.contains("logical screen 120x90"))
      #expect(
        Self.numbers(after: "delay ", in: info).map { ($0 * 1000).rounded() } == Self.milliseconds.map(Double.init))
      try Self.compareWithSource(clips, name, tolerance: 8)
    case .webp:
      let info = try ForeignTool("webpinfo", package: "webp").run([path]).text
      #expect(info.contains("Loop count      : 0"))
      #expect(Self.numbers(after: "Duration: ", in: info) == Self.milliseconds.map(Double.init))
      let picture = clips.folder.path("last.webp")
      _ = try ForeignTool("webpmux", package: "webp").attempt(["-get", "frame", "1", path, "-o", picture])
      _ = try ForeignTool("dwebp", package: "webp").attempt([picture, "-yuv", "-o", clips.folder.path("first.yuv")])
      let luma = try clips.folder.read("first.yuv").prefix(120 * 90)
      let wanted = try Self.source(AnimationWriterTests.clip(clips), size: (120, 90))[0]
      #expect(Self.difference(Array(luma), wanted) < 6)
    case .avif:
      let packets = try clips.packets(name)
      #expect(packets.map { ($0.duration ?? 0) / 90 } == Self.milliseconds)
      try Self.compareWithSource(clips, name, tolerance: 8)
      let info = try ForeignTool("heif-info", package: "libheif-examples").attempt([path]).text
      #expect(info.contains("120x90"))
    }
  }

  @Test("pictures too short for GIF are left out, and the length stays")
  func tooShort() throws {
    let clips = try Clips()
    let writer = try AnimationWriter(settings: .init(format: .gif, width: 16, height: 16))
    for step in 0..<48 {
      let picture = try I420Picture(width: 16, height: 16, range: .video)
      picture.withPlanes { planes in
        planes.luma.update(repeating: UInt8(40 + 3 * step))
        planes.cb.update(repeating: 128)
        planes.cr.update(repeating: 128)
      }
      try writer.append(picture, duration: MediaTime(value: 1, timescale: 120))
    }
    let path = try clips.folder.write(writer.finish().contents(), as: "a.gif")
    let info = try ForeignTool("gifsicle", package: "gifsicle").run(["--info", path]).text
    let delays = Self.numbers(after: "delay ", in: info)
    #expect(delays.allSatisfy { $0 >= 0.02 } && delays.count >= 12)
    #expect(abs(delays.reduce(0, +) - 0.4) < 0.011)
  }

  @Test("what cannot be written is refused with a reason")
  func refusals() throws {
    for settings in [
      AnimationWriter.Settings(format: .gif, width: 15, height: 16), .init(format: .webp, width: 16, height: 0),
      .init(format: .webp, width: 16, height: 16, maximumBytes: 0),
    ] {
      let error = #expect(throws: CodingError.self) { try AnimationWriter(settings: settings) }
      #expect(error?.code == .invalidSetting)
    }
    let empty = try AnimationWriter(settings: .init(format: .webp, width: 16, height: 16))
    #expect(throws: CodingError.self) { try empty.finish() }
    let picture = try I420Picture(width: 160, height: 120, range: .video)
    let small = try AnimationWriter(settings: .init(format: .gif, width: 160, height: 120, maximumBytes: 100_000))
    try small.append(picture, duration: MediaTime(value: 1, timescale: 10))
    #expect(throws: CodingError.self) { try small.append(picture, duration: .zero) }
    #expect(throws: CodingError.self) {
      for _ in 0..<5 { try small.append(picture, duration: MediaTime(value: 1, timescale: 10)) }
    }
  }

  private static func clip(_ clips: Clips) throws -> ForeignMovie {
    try ForeignMovie(source: clips.make("source.mkv", "-c:v ffv1 -an"))
  }

  private static func animation(_ format: AnimationWriter.Format) throws -> [UInt8] {
    let reader = try PictureReader(clip(Clips()))
    let writer = try AnimationWriter(settings: .init(format: format, width: 120, height: 90))
    for duration in milliseconds {
      let picture = try #require(try reader.next()).picture
      try writer.append(picture, duration: MediaTime(value: duration, timescale: 1000))
    }
    return try writer.finish().contents()
  }

  /// The luma of the first pictures of a movie, as ffmpeg decodes and scales it.
  private static func source(_ movie: ForeignMovie, size: (Int, Int)) throws -> [[UInt8]] {
    let reader = try PictureReader(movie, options: .init(size: (size.0, size.1), colorRange: .video))
    var pictures: [[UInt8]] = []
    while let picture = try reader.next()?.picture {
      pictures.append(
        picture.withPlanes { planes in
          (0..<picture.height).flatMap { row in
            planes.luma[row * planes.lumaStride..<row * planes.lumaStride + picture.width]
          }
        })
    }
    return pictures
  }

  private static func compareWithSource(_ clips: Clips, _ name: String, tolerance: Double) throws {
    let bytes = try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-nostdin", "-i", clips.folder.path(name), "-vsync", "passthrough", "-vf",
        "scale=out_range=tv:out_color_matrix=bt601", "-pix_fmt", "gray", "-color_range", "tv", "-f", "rawvideo", "-",
      ]
    ).bytes
    let size = 120 * 90
    #expect(bytes.count == size * milliseconds.count)
    let wanted = try source(clip(clips), size: (120, 90))
    for index in 0..<min(milliseconds.count, bytes.count / size) {
      let difference = difference(Array(bytes[index * size..<(index + 1) * size]), wanted[index])
      #expect(difference < tolerance, "\(name) picture \(index): \(difference)")
    }
  }

  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> Double {
    guard left.count == right.count else { return .infinity }
    return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(left.count)
  }

  private static func numbers(after word: String, in text: String) -> [Double] {
    text.split(separator: "\n").compactMap { line in
      line.range(of: word).flatMap { Double(line[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) }
    }
  }
}
