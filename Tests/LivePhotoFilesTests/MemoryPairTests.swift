import FileStorage
import MediaCore
import Simulator
import Testing

@testable import LivePhotoFiles

/// Live Photos whose files are in memory, and never on a disk.
@Suite struct MemoryPairTests {
  private let memory = MemoryFiles()
  private let library: LivePhotoFiles
  private let pair: SamplePair

  init() throws {
    library = LivePhotoFiles(store: memory, source: memory)
    pair = try SamplePair.good.get()
    for (name, bytes) in [("IMG_1.JPG", pair.still), ("IMG_1.MOV", pair.movie)] {
      try memory.create("roll/" + name, bytes)
    }
  }

  @Test("a half finds the other beside it, and a folder its pairs")
  func verify() async throws {
    let verdict = try await library.verify(partOfPair: "roll/IMG_1.MOV")
    #expect(verdict.isLivePhoto && verdict.still == "roll/IMG_1.JPG" && verdict.movie == "roll/IMG_1.MOV")
    let folder = try await library.verify(folder: "roll")
    #expect(folder.isGood && folder.pairs.map(\.verdict.still) == ["roll/IMG_1.JPG"])
    let missing = await #expect(throws: LivePhotoError.self) { try await library.verify(folder: "none") }
    #expect(missing?.code == .unreadable && missing?.context == "none")
  }

  @Test("what is made of a pair goes where the store is, and can be read there again")
  func edit() async throws {
    var request = EditRequest(pair: "roll/IMG_1.JPG")
    request.turn = .right
    let edited = try await library.edit(request)
    #expect(
      memory.files.keys.sorted()
        == ["roll/IMG_1.JPG", "roll/IMG_1.MOV", edited.files[0].path, edited.files[1].path].sorted())
    #expect(try await library.verify(edited.files[0].path, edited.files[1].path).isLivePhoto)
    let motion = try await library.motionPhoto(MotionPhotoRequest(["roll/IMG_1.MOV"], output: "roll"))
    let parts = try await library.disassemble(DisassembleRequest(motion.files[0].path, output: "apart"))
    let movie = try #require(parts.files.first { $0.role == .movie })
    #expect(try memory.open(movie.path).count == movie.size)
  }
}
