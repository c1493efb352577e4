import ByteCoding
import FileStorage
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite struct MotionPhotoTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  private func run(_ paths: [String], into name: String) async throws -> [String] {
    try await files.motionPhoto(MotionPhotoRequest(paths, output: folder.path(name))).files.map(\.path)
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// The video of a Motion Photo, found as Android's readers do: by what XMP says of its length, or in its box.
  private func video(of path: String) throws -> String {
    let all = try bytes(path)
    let text = try ForeignTool.exiftool.run(["-a", "-s3", "-DirectoryItemLength", path]).text
    let length = try #require(text.split { !$0.isNumber }.last.flatMap { Int($0) })
    #expect(length > 0 && length < all.count)
    let start = all.count - length
    #expect(all[start + 4..<start + 8].elementsEqual("ftyp".utf8))
    if path.hasSuffix(".heic") { #expect(all[start - 4..<start].elementsEqual("mpvd".utf8)) }
    return try folder.write(all[start...], as: FileNames.name(of: path) + ".mp4")
  }

  @Test("pairs go to Android and come back with the same video packets, pixels, still time and identifier")
  func phones() async throws {
    for pair in LivePhotoFixtures.pairs {
      let photo = try #require(try await run([pair.movie, pair.still], into: "android").first)
      #expect(photo.hasSuffix(pair.still.hasSuffix("JPG") ? ".MP.jpg" : ".MP.heic"))
      let video = try video(of: photo)
      #expect(try Packets.all(video, "v") == Packets.all(pair.movie, "v"), "\(photo)")
      #expect(try Packets.codecs(video).count == 2)
      #expect(try Packets.codecs(video).last == "aac")
      let xmp = try ForeignTool.exiftool.run([
        "-s3", "-XMP-GCamera:MotionPhoto", "-XMP-GCamera:MotionPhotoVersion",
        "-XMP-GCamera:MotionPhotoPresentationTimestampUs", photo,
      ]).lines
      let stillTime = try #require(try Packets.stillTime(pair.movie))
      #expect(xmp.count == 3 && xmp.prefix(2) == ["1", "1"])
      #expect(abs((Double(xmp.last ?? "") ?? 0) / 1e6 - stillTime) < 0.000_002)
      #expect(try ImageData.isEqual(photo, pair.still))

      let back = try await run([photo], into: "back")
      #expect(try Packets.all(back[1], "v") == Packets.all(pair.movie, "v"))
      #expect(try Packets.stillTime(back[1]) == stillTime)
      #expect(try ImageData.isEqual(back[0], pair.still))
      #expect(try PairChecker.failures(back[0], back[1], ["--phone"]) == [])
      let (old, new) = try (StillFile.read(FileBytes(pair.still)), StillFile.read(FileBytes(back[0])))
      #expect(new.contentIdentifier == old.contentIdentifier && new.motionPhoto == nil)

      let again = try await run([photo], into: "again")
      for (one, other) in zip(back, again) { #expect(firstDifference(try bytes(one), try bytes(other)) == nil) }
      let forth = try #require(try await run(back, into: "forth").first)
      let (third, fourth) = (try Packets.all(try self.video(of: forth), "a"), try Packets.all(video, "a"))
      #expect(third == fourth, "AAC is not compressed a second time")
    }
  }

  @Test("Motion Photos become Live Photos")
  func android() async throws {
    for path in LivePhotoFixtures.motionPhotos where !path.contains("shortened") {
      let name = FileNames.name(of: path)
      let made = try await run([path], into: name)
      #expect(try PairChecker.failures(made[0], made[1]) == [])
      #expect(try ImageData.isEqual(made[0], path))
      let parts = try await files.disassemble(DisassembleRequest(path, output: folder.path("parts")))
      #expect(try Packets.all(made[1], "v:0") == Packets.all(parts.files[1].path, "v:0"))
    }
  }

  @Test("a pair of livecam's own becomes a Motion Photo of the given sources, the same each time")
  func ropes() throws {
    let pair = try SamplePair.good.get()
    let (still, movie) = (ArrayBytes(pair.still, name: "a.jpg"), ArrayBytes(pair.movie, name: "a.mov"))
    let once = try MotionPhoto.rope(still: still, movie: movie).contents()
    #expect(firstDifference(once, try MotionPhoto.rope(still: still, movie: movie).contents()) == nil)
    let path = try folder.write(once, as: MotionPhoto.name(stem: "a", isHEIC: false))
    #expect(path.hasSuffix("/a.MP.jpg"))
    let read = try StillFile.read(FileBytes(path))
    let motion = try #require(read.motionPhoto)
    #expect(motion.kind == .google)
    #expect(motion.presentationTimestampMicroseconds == pair.stillTime.converted(toTimescale: 1_000_000).value)
    #expect(motion.videoRange.upperBound == once.count)
    // A Motion Photo of a Motion Photo has one video.
    let twice = try MotionPhoto.rope(still: ArrayBytes(once, name: "a.MP.jpg"), movie: movie).contents()
    #expect(firstDifference(once, twice) == nil)
    #expect(throws: LivePhotoError.self) { try MotionPhoto.rope(still: movie, movie: movie) }
    #expect(throws: LivePhotoError.self) { try MotionPhoto.rope(still: still, movie: still) }
  }

  @Test(
    "names are what Android's readers look for",
    arguments: [("IMG_1.HEIC", "IMG_1"), ("PXL_1.MP.jpg", "PXL_1"), (".MP.jpg", ".MP")])
  func names(path: String, stem: String) { #expect(FileNames.stemOfPhoto(path) == stem) }
}
