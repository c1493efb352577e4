import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Whatever is written as a pair is a Live Photo, and what would be none is not written.
@Suite(.foreignPrograms) struct WrittenPairTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair
  private let library = LivePhotoFiles()

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  private func check(_ report: PairReport) async throws {
    let verdict = try await library.verify(report.files[0].path, report.files[1].path)
    #expect(verdict.isLivePhoto && verdict.failures.isEmpty, "\(verdict.lines(isVerbose: false))")
    let kinds = try report.files.map { try FileKind(of: FileBytes($0.path)) }
    #expect(zip(kinds, report.files).allSatisfy { $0.fits($1.path) }, "\(report.files)")
  }

  /// A pair whose movie says that it is H.264 of a studio's profile.
  private func professional() throws -> (still: String, movie: String) {
    let bytes = try Tampering.movie(pair.movie) { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        var entry = try #require(box.children[0] as? VisualSampleEntry)
        entry.extensions = entry.extensions.map { box in
          guard var configuration = box as? CodecConfigurationBox else { return box }
          configuration.record[1] = 244
          return configuration
        }
        box.children[0] = entry
      }
    }
    return (try folder.write(pair.still, as: "IMG_1.JPG"), try folder.write(bytes, as: "IMG_1.MOV"))
  }

  @Test("what assemble makes of a still and a movie of two scenes is a Live Photo to verify, too")
  func unlike() async throws {
    var recipe = SamplePair.Recipe()
    (recipe.scene, recipe.width, recipe.height) = (99, 240, 320)
    let still = try folder.write(try SamplePair(recipe).still, as: "a.JPG")
    let movie = try folder.write(pair.movie, as: "b.MOV")
    try await check(
      try await library.assemble(AssembleRequest(photo: still, movie: movie, output: folder.path("pair"))))
  }

  @Test(
    "a PNG that is named as a HEIC, turned, becomes a JPEG that programs pair", arguments: [QuarterTurn.right, .none])
  func namedOtherwise(_ turn: QuarterTurn) async throws {
    let png = folder.path("source.png")
    let jpeg = try folder.write(pair.still, as: "source.jpg")
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", jpeg, png])
    try folder.write(try folder.read("source.png"), as: "IMG_0001.HEIC")
    try folder.write(pair.movie, as: "IMG_0001.MOV")
    var request = EditRequest(pair: folder.path("IMG_0001.HEIC"))
    (request.turn, request.removesSound) = (turn, true)
    let report = try await library.edit(request)
    #expect(report.files.map { ($0.path as NSString).lastPathComponent } == ["IMG_E0001.JPG", "IMG_E0001.MOV"])
    #expect(report.notes.contains { $0.contains("PNG is converted to JPEG") })
    try await check(report)
    #expect(try StillFile.read(FileBytes(report.files[0].path)).orientation == (turn == .right ? .right : .up))
  }

  @Test("an edit that would leave no Live Photo writes nothing, and says why")
  func refused() async throws {
    let (still, movie) = try professional()
    var request = EditRequest(pair: still)
    (request.turn, request.output) = (.right, folder.path("edited"))
    let error = await #expect(throws: LivePhotoError.self) { try await library.edit(request) }
    #expect(error?.code == .noLivePhoto && error?.context == movie && error?.message.contains("h264Profile") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("edited")))
  }

  @Test(
    "pictures that Apple's programs do not play are converted by assemble, or refused where only copying is allowed")
  func converted() async throws {
    let (still, movie) = try professional()
    var request = AssembleRequest(photo: still, movie: movie, output: folder.path("pair"))
    let report = try await library.assemble(request)
    try await check(report)
    #expect(report.notes.contains { $0.contains("High 4:4:4 Predictive is converted") })
    (request.codec, request.output) = (.copy, folder.path("copied"))
    let error = await #expect(throws: LivePhotoError.self) { try await library.assemble(request) }
    #expect(error?.code == .unsupported && !FileManager.default.fileExists(atPath: folder.path("copied")))
  }

  @Test("movies of studios' profiles and with sound of the web are no Live Photo's, and become one's by assemble")
  func foreign() async throws {
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:d=2", "-f", "lavfi", "-i", "sine=d=2"]
    for (name, options, rule) in [
      ("444.mov", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-c:a", "aac"], Rule.h264Profile),
      ("422.mov", ["-c:v", "libx264", "-pix_fmt", "yuv422p", "-c:a", "aac"], .h264Profile),
      ("10.mov", ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-c:a", "aac"], .h264Profile),
      ("opus.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "libopus", "-brand", "qt  "], .formats),
    ] {
      let movie = folder.path(name)
      try ForeignTool.ffmpeg.run(source + options + [movie])
      let still = try folder.write(pair.still, as: "still.jpg")
      let verdict = try await library.verify(still, movie)
      #expect(verdict[rule]?.status == .failure && !verdict.isLivePhoto, "\(name)")
      let apple = verdict.consumers.filter { $0.consumer == .applePhotosMac || $0.consumer == .applePhotosIPhone }
      #expect(apple.allSatisfy { $0.answer == .refused }, "\(name)")
      try await check(
        try await library.assemble(AssembleRequest(photo: still, movie: movie, output: folder.path("of" + name))))
    }
  }

  @Test("a track of the still that nobody reads, and numbers that are used twice, are written anew by assemble")
  func faults() async throws {
    let disabled = try Tampering.movie(pair.movie) { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.header.flags = 0 }
    }
    let double = try Tampering.movie(pair.movie) { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.trackID = 1 }
    }
    let elsewhere = try Tampering.movie(pair.movie) { movie in
      try movie.change(MetadataBox.self) { $0.header = VersionAndFlags() }
    }
    let still = try folder.write(pair.still, as: "IMG_1.JPG")
    for (index, bytes) in [disabled, double, elsewhere].enumerated() {
      let movie = try folder.write(bytes, as: "IMG_1.MOV")
      let report = try await library.assemble(
        AssembleRequest(photo: still, movie: movie, output: folder.path("pair\(index)")))
      try await check(report)
      #expect(report.stillTime == pair.stillTime)
    }
  }

  /// What exports make of pairs.
  enum Export: CaseIterable { case whole, renamed, converted, torn }

  @Test(
    "whatever pair writes of whole files as a pair is a Live Photo, to others, too",
    arguments: Export.allCases)
  func paired(_ form: Export) async throws {
    let export = try ExportFolder()
    for (index, pair) in LivePhotoFixtures.pairs.enumerated() {
      let (still, movie) = (try FileBytes(pair.still), try FileBytes(pair.movie))
      let (photo, film) = (try still.bytes(0..<still.count), try movie.bytes(0..<movie.count))
      let name = "\(index)/IMG_\(index)"
      switch form {
      case .whole:
        try export.add(photo, name + "." + (pair.still as NSString).pathExtension)
        try export.add(film, name + ".mov")
      case .renamed:
        // Of the wrong kind, too.
        try export.add(photo, name + "(1).jpg")
        try export.add(film, name + ".MP4")
      case .converted:
        try export.add(photo, name + "." + (pair.still as NSString).pathExtension)
        try export.add(ExportedHalf.movie(film), name + ".MP4")
      case .torn:
        guard try FileKind(of: still) == .jpeg else { continue }
        let whole = try MotionPhoto.rope(still: still, movie: movie).contents()
        let range = try #require(try StillFile.read(ArrayBytes(whole, name: "whole")).motionPhoto?.videoRange)
        try export.add(Array(whole[..<range.lowerBound]), name + ".MP.jpg")
        // Changed by the service, so that it is no Motion Photo any more.
        try export.add(Array(whole[range]) + [0, 0, 0, 8] + Array("free".utf8), name + ".MP")
      }
    }
    let report = try await export.pair()
    let pairs = export.findings.filter { $0.outcome == .pair }
    #expect(report.isClear && pairs.count == export.findings.count, "\(export.findings.flatMap(\.lines))")
    for pair in pairs {
      let verdict = try await library.verify(pair.written[0], pair.written[1])
      #expect(verdict.isLivePhoto && verdict.failures.isEmpty, "\(verdict.lines(isVerbose: false))")
      #expect(try PairProbe.brokenRules(pair.written[0], pair.written[1]) == [], "\(pair.lines)")
    }
  }
}
