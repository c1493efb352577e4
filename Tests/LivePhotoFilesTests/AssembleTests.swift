import ByteCoding
import FileStorage
import Foundation
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite(.foreignPrograms) struct AssembleTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  private func assemble(
    _ photo: String?, _ movie: String, into name: String, _ change: (inout AssembleRequest) -> Void = { _ in }
  ) async throws -> (report: PairReport, still: String, movie: String) {
    var request = AssembleRequest(photo: photo, movie: movie, output: folder.path(name))
    change(&request)
    let report = try await files.assemble(request)
    #expect(report.files.map(\.role) == [.still, .movie])
    return (report, report.files[0].path, report.files[1].path)
  }

  private func image(_ name: String, _ options: [String] = []) throws -> String {
    let path = folder.path(name)
    let source = ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"]
    _ = try ForeignTool.ffmpeg.run(["-v", "error", "-y"] + source + options + [path])
    return path
  }

  @Test("pairs come out of taking apart and putting together with the same packets, times and pixels")
  func phones() async throws {
    for pair in LivePhotoFixtures.pairs {
      let parts = try await files.disassemble(DisassembleRequest(pair.still, output: folder.path("parts")))
      let new = try await assemble(parts.files[0].path, parts.files[1].path, into: "pair")
      // The stills carry everything already, so not one byte changes.
      #expect(firstDifference(try bytes(new.still), try bytes(pair.still)) == nil, "\(pair.still)")
      for kind in ["v", "a"] {
        #expect(try Packets.all(new.movie, kind) == Packets.all(pair.movie, kind), "\(pair.movie)")
      }
      #expect(try Packets.stillTime(new.movie) == Packets.stillTime(pair.movie), "\(pair.movie)")
      #expect(try PairChecker.failures(new.still, new.movie, ["--phone"]) == [], "\(pair.movie)")
      #expect(new.report.notes == [])
      let again = try await assemble(new.still, new.movie, into: "again")
      #expect(firstDifference(try bytes(again.still), try bytes(new.still)) == nil)
      #expect(firstDifference(try bytes(again.movie), try bytes(new.movie)) == nil)
    }
  }

  @Test("pairs get a wished identifier without losing a packet or pixel")
  func identifierOfPhones() async throws {
    let wished = "5D0C6B3E-95C2-4D6E-8B52-0D6E6F7A1B2C"
    for pair in LivePhotoFixtures.pairs {
      let new = try await assemble(pair.still, pair.movie, into: "pair") {
        $0.identifier = PairIdentifier(uuidString: wished)
      }
      #expect(new.report.identifier == wished)
      #expect(try PairChecker.failures(new.still, new.movie, ["--phone", "--identifier", wished]) == [])
      for kind in ["v", "a"] { #expect(try Packets.all(new.movie, kind) == Packets.all(pair.movie, kind)) }
      let old = try StillFile.read(FileBytes(pair.still))
      let now = try StillFile.read(FileBytes(new.still))
      #expect(now.captureDate == old.captureDate)
      #expect(try ImageData.isEqual(new.still, pair.still))
    }
  }

  @Test("a movie of any kind alone becomes a Live Photo, twice the same", arguments: ForeignClip.allCases)
  func foreign(clip: ForeignClip) async throws {
    let path = try clip.make(in: folder)
    let new = try await assemble(nil, path, into: "pair")
    #expect(try PairChecker.failures(new.still, new.movie) == [])
    #expect(new.report.notes.contains { $0.hasPrefix("video:") } != clip.keepsPictures)
    #expect(new.report.notes.contains { $0.hasPrefix("sound:") } != clip.keepsSound)
    if clip.keepsPictures, clip != .transportStream, clip != .avi {
      // In the two others the packets have start codes instead of lengths.
      #expect(try Packets.hashes(new.movie, "v") == Packets.hashes(path, "v"))
    }
    #expect(try clip.keepsPictures == (Packets.pictures(new.movie) == Packets.pictures(path)))
    if [.matroska, .hevcInMP4, .fragmented, .bFrames].contains(clip) {
      #expect(try Packets.hashes(new.movie, "a") == Packets.hashes(path, "a"))
    }
    let (old, now) = (try Packets.times(path), try Packets.times(new.movie))
    #expect(now.count == 75)
    // An AVI has no times of its own.
    if clip != .avi { #expect(old.count == now.count) }
    for (one, other) in zip(old, now) { #expect(abs((one - old[0]) - (other - now[0])) < 0.002) }
    // A decoder gives pictures in the order of showing, whatever the file says of their times.
    let shown = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts", "-of", "default=nk=1:nw=1", new.movie,
    ]).lines.compactMap { Int($0) }
    #expect(shown.count == 75 && shown == shown.sorted())
    let still = try #require(try Packets.stillTime(new.movie))
    #expect(now.contains { abs($0 - still) < 0.002 })
    #expect(abs(still - 1.5) < 0.03)

    let again = try await assemble(nil, path, into: "again")
    #expect(firstDifference(try bytes(again.still), try bytes(new.still)) == nil)
    #expect(firstDifference(try bytes(again.movie), try bytes(new.movie)) == nil)
  }

  @Test("sound stays where it was beside the pictures", arguments: [ForeignClip.webm, .avi, .matroska, .proRes])
  func sound(clip: ForeignClip) async throws {
    let path = try clip.make(in: folder)
    let new = try await assemble(nil, path, into: "pair")
    func length(_ path: String) throws -> Int {
      try ForeignTool.ffmpeg.run([
        "-v", "error", "-i", path, "-map", "0:a:0", "-ac", "1", "-ar", "8000", "-f", "s16le", "-",
      ]).bytes.count / 2
    }
    // 25 ms at 8000 Hz: ffmpeg plays a Matroska's priming.
    #expect(abs(try length(path) - (try length(new.movie))) <= 200)
  }

  @Test("pictures of other kinds become JPEGs that keep their pixels' place and their Exif")
  func otherStills() async throws {
    let movie = try ForeignClip.bFrames.make(in: folder)
    let png = try image("photo.png")
    for path in [png, try image("photo.webp")] {
      let new = try await assemble(path, movie, into: FileNames.fileExtension(of: path)) {
        $0.stillPlace = .fraction(0.3)
      }
      #expect(new.still.hasSuffix("photo.JPG"))
      #expect(new.report.notes.contains { $0.contains("converted to JPEG") })
      #expect(try PairChecker.failures(new.still, new.movie) == [])
      #expect(new.report.stillTime == MediaTime(value: 22, timescale: 25))
    }
    // A PNG in disguise, turned and dated by its Exif.
    let named = try folder.write(try folder.read("photo.png"), as: "IMG_1.HEIC")
    _ = try ForeignTool.exiftool.run([
      "-q", "-overwrite_original", "-Orientation#=6", "-DateTimeOriginal=2026:01:02 03:04:05",
      "-OffsetTimeOriginal=+02:00", named.replacingOccurrences(of: "IMG_1.HEIC", with: "photo.png"),
    ])
    _ = try folder.write(try folder.read("photo.png"), as: "IMG_1.HEIC")
    let new = try await assemble(named, movie, into: "disguise")
    #expect(new.still.hasSuffix("IMG_1.JPG"))
    let still = try StillFile.read(FileBytes(new.still))
    #expect(still.orientation == .right)
    #expect(still.captureDate?.localString() == "2026-01-02T03:04:05")
    #expect(new.report.notes.contains { $0.hasPrefix("shape:") })
  }

  @Test("a still keeps all its bytes but the metadata, and lends its date to the movie")
  func jpeg() async throws {
    let pair = try SamplePair.good.get()
    let photo = try folder.write(pair.still, as: "IMG_7.jpg")
    let movie = try ForeignClip.bFrames.make(in: folder)
    // Named the wrong way round.
    let new = try await assemble(movie, photo, into: "pair") {
      $0.stillPlace = .time(MediaTime(value: 1, timescale: 1))
    }
    #expect(new.still.hasSuffix("IMG_7.JPG") && new.movie.hasSuffix("IMG_7.MOV"))
    #expect(try ImageData.isEqual(new.still, photo))
    #expect(new.report.stillTime == MediaTime(value: 1, timescale: 1))
    #expect(try PairChecker.failures(new.still, new.movie).filter { $0 != "14" } == [])
    let identifiers = try ForeignTool.exiftool.run([
      "-s3", "-MediaGroupUUID", "-ContentIdentifier", new.still, new.movie,
    ])
    #expect(identifiers.lines.filter { $0 == new.report.identifier }.count == 2)
    for (given, made) in [(photo, new.still), (movie, new.movie)] {
      let (old, now) = try (FileBytes(given), FileBytes(made))
      #expect(now.modificationNanoseconds == old.modificationNanoseconds)
    }
  }

  @Test("the picture at the still's place becomes the still, turned as the movie is")
  func turned() async throws {
    let plain = try ForeignClip.bFrames.make(in: folder, size: "320x240")
    let movie = folder.path("turned.mp4")
    // The clip as it is, with the matrix of a phone held upright.
    _ = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", "-bitexact", movie,
    ])
    let new = try await assemble(nil, movie, into: "pair")
    let still = try StillFile.read(FileBytes(new.still))
    #expect((still.width, still.height) == (320, 240))
    #expect(try PairChecker.failures(new.still, new.movie) == [])
    #expect(still.exif?.thumbnailRange != nil)
  }

  @Test("codecs are converted when asked for, and refused when only copying is allowed")
  func codecs() async throws {
    let movie = try ForeignClip.matroska.make(in: folder)
    let hevc = try await assemble(nil, movie, into: "hevc") { $0.codec = .hevc }
    #expect(try Packets.codecs(hevc.movie).starts(with: ["hevc", "aac"]))
    #expect(hevc.report.notes.contains("video: H.264 is converted to HEVC"))
    #expect(try PairChecker.failures(hevc.still, hevc.movie) == [])
    let back = try await assemble(nil, hevc.movie, into: "back") { $0.codec = .h264 }
    #expect(try Packets.codecs(back.movie).starts(with: ["h264", "aac"]))
    let webm = try ForeignClip.webm.make(in: folder)
    await #expect(throws: LivePhotoError.self) {
      try await assemble(nil, webm, into: "copy") { $0.codec = .copy }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
  }

  @Test("a still from a movie knows where the movie was taken")
  func location() async throws {
    let source = ArrayBytes(try SamplePair.good.get().movie, name: "movie")
    var editor = try MovieEditor(MovieReader().read(source), source: source)
    editor.setMetadata(MovieKey.location, text: "-33.8568+151.2153+004.000/")
    let path = try folder.write(try editor.rope().contents(), as: "there.mov")
    let new = try await assemble(nil, path, into: "there")
    let found = try ForeignTool.exiftool.run(["-s3", "-n", "-GPSLatitude", "-GPSLongitude", "-GPSAltitude", new.still])
    let numbers = found.lines.compactMap { Double($0) }
    #expect(
      numbers.count == 3 && zip(numbers, [-33.8568, 151.2153, 4]).allSatisfy { abs($0 - $1) < 0.0001 }, "\(found)")
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}

/// What a still shows, whatever is said about it.
enum ImageData {
  /// Whether two stills show the same: pixels decoded by ffmpeg of a JPEG; of a HEIC the bytes of every item but Exif
  /// and XMP, as a script finds them, since Debian's libheif refuses some that phones write.
  static func isEqual(_ one: String, _ other: String) throws -> Bool {
    guard try FileKind(of: FileBytes(one)) == .heic else {
      return try Packets.pictures(one) == Packets.pictures(other)
    }
    return try ForeignTool.python.run([HEIFItems.script, one, other, "Exif", "mime"]).lines == ["same"]
  }
}
