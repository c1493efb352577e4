import ByteCoding
import FileStorage
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Motion Photos for players without HEVC, stills without movies, and movies that are announced and not there.
@Suite(.foreignPrograms) struct MotionPhotoOptionsTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  private func video(of photo: String) throws -> String {
    let still = try StillFile.read(FileBytes(photo))
    let range = try #require(still.motionPhoto).videoRange
    return try folder.write(try still.source.slice(range).allBytes(), as: "\(UUID()).mp4")
  }

  private func likeness(_ one: String, _ other: String) throws -> Double {
    let text = try ForeignTool.ffmpeg.attempt([
      "-v", "info", "-i", one, "-i", other, "-lavfi", "[0:v:0]setpts=N[a];[1:v:0]setpts=N[b];[a][b]psnr", "-f", "null",
      "-",
    ]).errors
    let place = try #require(text.range(of: "min:"))
    return Double(text[place.upperBound...].prefix { !$0.isWhitespace }) ?? 0
  }

  @Test("HEVC becomes H.264, picture by picture at the same times, with the same sound; H.264 stays as it is")
  func h264() async throws {
    var codecs: Set<String> = []
    for pair in LivePhotoFixtures.pairs {
      let plain = try await files.motionPhoto(MotionPhotoRequest([pair.still], output: folder.path("plain")))
      var request = MotionPhotoRequest([pair.still], output: folder.path("h264"))
      request.convertsToH264 = true
      let report = try await files.motionPhoto(request)
      let (old, new) = try (video(of: plain.files[0].path), video(of: report.files[0].path))
      #expect(report.stillTime == plain.stillTime)
      #expect(try Packets.codecs(new) == ["h264", "aac"])
      #expect(try Packets.times(new) == Packets.times(old))
      #expect(try Packets.all(new, "a") == Packets.all(old, "a"))
      let codec = try #require(Packets.codecs(old).first)
      codecs.insert(codec)
      if codec == "h264" {
        #expect(try Packets.all(new, "v") == Packets.all(old, "v"))
      } else {
        let likeness = try likeness(new, old)
        #expect(likeness > 36, "\(likeness)")
        #expect(report.notes.contains { $0.contains("HEVC is converted to H.264") })
        for entry in ["color_primaries", "color_range", "r_frame_rate"] {
          #expect(
            try PairProbe.probe(new, "stream=\(entry)", stream: "v")
              == PairProbe.probe(old, "stream=\(entry)", stream: "v"))
        }
      }
      #expect(try ImageData.isEqual(report.files[0].path, pair.still))
    }
    #expect(codecs == ["h264", "hevc"])
  }

  @Test(
    "a still comes out of a Motion Photo clean: its pixels, and neither movie nor a word of it",
    arguments: LivePhotoFixtures.motionPhotos)
  func stillOnly(_ original: String) async throws {
    let name = FileNames.name(of: original)
    var request = MotionPhotoRequest([original], output: folder.path)
    request.isStillOnly = true
    let report = try await files.motionPhoto(request)
    let path = report.files[0].path
    #expect(report.files.map(\.role) == [.still])
    #expect(path.hasSuffix(name.hasSuffix("heic") ? ".HEIC" : ".JPG") && !path.contains(".MP."))
    let told = try ForeignTool.exiftool.run(["-a", "-G1", "-s", path]).text
    for word in ["MotionPhoto", "MicroVideo", "DirectoryItem", "EmbeddedVideo"] {
      #expect(!told.contains(word), "\(told)")
    }
    let still = try StillFile.read(FileBytes(path))
    #expect(still.motionPhoto == nil && !still.lacksVideo)
    let bytes = Data(try FileBytes(path).allBytes())
    #expect(bytes.range(of: Data("ftypmp42".utf8)) == nil && bytes.range(of: Data("ftypisom".utf8)) == nil)
    // The shortened ones have not all of their pixels.
    if !name.contains("shortened") { #expect(try ImageData.isEqual(path, original)) }
    let inspected = try await files.inspect(path)
    #expect(
      inspected.summary == (still.contentIdentifier == nil ? "still" : "still of a Live Photo")
        && inspected.notes.isEmpty, "\(inspected.notes)")
    await #expect(throws: LivePhotoError.self, "clean already") {
      request.files = [path]
      request.name = "again"
      _ = try await files.motionPhoto(request)
    }
  }

  @Test("a Motion Photo that lost its video says so, to whoever asks, and gives a clean still")
  func lostVideo() async throws {
    let pair = try SamplePair.good.get()
    let whole = try MotionPhoto.rope(still: ArrayBytes(pair.still), movie: ArrayBytes(pair.movie)).contents()
    let length = try #require(StillFile.read(ArrayBytes(whole)).motionPhoto).videoRange.count
    let path = try folder.write(whole.dropLast(length), as: "A.MP.jpg")
    #expect(try await files.inspect(path).notes.contains { $0.contains("announces a Motion Photo's video") })
    func refusal(_ work: () async throws -> Void) async -> String {
      do { try await work() } catch { return "\(error)" }
      return "none"
    }
    let refusals = [
      await refusal { _ = try await files.verify(partOfPair: path) },
      await refusal { _ = try await files.motionPhoto(MotionPhotoRequest([path], output: folder.path("out"))) },
      await refusal { _ = try await files.disassemble(DisassembleRequest(path, output: folder.path("out"))) },
    ]
    for text in refusals { #expect(text.contains("not in the file") && text.contains("--still-only"), "\(text)") }
    var request = MotionPhotoRequest([path], output: folder.path("clean"))
    request.isStillOnly = true
    let clean = try await files.motionPhoto(request).files[0].path
    #expect(try !ForeignTool.exiftool.run(["-a", "-s", clean]).text.contains("MotionPhoto"))
    // As half of a pair it is warned of, by the independent checker, too, and mended.
    let name = try folder.write(whole.dropLast(length), as: "pair of it/A.JPG")
    let film = try folder.write(pair.movie, as: "pair of it/A.MOV")
    let verdict = try await files.verify(name, film)
    #expect(verdict.isLivePhoto && verdict.results.filter { $0.status != .pass }.map(\.rule) == [.announcedVideo])
    #expect(try PairChecker.failures(name, film) == ["16"])
    let survey = try await Survey([folder.path("pair of it")])
    #expect(survey.findings.map { $0.verdict?[.announcedVideo]?.status } == [.warning])
    let mended = try await files.repair(RepairRequest(name, film, output: folder.path("mended")))
    #expect(mended.changes.count == 1 && mended.verdict[.announcedVideo]?.status == .pass, "\(mended.lines)")
    // A pair that is made of it promises nothing, either.
    let movie = try folder.write(pair.movie, as: "B.MOV")
    let made = try await files.assemble(AssembleRequest(photo: path, movie: movie, output: folder.path("pair")))
    #expect(try !StillFile.read(FileBytes(made.files[0].path)).lacksVideo)
  }
}
