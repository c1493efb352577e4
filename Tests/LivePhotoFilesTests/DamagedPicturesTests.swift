import ByteCoding
import FileStorage
import Foundation
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Damage that decoders patch over, or refuse: holes in coded pictures of movies and HEICs.
@Suite(.foreignPrograms) struct DamagedPicturesTests {
  private let folder: TemporaryFolder
  private let still: [UInt8]
  private let movie: [UInt8]

  /// A pair of HEIC and HEVC, as phones write them.
  init() async throws {
    folder = try TemporaryFolder()
    let clip = try ForeignClip.hevcInMP4.make(in: folder, size: "640x480")
    let report = try await LivePhotoFiles().assemble(
      AssembleRequest(photo: nil, movie: clip, output: folder.path("pair")))
    let written = try FileBytes(report.files[1].path)
    movie = try written.bytes(0..<written.count)
    let file = try MovieReader().read(written)
    let identifier = try #require(file.contentIdentifier.flatMap { PairIdentifier(uuidString: $0) })
    let jpeg = try FileBytes(report.files[0].path)
    let begins = WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0)
    let metadata = StillMetadata(
      date: begins, make: "Linux", model: "Blocks", software: "livecam", orientation: .up,
      contentIdentifier: identifier)
    still = try HEICStill.encoding(
      metadata, from: try PictureDecoder().decode(jpeg), settings: .init(preset: "ultrafast"))
  }

  private func statuses(
    _ still: [UInt8], _ movie: [UInt8], _ effort: PictureEffort
  ) async throws -> (still: RuleResult.Status?, movie: RuleResult.Status?) {
    let pair = try TemporaryFolder()
    try pair.write(still, as: "A.HEIC")
    try pair.write(movie, as: "A.MOV")
    let findings = try await Survey([pair.path], effort: effort).findings
    let verdict = try #require(findings.first?.verdict)
    return (verdict[.stillDecodes]?.status, verdict[.decodes]?.status)
  }

  @Test("a pair that is whole is so at every depth")
  func whole() async throws {
    for effort in [PictureEffort.key, .full] {
      #expect(try await statuses(still, movie, effort) == (.pass, .pass))
    }
    #expect(try await statuses(still, movie, .none) == (.notChecked, .notChecked))
  }

  @Test("a hole of zeros in any picture of a movie shows wherever pictures are looked at", arguments: [3, 20, 40])
  func hole(picture: Int) async throws {
    let sample = try sample(picture)
    var holed = movie
    let place = sample.lowerBound + sample.count / 2
    holed.replaceSubrange(place..<place + 24, with: repeatElement(0, count: 24))
    for effort in [PictureEffort.key, .full] { #expect(try await statuses(still, holed, effort).movie == .failure) }
  }

  @Test("errors that FFmpeg's decoder patches over show where every picture is decoded")
  func patched() async throws {
    let sample = try sample(5)
    var told = 0
    for seed in 0..<6 {
      var random = SeededRandom(seed: UInt64(seed))
      var changed = movie
      // No byte is a zero, so that only decoding can tell.
      for place in sample.dropFirst(6).prefix(40) { changed[place] = UInt8.random(in: 4...255, using: &random) }
      let path = try folder.write(changed, as: "changed.MOV")
      let complaints = try ForeignTool.ffmpeg.attempt(["-v", "error", "-i", path, "-map", "0:v", "-f", "null", "-"])
      told += complaints.errors.isEmpty ? 0 : 1
      let status = try await statuses(still, changed, .full).movie
      #expect(status == .failure || complaints.errors.isEmpty, "\(seed)")
    }
    #expect(told > 0)
  }

  @Test("changed bytes that FFmpeg says nothing of mostly show by where a coded picture ends")
  func silent() async throws {
    var (silent, found) = (0, 0)
    for seed in 0..<16 {
      var random = SeededRandom(seed: UInt64(seed))
      let sample = try sample(3 + 2 * seed)
      var changed = movie
      for place in sample.dropFirst(sample.count * 2 / 3).prefix(3) {
        changed[place] = UInt8.random(in: 4...255, using: &random)
      }
      let path = try folder.write(changed, as: "changed.MOV")
      guard
        try ForeignTool.ffmpeg.attempt(["-v", "error", "-i", path, "-map", "0:v", "-f", "null", "-"]).errors.isEmpty
      else { continue }
      silent += 1
      guard try await statuses(still, changed, .full).movie == .failure else { continue }
      found += 1
    }
    #expect(silent >= 4 && 2 * found > silent, "\(found) of \(silent)")
  }

  @Test("a hole in a HEIC, which libheif patches over, shows wherever pictures are looked at")
  func holedStill() async throws {
    let place = try #require(still.firstRange(of: Array("mdat".utf8))).upperBound
    var holed = still
    let middle = (place + still.count) / 2
    holed.replaceSubrange(middle..<middle + 400, with: repeatElement(0, count: 400))
    for effort in [PictureEffort.key, .full] { #expect(try await statuses(holed, movie, effort).still == .failure) }
  }

  @Test("bytes of a HEIC's picture that were changed to any others show, though FFmpeg decodes a picture of them")
  func changedStill() async throws {
    let tile = try #require(try StillFile.read(ArrayBytes(still, name: "A.HEIC")).heicWhole()?.tiles.first)
    let start = try #require(still.firstRange(of: tile)).lowerBound
    for seed in 0..<12 {
      var random = SeededRandom(seed: UInt64(seed))
      var changed = still
      let place = start + Int.random(in: 200..<tile.count * 3 / 4, using: &random)
      // No byte is a zero, so that only decoding can tell.
      for index in place..<place + 8 { changed[index] = UInt8.random(in: 4...255, using: &random) }
      #expect(try await statuses(changed, movie, .full).still == .failure, "\(seed)")
    }
  }

  @Test("a sector of one byte, or of a word, over a coded picture shows wherever pictures are looked at")
  func patterns() async throws {
    let sample = try sample(0)
    let place = try #require(still.firstRange(of: Array("mdat".utf8))).upperBound
    for pattern in [[0xe5], [0xde, 0xad, 0xbe, 0xef]] as [[UInt8]] {
      let sector = (0..<512).map { pattern[$0 % pattern.count] }
      var (photo, film) = (still, movie)
      film.replaceSubrange(sample.dropFirst(sample.count / 2).prefix(512), with: sector)
      photo.replaceSubrange((place + still.count) / 2..<(place + still.count) / 2 + 512, with: sector)
      for effort in [PictureEffort.key, .full] {
        #expect(try await statuses(photo, film, effort) == (.failure, .failure), "\(pattern)")
      }
    }
  }

  @Test("a HEIC whose codec's record is destroyed, or whose size is not that of its tiles, does not decode")
  func contradictions() async throws {
    let record = try #require(still.firstRange(of: Array("hvcC".utf8))).upperBound
    var lost = still
    lost.replaceSubrange(record + 30..<record + 60, with: repeatElement(0, count: 30))
    let size = try #require(still.firstRange(of: Array("ispe".utf8))).upperBound
    var large = still
    large.replaceSubrange(size + 4..<size + 12, with: [0, 0, 60, 0, 0, 0, 60, 0])
    for bytes in [lost, large] {
      // A record that is destroyed shows without a look at pictures.
      for effort in bytes == lost ? PictureEffort.allCases : [.key, .full] {
        let status = try await statuses(bytes, movie, effort).still
        #expect(status == .failure, "\(bytes == lost ? "record" : "size"), \(effort)")
      }
    }
  }

  @Test("no Motion Photo is made of a damaged pair, and no picture of a damaged movie")
  func nothingIsMade() async throws {
    let sample = try sample(20)
    var holed = movie
    holed.replaceSubrange(sample.dropFirst(sample.count / 2).prefix(24), with: repeatElement(0, count: 24))
    let (photo, film) = (try folder.write(still, as: "B.HEIC"), try folder.write(holed, as: "B.MOV"))
    let output = folder.path("made")
    for work in ["motion", "export"] {
      let error = await #expect(throws: LivePhotoError.self) {
        if work == "motion" {
          _ = try await LivePhotoFiles().motionPhoto(MotionPhotoRequest([photo, film], output: output))
        } else {
          var request = ExportRequest(pair: photo, format: .sheet)
          request.output = output
          _ = try await LivePhotoFiles().export(request)
        }
      }
      #expect(error?.code == .malformed && error?.context == film, "\(work): \(String(describing: error))")
    }
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  private func sample(_ number: Int) throws -> Range<Int> {
    let track = try #require(try MovieReader().read(ArrayBytes(movie, name: "A.MOV")).videoTrack)
    let sample = try track.samples()[number]
    return Int(sample.offset)..<Int(sample.offset) + sample.size
  }
}
