import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

@Suite(.foreignPrograms) struct ExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie of 2 s at 20 pictures a second: its left half grows brighter from picture to picture, a tone sounds.
  private func movie(_ extra: [String] = []) throws -> String {
    let path = folder.path("clip.mov")
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=black:size=96x64:rate=20,geq=lum='if(lt(X,48),40+4*N,60)':cb=128:cr=128",
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100", "-t", "2", "-c:v", "libx264", "-g", "10", "-crf",
        "8",
        "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      ] + extra + [path])
    return path
  }

  private func export(
    _ movie: String, _ format: ExportFormat, _ change: (inout ExportRequest) -> Void = { _ in }
  ) async throws -> ExportReport {
    var request = ExportRequest(pair: movie, format: format)
    change(&request)
    return try await LivePhotoFiles().export(request)
  }

  /// The brightness of the left half of each picture, as ffmpeg decodes them.
  private func course(_ path: String) throws -> [Int] {
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-vsync", "0", "-vf", "crop=iw/4:ih/2:iw/8:ih/4,scale=1:1:flags=area,format=gray",
      "-f",
      "rawvideo", "-",
    ]).bytes.map(Int.init)
  }

  private func probe(_ path: String) throws -> (codec: String, width: Int, height: Int, seconds: Double) {
    let stream = try PairProbe.probe(path, "stream=codec_name,width,height", stream: "v:0").split(separator: ",")
    let seconds = try PairProbe.probe(path, "format=duration")
    return (String(stream[0]), Int(stream[1]) ?? 0, Int(stream[2]) ?? 0, Double(seconds) ?? 0)
  }

  private func rises(_ values: ArraySlice<Int>) -> Bool { zip(values, values.dropFirst()).allSatisfy { $0 <= $1 } }

  @Test func plainMP4() async throws {
    let report = try await export(try movie(), .mp4)
    let found = try probe(report.file.path)
    #expect(found.codec == "h264" && found.width == 96 && found.height == 64 && abs(found.seconds - 2) < 0.06)
    let course = try course(report.file.path)
    #expect(course.count == 40 && rises(course[...]))
    #expect(report.pictureCount == 40 && report.duration == MediaTime(value: 2, timescale: 1))
    #expect(try PairProbe.probe(report.file.path, "stream=codec_name", stream: "a:0").hasPrefix("aac"))
    // The tone is there from beginning to end.
    let sound = try ForeignTool.ffmpeg.run(["-v", "error", "-i", report.file.path, "-f", "s16le", "-ac", "1", "-"])
      .bytes
    let seconds = Double(sound.count) / (2 * 44_100)
    #expect(abs(seconds - 2) < 0.06)
    #expect(try PairProbe.probe(report.file.path, "stream=color_range", stream: "v:0").hasPrefix("tv"))
  }

  @Test func anMP4PlaysWhileItLoadsAndTellsDateAndCamera() async throws {
    let bytes = ArrayBytes(try FileBytes(movie()).allBytes(), name: "clip.mov")
    var editor = try MovieEditor(MovieReader().read(bytes), source: bytes)
    for (key, text) in [
      (MovieKey.creationDate, "2025-05-26T09:27:06-0500"), (MovieKey.make, "Maker"), (MovieKey.model, "Model"),
    ] {
      editor.setMetadata(key, text: text)
    }
    let source = try folder.write(editor.rope().contents(), as: "told.mov")
    let path = try await export(source, .mp4).file.path
    let movie = try MovieReader().read(FileBytes(path))
    #expect(movie.outline.map { $0.header.type } == ["ftyp", "moov", "wide", "mdat"])
    #expect(try PairProbe.probe(path, "format_tags=creation_time").hasPrefix("2025-05-26T14:27:06"))
    #expect(movie.text(of: MovieKey.make) == "Maker" && movie.text(of: MovieKey.model) == "Model")
    // Sound begins with the picture: what comes before it is cut, to the frame.
    let sound = { (path: String) in
      try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s16le", "-"]).bytes.withUnsafeBytes {
        Array($0.bindMemory(to: Int16.self))
      }
    }
    let (ours, theirs) = (try sound(path), try sound(source))
    func difference(_ shift: Int) -> Int {
      (2000..<40_000).reduce(0) { $0 + abs(Int(ours[$1 + shift]) - Int(theirs[$1])) }
    }
    #expect((-40...40).min { difference($0) < difference($1) } == 0)
  }

  @Test func aTrimmedTurnedSilentMP4() async throws {
    let report = try await export(try movie(), .mp4) {
      $0.trim = EditTrim("0.5..1.5")
      $0.turn = .right
      $0.removesSound = true
      $0.width = 32
    }
    let found = try probe(report.file.path)
    #expect((found.width, found.height) == (32, 48) && abs(found.seconds - 1) < 0.06)
    #expect(try PairProbe.probe(report.file.path, "stream=codec_name", stream: "a:0").isEmpty)
    #expect(report.pictureCount == 20)
  }

  @Test func soundOfAPartBeginsWithIt() async throws {
    let report = try await export(try movie(), .mp4) { $0.trim = EditTrim("0.7..1.2") }
    let sound = try ForeignTool.ffmpeg.run(["-v", "error", "-i", report.file.path, "-f", "s16le", "-ac", "1", "-"])
      .bytes
    let seconds = Double(sound.count) / 2 / 44100
    #expect(abs(seconds - 0.5) < 0.06)
    #expect(abs(try probe(report.file.path).seconds - 0.5) < 0.06)
  }

  @Test func bounceAsGIF() async throws {
    let report = try await export(try movie(), .gif) {
      $0.effect = .bounce
      $0.frameRate = 20
    }
    #expect(FileNames.name(of: report.file.path) == "clip_bounce.gif")
    let course = try course(report.file.path)
    #expect(course.count == 78)
    #expect(rises(course[..<40]) && rises(course[39...].reversed()[...]))
    let listing = try ForeignTool("gifsicle", package: "gifsicle").run(["-I", report.file.path]).text
    #expect(listing.contains("78 images") && listing.contains("loop forever") && listing.contains("delay 0.05s"))
  }

  @Test func loopAsWebP() async throws {
    let report = try await export(try movie(), .webp) { $0.effect = .loop }
    let listing = try ForeignTool("webpinfo", package: "webp").run([report.file.path]).text
    #expect(listing.contains("Animation: 1"))
    #expect(listing.split(separator: "\n").contains { $0.hasPrefix("  Loop count") && $0.hasSuffix(": 0") })
    // Pictures that are alike are joined.
    let shown = listing.components(separatedBy: "Chunk ANMF").count - 1
    #expect(shown > 5 && shown <= report.pictureCount)
    #expect(report.notes.contains { $0.hasPrefix("The loop shows") })
    #expect(
      report.duration >= MediaTime(value: 99, timescale: 100) && report.duration < MediaTime(value: 2, timescale: 1))
  }

  @Test func loopAsMP4FadesIntoItsBeginning() async throws {
    let report = try await export(try movie(), .mp4) { $0.effect = .loop }
    let course = try course(report.file.path)
    #expect(course.count == report.pictureCount)
    let (first, last) = (try #require(course.first), try #require(course.last))
    let most = try #require(course.max())
    #expect(abs(last - first) < (most - first) / 3, "\(course)")
    #expect(try PairProbe.probe(report.file.path, "stream=codec_name", stream: "a:0").isEmpty)
  }

  @Test func plainAVIF() async throws {
    let report = try await export(try movie(), .avif) { $0.frameRate = 10 }
    #expect(report.pictureCount == 20)
    let bytes = try FileBytes(report.file.path).allBytes()
    #expect(bytes[4..<12].elementsEqual("ftypavis".utf8))
    let found = try probe(report.file.path)
    #expect(found.codec == "av1" && found.width == 96 && found.height == 64)
  }

  @Test func aContactSheet() async throws {
    let report = try await export(try movie(["-movflags", "use_metadata_tags"]), .sheet) {
      $0.sheetCount = 8
      $0.sheetColumns = 4
      $0.width = 64
    }
    #expect(report.pictureCount == 8 && report.duration == .zero)
    #expect(FileNames.name(of: report.file.path) == "clip_sheet.jpg")
    let picture = try PictureDecoder().decode(FileBytes(report.file.path))
    #expect((picture.width, picture.height) == (report.width, report.height))
    let layout = ContactSheetLayout(
      count: 8, columns: 4, width: 64, height: 42)
    let course = (0..<8).map { index in
      let corner = layout.corner(index)
      return picture.luma(corner.x + 12, corner.y + 20)
    }
    #expect(rises(course[...]) && course[7] - course[0] > 80, "\(course)")
  }

  @Test func theSameExportTwiceGivesTheSameBytes() async throws {
    let movie = try movie()
    for format in ExportFormat.allCases {
      var files: [[UInt8]] = []
      for name in ["once", "twice"] {
        let report = try await export(movie, format) {
          $0.name = "\(format)-\(name)"
          $0.width = 64
          $0.trim = EditTrim("0..1")
        }
        files.append(try FileBytes(report.file.path).allBytes())
      }
      #expect(firstDifference(files[0], files[1]) == nil, "\(format)")
    }
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    let movie = try movie()
    let changes: [(inout ExportRequest) -> Void] = [
      { $0.width = 0 }, { $0.frameRate = 0 }, { $0.trim = EditTrim("3..4") }, { $0.sheetCount = 0 },
      { $0.sheetColumns = 0 },
      {
        $0.format = .sheet
        $0.effect = .loop
      },
    ]
    for change in changes {
      await #expect(throws: LivePhotoError.self) { _ = try await export(movie, .mp4, change) }
    }
    let text = try folder.write(Array("no movie at all".utf8), as: "text.mov")
    await #expect(throws: LivePhotoError.self) { _ = try await export(text, .gif) }
    _ = try await export(movie, .mp4)
    await #expect(throws: LivePhotoError.self, "the file is there") { _ = try await export(movie, .mp4) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["clip.mov", "clip.mp4", "text.mov"])
  }

  @Test(arguments: LivePhotoFixtures.pairs)
  func phones(_ pair: LivePhotoFixtures.Pair) async throws {
    let report = try await export(pair.still, .mp4) {
      $0.output = folder.path
      $0.width = 160
    }
    let found = try probe(report.file.path)
    let frames = try MovieReader().read(FileBytes(pair.movie)).shownFrames()
    #expect(report.pictureCount == frames.count)
    let turned = try MovieReader().read(FileBytes(pair.movie)).videoTrack?.matrix.clockwiseDegrees ?? 0
    #expect(turned % 180 == 0 ? found.width > found.height : found.width < found.height)
    // The pictures in the order of the original: compared with what ffmpeg shows of it.
    for time in [0.2, 0.9] {
      let pictures = try [report.file.path, pair.movie].map { path in
        try ForeignTool.ffmpeg.run([
          "-v", "error", "-i", path, "-ss", "\(time)", "-frames:v", "1", "-vf", "scale=32:32:flags=area,format=gray",
          "-f",
          "rawvideo", "-",
        ]).bytes
      }
      let sum = zip(pictures[0], pictures[1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(sum) / 1024 < 5, "\(time) s: \(Double(sum) / 1024)")
    }
  }
}
