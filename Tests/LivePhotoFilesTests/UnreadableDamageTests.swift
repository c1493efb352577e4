import ByteCoding
import FileStorage
import Foundation
import MediaCore
import TestSupport
import Testing

@testable import ISOBoxes
@testable import LivePhotoFiles
@testable import StillCoding

/// What other programs refuse, or do not find any more, though livecam's own readers could do without it.
@Suite struct UnreadableDamageTests: DamagedStillSuite {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture as another program writes it.
  private func picture(_ name: String, _ options: [String] = []) throws -> [UInt8] {
    let plain = try folder.write(jpeg(), as: "plain.jpg")
    _ = try ForeignTool("ffmpeg", package: "ffmpeg").run(
      ["-v", "error", "-y", "-i", plain] + options + [folder.path(name)])
    return try folder.read(name)
  }

  // MARK: Stills

  @Test("a HEIC whose items are not said to be pictures is broken at every depth: libheif opens nothing of it")
  func handler() async throws {
    var bytes = try DamagedStills.heic.get()
    let place = try #require(bytes.firstRange(of: Array("pict".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "q")
    try await expectBroken(bytes, as: "A.HEIC", PictureEffort.allCases, says: "not said to be pictures")
  }

  @Test("a HEIC whose picture does not decode is broken without --full, however good its thumbnail is")
  func thumbnailAlone() async throws {
    let tile = try codedPicture(DamagedStills.heic.get())
    let primary = try primary(DamagedStills.heic.get())
    let record = try #require(try StillFile.read(ArrayBytes(DamagedStills.heic.get(), name: "A")).heicWhole())
    var bytes = try Tampering.heic(DamagedStills.heic.get()) { meta in
      meta.addItem(101, "hvc1", tile)
      meta.addProperties(
        101,
        [
          HEIFSpatialExtentsBox(width: 128, height: 96),
          CodecConfigurationBox("hvcC", record: record.configuration),
        ])
      meta.refer("thmb", 101, to: [primary])
    }
    try await expectGood(bytes, as: "A.HEIC", [.key])
    // The thumbnail's bytes lie in `meta`, behind those of the picture.
    let picture = try #require(bytes.firstRange(of: tile))
    var random = SeededRandom(seed: 1)
    for index in picture.dropFirst(tile.count / 2).prefix(tile.count / 4) {
      bytes[index] = UInt8.random(in: 0xfe...0xff, using: &random)
    }
    try await expectBroken(bytes, as: "A.HEIC", [.key, .full], says: "Tile 1 of")
  }

