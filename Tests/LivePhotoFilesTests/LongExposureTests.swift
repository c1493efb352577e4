import ByteCoding
import FileStorage
import Foundation
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite struct LongExposureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func exposure(_ stream: DrawnStream, reference: Int) throws -> I420Picture {
    let renderer = EffectRenderer(stream: stream, range: stream.times.indices, file: "drawn") { _ in }
    return try renderer.longExposure(reference: reference).picture
  }

  @Test("from a tripod it is the plain mean, byte for byte, and ffmpeg's", .foreignPrograms)
  func tripod() throws {
    let stream = try FilmedWater().stream(25)
    let exposed = try exposure(stream, reference: 12)
    var sums = [Int](repeating: 0, count: FilmedWater.width * FilmedWater.height)
    var raw = Data()
    try stream.forEachPicture(in: 0..<25) { _, picture in
      let rows = picture.lumaRows
      for (place, value) in rows.enumerated() { sums[place] += Int(value) }
      raw += rows
    }
    #expect(firstDifference(exposed.lumaRows, sums.map { UInt8(($0 * 2 + 25) / 50) }) == nil)
    try raw.write(to: URL(fileURLWithPath: folder.path("raw")))
    let mixed = try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(FilmedWater.width)x\(FilmedWater.height)", "-i",
      folder.path("raw"), "-vf", "tmix=frames=25,select=eq(n\\,24)", "-frames:v", "1", "-f", "rawvideo", "-",
    ]).bytes
    let differences = zip(mixed, exposed.lumaRows).map { abs(Int($0) - Int($1)) }
    #expect(differences.count == sums.count && differences.max() ?? 255 <= 1)
  }

  @Test("by hand the shore is as sharp as in one picture, and the water smooth")
  func hand() throws {
    let scene = FilmedWater(camera: {
      PictureMotion(x: 7 * sin(Double($0) / 3), y: 5 * cos(Double($0) / 4), angle: 0.004 * sin(Double($0) / 5))
    })
    let exposed = try exposure(scene.stream(25), reference: 12).lumaRows
    let one = try FilmedWater(camera: scene.camera, noise: 0).picture(12).lumaRows
    // Neighbours differ by detail: its root mean square, and that of the difference to a picture without noise.
    func detail(_ rows: [UInt8], _ lines: Range<Int>) -> Double {
      let places = lines.flatMap { line in (40..<600).map { line * FilmedWater.width + $0 } }
      return (places.reduce(0.0) { $0 + pow(Double(rows[$1 + 1]) - Double(rows[$1]), 2) } / Double(places.count))
        .squareRoot()
    }
    let (shore, water) = (40..<180, 260..<440)
    #expect(abs(detail(exposed, shore) / detail(one, shore) - 1) < 0.1)
    #expect(detail(exposed, water) < 0.35 * detail(one, water))
    let places = shore.flatMap { line in (40..<600).map { line * FilmedWater.width + $0 } }
    let deviation = places.reduce(0.0) { $0 + pow(Double(exposed[$1]) - Double(one[$1]), 2) } / Double(places.count)
    #expect(deviation.squareRoot() < 3, "\(deviation.squareRoot()) levels")
  }

  @Test("where pictures end there is neither a seam nor an edge", arguments: [(20.0, 0.0), (-33.5, 12.25), (4.5, -60)])
  func seams(x: Double, y: Double) throws {
    let (width, height) = (320, 240)
    func flat(_ luma: UInt8) throws -> I420Picture {
      let picture = try I420Picture(width: width, height: height, range: .full)
      picture.fill(x: 0, y: 0, width: width, height: height, luma: luma, cb: luma, cr: 255 - luma)
      return picture
    }
    var average = PictureAverage(width: width, height: height, range: .full)
    for _ in 0..<5 {
      average.add(try flat(80), .none)
      average.add(try flat(160), PictureMotion(x: x, y: y, angle: 0.01))
    }
    let rows = try average.picture().lumaRows
    #expect(rows.allSatisfy { (80...120).contains($0) } && rows.contains(120) && rows.contains(80))
    var steepest = 0
    for place in rows.indices {
      if place % width > 0 { steepest = max(steepest, abs(Int(rows[place]) - Int(rows[place - 1]))) }
      if place >= width { steepest = max(steepest, abs(Int(rows[place]) - Int(rows[place - width]))) }
    }
    #expect(steepest <= 6, "a step of \(steepest) levels")
  }

  /// A pair whose movie is turned, and mirrored, as the matrix of a still of that orientation is.
  private func pair(still: ExifOrientation, movie: ExifOrientation, isHEIC: Bool) throws -> String {
    var recipe = SamplePair.Recipe()
    (recipe.width, recipe.height, recipe.frames, recipe.stillFrame, recipe.stillOrientation) = (160, 96, 12, 6, still)
    let sample = try SamplePair(recipe)
    let quarters = [0, 0, 2, 2, 3, 1, 1, 3][Int(movie.rawValue) - 1]
    let (cosine, sine) = ([1, 0, -1, 0][quarters], [0, 1, 0, -1][quarters])
    let mirror = [2, 4, 5, 7].contains(movie.rawValue) ? -1 : 1
    var bytes = sample.movie
    let header = try #require(bytes.indices.dropLast(4).first { bytes[$0..<($0 + 4)].elementsEqual("tkhd".utf8) })
    for (place, value) in [(0, mirror * cosine), (1, mirror * sine), (3, -sine), (4, cosine)] {
      for index in 0..<4 {
        bytes[header + 44 + 4 * place + index] = UInt8(truncatingIfNeeded: (value << 16) >> (24 - 8 * index))
      }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path("IMG_1.MOV")))
    let still = folder.path("IMG_1.JPG")
    try Data(sample.still).write(to: URL(fileURLWithPath: still))
    guard isHEIC else { return still }
    try ForeignTool.heifEncoder.run(["-q", "90", still, "-o", folder.path("IMG_1.HEIC")])
    try FileManager.default.removeItem(atPath: still)
    return folder.path("IMG_1.HEIC")
  }

  @Test(
    "the new still is seen as the movie is, however the old one was turned", .foreignPrograms,
    arguments: ExifOrientation.allCases, [false, true])
  func orientations(_ movie: ExifOrientation, isHEIC: Bool) async throws {
    let old = try #require(ExifOrientation(rawValue: movie.rawValue * 5 % 8 + 1))
    let pair = try pair(still: old, movie: movie, isHEIC: isHEIC)
    var request = EditRequest(pair: pair)
    request.isLongExposure = true
    request.trim = EditTrim(start: MediaTime(value: 95, timescale: 600), end: MediaTime(value: 139, timescale: 600))
    let report = try await LivePhotoFiles().edit(request) { _ in }
    let (still, edited) = (report.files[0].path, report.files[1].path)
    let tags = try PairProbe.tags(still)
    #expect(tags["[IFD0] Orientation"] == "\(movie.rawValue)")
    #expect(tags["[ExifIFD] ExifImageWidth"] ?? "160" == "160" && tags["[ExifIFD] ExifImageHeight"] ?? "96" == "96")
    let read = try StillFile.read(FileBytes(still))
    #expect(read.orientation == movie && (read.width, read.height) == (160, 96))
    let size = movie.rawValue >= 5 ? (width: 96, height: 160) : (width: 160, height: 96)
    func look(_ path: String, _ options: [String] = []) throws -> [UInt8] {
      try ForeignTool.ffmpeg.run(
        ["-v", "error", "-i", path] + options + ["-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-"]
      ).bytes
    }
    var seen = still
    if isHEIC {
      seen = folder.path("seen.png")
      _ = try ForeignTool.heifConvert.attempt([still, seen])
    }
    let (picture, shown) = (try look(seen), try look(edited))
    #expect(picture.count == size.width * size.height && shown.count == picture.count)
    let distance = zip(picture, shown).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / max(1, picture.count)
    #expect(distance < 12, "\(distance) levels apart")
    if !isHEIC {
      let thumbnail = folder.path("thumbnail.jpg")
      let bytes = try ForeignTool.exiftool.attempt(["-b", "-ThumbnailImage", still]).bytes
      try Data(bytes).write(to: URL(fileURLWithPath: thumbnail))
      #expect(try look(thumbnail, ["-vf", "scale=40:24"]).count == 40 * 24)
      #expect(try StillFile.read(FileBytes(thumbnail)).orientation == .up, "the still's own says how it is turned")
    }
  }

  @Test(
    "how the old still lay over the movie is not said of the new one", .foreignPrograms,
    arguments: LivePhotoFixtures.pairs)
  func stillTransform(_ pair: LivePhotoFixtures.Pair) async throws {
    var request = EditRequest(pair: pair.still)
    request.output = folder.path
    request.isLongExposure = true
    let report = try await LivePhotoFiles().edit(request) { _ in }
    let (old, new) = (try PairProbe.tags(pair.movie), try PairProbe.tags(report.files[1].path))
    #expect(new.keys.filter { $0.contains("StillImageTransform") } == [])
    let time = try #require(new.first { $0.key.hasSuffix(" StillImageTime") }?.value)
    #expect(time == old.first { $0.key.hasSuffix(" StillImageTime") }?.value)
    #expect(try MovieReader().read(FileBytes(report.files[1].path)).stillTime == report.stillTime)
    #expect(try PairProbe.brokenRules(report.files[0].path, report.files[1].path) == [])
  }
}
