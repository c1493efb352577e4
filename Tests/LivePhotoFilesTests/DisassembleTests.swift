import ByteCoding
import FileStorage
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite struct DisassembleTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  private func takeApart(_ path: String, into name: String = "out") async throws -> DisassembleReport {
    try await files.disassemble(DisassembleRequest(path, output: folder.path(name)))
  }

  private func expectPair(_ report: DisassembleReport, stem: String) throws {
    #expect(report.files.map { FileNames.name(of: $0.path) } == [stem + ".JPG", stem + ".MOV"])
    #expect(firstDifference(try bytes(report.files[0].path), pair.still) == nil)
    #expect(firstDifference(try bytes(report.files[1].path), pair.movie) == nil)
    #expect(report.files.map(\.size) == [pair.still.count, pair.movie.count])
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test("either file of a pair finds the other, by identifier or by name, with its date", arguments: [true, false])
  func pairs(named: Bool) async throws {
    let still = try folder.write(pair.still, as: "IMG_1.jpeg")
    let movie = try folder.write(pair.movie, as: named ? "IMG_1.mov" : "other.mp4")
    try folder.write(SamplePair(.init(identifier: "11111111-2222-4333-8444-555555555555")).movie, as: "IMG_2.mov")
    let date = Date(timeIntervalSince1970: 1_600_000_000.5)
    for path in [still, movie] {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    for (index, path) in [still, movie].enumerated() {
      let report = try await takeApart(path, into: "out\(index)")
      #expect(report.form == .pair)
      #expect(firstDifference(try bytes(report.files[0].path), pair.still) == nil)
      #expect(firstDifference(try bytes(report.files[1].path), pair.movie) == nil)
      for file in report.files {
        #expect(try FileBytes(file.path).modificationNanoseconds == 1_600_000_000_500_000_000)
      }
    }
  }

  @Test("a bundle gives its two files")
  func bundle() async throws {
    try folder.write(pair.still, as: "Trip.pvt/IMG_5.JPG")
    try folder.write(pair.movie, as: "Trip.pvt/IMG_5.MOV")
    try folder.write(Array("<plist/>".utf8), as: "Trip.pvt/metadata.plist")
    let report = try await takeApart(folder.path("Trip.pvt"))
    #expect(report.form == .bundle)
    try expectPair(report, stem: "IMG_5")
  }

  @Test("an archive gives its two files, plain or deflated, whatever they are called", arguments: ["0", "8"])
  func archive(method: String) async throws {
    let still = try folder.write(pair.still, as: "in/IMG_6.heic")
    let movie = try folder.write(pair.movie, as: "in/IMG_6.mov")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", int(sys.argv[2])) as archive:
          archive.writestr("__MACOSX/._IMG_6.jpg", b"\\xff\\xd8\\xff nothing")
          archive.write(sys.argv[3], "../../../tmp/IMG_6.heic")
          archive.write(sys.argv[4], "deep/down/IMG_6.mov")
      """
    let path = folder.path("IMG_6.livp")
    _ = try ForeignTool.python.run(["-c", script, path, method, still, movie])
    let report = try await takeApart(path)
    #expect(report.form == .archive)
    try expectPair(report, stem: "IMG_6")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == 2)
  }

  @Test("a movie in an archive that says it is an MP4 is named so, plain or deflated", arguments: ["0", "8"])
  func archivedMP4(method: String) async throws {
    let still = try folder.write(pair.still, as: "in/a.jpg")
    var mp4 = pair.movie
    mp4.replaceSubrange(8..<12, with: "mp42".utf8)
    let movie = try folder.write(mp4, as: "in/a.mov")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", int(sys.argv[2])) as archive:
          archive.write(sys.argv[3], "a.jpg")
          archive.write(sys.argv[4], "a.mov")
      """
    _ = try ForeignTool.python.run(["-c", script, folder.path("a.livp"), method, still, movie])
    let report = try await takeApart(folder.path("a.livp"))
    #expect(report.files.map { FileNames.name(of: $0.path) } == ["a.JPG", "a.MP4"])
    #expect(firstDifference(try bytes(report.files[1].path), mp4) == nil)
  }

  @Test("a plain member that is not what the archive's directory says is refused")
  func damagedMember() async throws {
    let still = try folder.write(pair.still, as: "in/a.jpg")
    let movie = try folder.write(pair.movie, as: "in/a.mov")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          archive.write(sys.argv[2], "a.jpg")
          archive.write(sys.argv[3], "a.mov")
      """
    _ = try ForeignTool.python.run(["-c", script, folder.path("a.livp"), still, movie])
    var archive = try bytes(folder.path("a.livp"))
    archive[pair.still.count / 2] ^= 1
    let damaged = try folder.write(archive, as: "b.livp")
    let error = await #expect(throws: LivePhotoError.self) { try await takeApart(damaged) }
    #expect(error?.code == .malformed)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test("archives that lie, or hold other things, are refused and leave nothing")
  func hostileArchives() async throws {
    let still = try folder.write(pair.still, as: "in/a.jpg")
    let movie = try folder.write(pair.movie, as: "in/a.mov")
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", 8) as archive:
          archive.write(sys.argv[2], "a.jpg")
          archive.write(sys.argv[3], "a.mov")
      """
    let good = folder.path("good.livp")
    _ = try ForeignTool.python.run(["-c", script, good, still, movie])
    let whole = try bytes(good)
    var random = SeededRandom(seed: 5)
    for round in 0..<120 {
      var bytes = whole
      switch round % 3 {
      case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      case 1:
        // The directory is what sizes and places come from.
        for _ in 0..<3 {
          bytes[Int.random(in: bytes.count - 180..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      default:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x55
      }
      let path = try folder.write(bytes, as: "bad.livp")
      do {
        let report = try await takeApart(path, into: "bad")
        // A change that no byte of either file depends on.
        try expectPair(report, stem: FileNames.stem(of: report.files[0].path))
        try FileManager.default.removeItem(atPath: folder.path("bad"))
      } catch let error as LivePhotoError {
        #expect(error.context.hasSuffix("bad.livp"))
        #expect(error.code == .malformed || error.code == .unsupported)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("bad")), "round \(round)")
    }
    let alone = try folder.write(pair.still, as: "alone/IMG.JPG")
    await #expect(throws: LivePhotoError.self) { try await takeApart(alone) }
  }

  @Test("Motion Photos give the bytes before the video, and the video")
  func motionPhotos() async throws {
    for path in LivePhotoFixtures.motionPhotos where !path.contains("shortened") {
      let name = FileNames.name(of: path)
      let original = try bytes(path)
      let report = try await takeApart(path, into: name)
      #expect(report.form == .motionPhoto)
      let (still, movie) = (try bytes(report.files[0].path), try bytes(report.files[1].path))
      #expect(firstDifference(still, Array(original.prefix(still.count))) == nil)
      #expect(movie[4..<8].elementsEqual("ftyp".utf8))
      let start = try #require(original[still.count...].firstRange(of: movie.prefix(32))?.lowerBound)
      #expect(start - still.count <= 16, "only the header of a box lies between the two")
      #expect(firstDifference(movie, Array(original[start...].prefix(movie.count))) == nil)
      #expect(try ForeignTool.ffprobe.run(["-v", "error", report.files[1].path]).status == 0)
      #expect(try ForeignTool.exiftool.run(["-q", "-validate", report.files[0].path]).status == 0)
    }
  }

  @Test(
    "a Motion Photo whose video lacks its end, or a part, is refused, and its still can be had",
    arguments: [true, false])
  func tornVideos(isFirst: Bool) async throws {
    // The tables of the movie lie before its pictures, or behind them.
    let movie = try folder.write(pair.movie, as: "movie.mov")
    let flags = isFirst ? ["-movflags", "+faststart"] : []
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", movie, "-map", "0:v", "-c", "copy"] + flags + [folder.path("movie.mp4")])
    let video = ArrayBytes(try folder.read("movie.mp4"), name: "movie")
    let whole = try MotionPhoto.rope(still: ArrayBytes(pair.still, name: "still"), movie: video).contents()
    let torn = try folder.write(whole.dropLast(900), as: "PXL_1.MP.jpg")
    let paths = [torn] + LivePhotoFixtures.motionPhotos.filter { $0.contains("shortened") }
    for (number, path) in paths.enumerated() {
      let out = "out\(number)"
      let error = await #expect(throws: LivePhotoError.self) { try await takeApart(path, into: out) }
      #expect(error?.code == .malformed && error?.message.hasPrefix("Its video is cut off or damaged. ") == true)
      #expect(!FileManager.default.fileExists(atPath: folder.path(out)))
      #expect(try await Survey([path], files).paths(.broken) == [path])
      var request = MotionPhotoRequest([path], output: folder.path(out))
      request.isStillOnly = true
      #expect(try await files.motionPhoto(request).files.map(\.role) == [.still])
    }
    let broken = try await Survey([torn], files).lines(about: torn)
    #expect(!broken.contains("none of a picture's"), "\(broken)")
  }
}
