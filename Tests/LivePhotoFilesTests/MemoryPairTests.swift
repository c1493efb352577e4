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
    let archive = try await Survey(["roll", "none"], library)
    #expect(archive.verdict.livePhotos == 1 && archive.paths(.pair) == ["roll/IMG_1.JPG"])
    #expect(archive.paths(.broken) == ["none"])
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

  private func repairable() throws -> RepairRequest {
    var recipe = SamplePair.Recipe()
    recipe.hasIdentifier = false
    try memory.create("bare/IMG_1.JPG", try SamplePair(recipe).still)
    return RepairRequest("bare/IMG_1.JPG", "roll/IMG_1.MOV", output: "mended")
  }

  @Test("what is mended is judged as it is written, also where it cannot be read again")
  func repair() async throws {
    let request = try repairable()
    let store = MemoryFiles()
    let apart = try await LivePhotoFiles(store: store, source: memory).repair(request)
    #expect(apart.isLivePhoto && apart.changes.count == 1, "\(apart.lines)")
    #expect(store.files.keys.sorted() == ["mended/IMG_1.JPG", "mended/IMG_1.MOV"])
    #expect(memory.files.count == 3)
    let together = try await library.repair(request)
    #expect(together.lines == apart.lines && memory.files["mended/IMG_1.JPG"] == store.files["mended/IMG_1.JPG"])
    let read = try await library.verify(together.still, together.movie)
    #expect(read.lines(isVerbose: true) == together.verdict.lines(isVerbose: true) && read.isLivePhoto)
  }

  @Test("of a mending that is cancelled nothing is left", arguments: [0.3, 0.65, 0.95])
  func cancelledRepair(at moment: Double) async throws {
    let request = try repairable()
    await #expect(throws: CancellationError.self) {
      try await library.repair(request) { done in
        if done >= moment { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(memory.files.count == 3)
  }
}
