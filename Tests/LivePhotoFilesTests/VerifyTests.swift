import FileStorage
import Foundation
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Verdicts on files on disk.
@Suite struct VerifyTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair
  private let library = LivePhotoFiles()

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  @Test("a pair that is right passes every rule, in either order, with progress from 0 to 1")
  func right() async throws {
    let still = try folder.write(pair.still, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let heard = Mutex<[Double]>([])
    let verdict = try await library.verify(movie, still) { fraction in heard.withLock { $0.append(fraction) } }
    #expect(verdict.results.allSatisfy { $0.status == .pass }, "\(verdict.lines(isVerbose: true))")
    #expect(verdict.still == still && verdict.stillTime == pair.stillTime)
    let fractions = heard.withLock { $0 }
    #expect(fractions == fractions.sorted() && fractions.first == 0 && fractions.last == 1 && fractions.count >= 3)
  }

  @Test("a movie whose pictures are damaged fails by that rule")
  func damagedPictures() async throws {
    var bytes = pair.movie
    for index in stride(from: 4000, to: bytes.count - 6000, by: 97) { bytes[index] ^= 0xff }
    let verdict = try await library.verify(
      try folder.write(pair.still, as: "A.JPG"), try folder.write(bytes, as: "A.MOV"))
    #expect(verdict[.decodes]?.status == .failure && !verdict.isLivePhoto)
    #expect(verdict[.decodes]?.refusedBy.contains(.applePhotosIPhone) == true)
  }

  @Test("a still of another scene is warned of, and makes no other verdict than the consumers'")
  func likeness() async throws {
    var recipe = SamplePair.Recipe()
    recipe.scene = 99
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let verdict = try await library.verify(try folder.write(try SamplePair(recipe).still, as: "A.JPG"), movie)
    #expect(verdict.results.filter { $0.status != .pass }.map(\.rule) == [.likeness])
    #expect(verdict[.likeness]?.status == .warning)
    #expect(verdict.isLivePhoto && verdict.consumers.allSatisfy { $0.answer != .refused })
    #expect(verdict.summary == "This is a Live Photo, 1 warning.")
  }

  @Test("a file of no bytes is told as that, whichever half it is, and zeros are no half", arguments: ["JPG", "MOV"])
  func empty(_ kind: String) async throws {
    let good = [("JPG", pair.still), ("MOV", pair.movie)]
    for (name, bytes) in good where name != kind { try folder.write(bytes, as: "A." + name) }
    let path = try folder.write([], as: "A." + kind)
    let (still, movie) = (folder.path("A.JPG"), folder.path("A.MOV"))
    func refused(as code: LivePhotoError.Code, _ work: () async throws -> Void) async {
      let error = await #expect(throws: LivePhotoError.self) { try await work() }
      #expect(error?.code == code && error?.context == path, "\(error.debugDescription)")
    }
    await refused(as: .empty) { _ = try await library.verify(still, movie) }
    await refused(as: .empty) { _ = try await library.verify(partOfPair: kind == "JPG" ? movie : still) }
    await refused(as: .empty) {
      _ = try await library.repair(RepairRequest(still, movie, output: folder.path("mended")))
    }
    await refused(as: .empty) {
      _ = try await library.assemble(AssembleRequest(photo: still, movie: movie, output: folder.path("pair")))
    }
    await refused(as: .empty) { _ = try await library.inspect(path) }
    try folder.write([UInt8](repeating: 0, count: 5000), as: "A." + kind)
    await refused(as: .unsupported) { _ = try await library.verify(still, movie) }
  }

  @Test("a movie that cannot be read is judged, a missing one is an error")
  func unreadable() async throws {
    let still = try folder.write(pair.still, as: "A.JPG")
    let cut = try folder.write(Array(pair.movie.dropLast(50)), as: "A.MOV")
    let verdict = try await library.verify(still, cut)
    #expect(verdict[.boxesNest]?.status == .failure && verdict[.boxesNest]?.found.contains("moov") == true)
    await #expect { try await library.verify(still, folder.path("none.mov")) } throws: {
      let error = $0 as? LivePhotoError
      return error?.code == .unreadable && (error?.underlying as? FileStoreError)?.code == .notFound
    }
    let broken = try folder.write(Array(pair.still.prefix(60)), as: "B.JPG")
    let other = try await library.verify(broken, try folder.write(pair.movie, as: "B.MOV"))
    #expect(other[.exif]?.status == .failure && other[.makerNote]?.found.contains("B.JPG") == true)
  }

  @Test("a verification that is cancelled ends")
  func cancelled() async throws {
    let still = try folder.write(pair.still, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let task = Task { [library] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await library.verify(still, movie)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a still that breaks off fails, and of a movie that does the still is judged all the same")
  func cut() async throws {
    let folder = try TemporaryFolder()
    let pair = try SamplePair.good.get()
    let movie = try folder.write(pair.movie, as: "a.MOV")
    let half = try folder.write(Array(pair.still.prefix(pair.still.count * 2 / 3)), as: "a.JPG")
    let verdict = try await LivePhotoFiles().verify(half, movie)
    #expect(verdict[.stillDecodes]?.status == .failure && !verdict.isLivePhoto)
    await #expect(throws: LivePhotoError.self) {
      try await LivePhotoFiles().assemble(AssembleRequest(photo: half, movie: movie, output: folder.path("pair")))
    }
    let still = try folder.write(pair.still, as: "b.JPG")
    let lost = try folder.write(Array(pair.movie.prefix(pair.movie.count / 2)), as: "b.MOV")
    let other = try await LivePhotoFiles().verify(still, lost)
    #expect(other[.boxesNest]?.status == .failure)
    for rule in [Rule.exif, .makerNote, .stillExtension, .stillDecodes] {
      #expect(other[rule]?.status == .pass, "\(rule)")
    }
  }
}