  @Test("an AVIF that does not decode is broken, and not left unchecked")
  func avif() async throws {
    var bytes = try picture("A.avif", ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8"])
    try await expectGood(bytes, as: "A.avif", [.key])
    let data = try #require(bytes.firstRange(of: Array("mdat".utf8)))
    for index in data.upperBound..<data.upperBound + 16 { bytes[index] = 0xff }
    try await expectBroken(bytes, as: "A.avif", says: "stillDecodes")
  }

  @Test("a PNG with a chunk of another checksum is warned of, and one without a right size is broken")
  func checksums() async throws {
    let bytes = try picture("A.png")
    try await expectGood(bytes, as: "A.png")
    let chunk = try #require(bytes.firstRange(of: Array("pHYs".utf8)))
    var changed = bytes
    changed[chunk.upperBound] ^= 1
    try await expectWarning(changed, as: "A.png", says: "The chunk pHYs at byte")
    changed = bytes
    changed[18] ^= 4
    try await expectBroken(changed, as: "A.png", PictureEffort.allCases, says: "IHDR")
  }

  @Test("a WebP that is longer than its header says is warned of")
  func webpEnd() async throws {
    let bytes = try picture("A.webp")
    try await expectGood(bytes, as: "A.webp")
    try await expectWarning(bytes + [13, 10, 13], as: "A.webp", says: "3 bytes lie behind the end")
  }

  @Test("a date that lies in the midst of a directory, or is empty, is warned of")
  func lostDate() async throws {
    let metadata = StillMetadata(
      date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux",
      model: "Blocks", software: "livecam", orientation: .up)
    let bytes = try JPEGStill.embedding(metadata, in: jpeg())
    let exif = try #require(try StillFile.read(ArrayBytes(bytes, name: "A.JPG")).exif)
    let start = try #require(bytes.firstRange(of: exif.bytes)).lowerBound
    let date = try #require(exif.entry(0x9003, in: .exif))
    let range = try #require(date.valueRange)
    var changed = bytes
    for index in range { changed[start + index] = 0 }
    try await expectWarning(changed, as: "A.JPG", says: "was taken (tag 0x9003) is empty")
    changed = bytes
    let place = try #require(exif.directory(.exif)).offset + 2
    changed.replaceSubrange(
      start + date.offset + 8..<start + date.offset + 12, with: [0, 0, UInt8(place >> 8), UInt8(place & 255)])
    let finding = try #require(try await findings(changed, as: "A.JPG", [.key]).first)
    let told = finding.results.first { $0.rule == .stillParts }
    #expect(told?.status == .warning && told?.found.contains("tag 0x9003") == true, "\(told?.found ?? "")")
    changed = bytes
    // Of another property, which no other check reads.
    let lens = try #require(exif.entry(0x010f, in: .image))
    changed.replaceSubrange(
      start + lens.offset + 8..<start + lens.offset + 12, with: [0, 0, UInt8(place >> 8), UInt8(place & 255)])
    let overlap = try #require(try await findings(changed, as: "A.JPG", [.key]).first)
    #expect(overlap.results.contains { $0.found.contains("lies in the midst of a directory") }, "\(overlap.results)")
  }

  // MARK: Movies

  /// A pair with sound whose movie's bytes are changed in place.
  private func changed(_ edit: (inout [UInt8]) throws -> Void) throws -> (still: String, movie: String) {
    let pair = try #require(LivePhotoFixtures.pairs.first { $0.movie.hasSuffix("Tests/Fixtures/IMG_1001.MOV") })
    var movie = try ByteRope(FileBytes(pair.movie)).contents()
    try edit(&movie)
    return (pair.still, try folder.write(movie, as: "IMG_1001.MOV"))
  }

  @Test("a movie that has lost its sound track keeps bytes of no track, which is warned of in small movies, too")
  func lostSound() async throws {
    let files = try changed { bytes in
      let sound = try #require(bytes.firstRange(of: Array("soun".utf8))).lowerBound
      let track = try #require(bytes[..<sound].ranges(of: Array("trak".utf8)).last)
      bytes.replaceSubrange(track, with: "free".utf8)
    }
    let survey = try await Survey([files.movie])
    #expect(survey.findings.contains { $0.line.contains("belong to no track") }, "\(survey.findings.map(\.line))")
  }

  @Test("sound with another handler is not left out of what is made of its movie: nothing is made")
  func strangeHandler() async throws {
    let files = try changed { bytes in
      bytes.replaceSubrange(try #require(bytes.firstRange(of: Array("soun".utf8))), with: "soux".utf8)
    }
    let output = folder.path("out")
    let motion = MotionPhotoRequest([files.still, files.movie], output: output)
    await #expect(throws: LivePhotoError.self) { try await LivePhotoFiles().motionPhoto(motion) }
    var edit = EditRequest(pair: files.still)
    (edit.partner, edit.output, edit.removesLocation) = (files.movie, output, true)
    let error = await #expect(throws: LivePhotoError.self) { try await LivePhotoFiles().edit(edit) }
    #expect(error?.message.contains("it holds sound") == true, "\(error.map(String.init(describing:)) ?? "")")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("a Motion Photo that verify would call broken is not written")
  func brokenMotionPhoto() async throws {
    let files = try changed { bytes in
      // The matrix begins behind 40 bytes of a header of version 0.
      let header = try #require(bytes.firstRange(of: Array("tkhd".utf8))).upperBound
      for index in header + 40..<header + 76 { bytes[index] = 0 }
    }
    let motion = MotionPhotoRequest([files.still, files.movie], output: folder.path("out"))
    let error = await #expect(throws: LivePhotoError.self) { try await LivePhotoFiles().motionPhoto(motion) }
    #expect(error?.code == .noLivePhoto, "\(error.map(String.init(describing:)) ?? "")")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  // MARK: Archives

  @Test("an archive whose movie is not as it was packed is broken where pairs are made, too")
  func damagedArchive() async throws {
    let pair = try SamplePair.good.get()
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          archive.write(sys.argv[2], "IMG.JPG")
          archive.write(sys.argv[3], "IMG.MOV")
      """
    let path = folder.path("in/A.livp")
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
    _ = try ForeignTool.python.run([
      "-c", script, path, try folder.write(pair.still, as: "a"), try folder.write(pair.movie, as: "b"),
    ])
    var bytes = try folder.read("in/A.livp")
    let movie = try #require(bytes.firstRange(of: pair.movie))
    bytes[movie.lowerBound + movie.count / 2] ^= 1
    try folder.write(bytes, as: "in/A.livp")
    let facts = FileFacts(of: path, in: DiskFiles())
    guard case .broken(let why) = facts.role else {
      Issue.record("it is \(facts.role)")
      return
    }
    #expect(why.contains("IMG.MOV in it is damaged"), "\(why)")
  }
}
