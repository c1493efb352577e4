import FileStorage
import Simulator
import Testing

@testable import LivePhotoFiles

/// How much there is to do, by names alone.
struct ArchiveCountTests {
  private let files = MemoryFiles()

  @Test func mediaAreCountedByTheirNames() throws {
    for name in [
      "a/1.HEIC", "a/1.mov", "a/b/2.jpg", "a/b/notes.txt", "a/b/x.pvt/1.HEIC", "a/b/x.pvt/1.mov", "c/3.livp",
    ] {
      try files.create(name, [0])
    }
    var counts: [Int] = []
    ArchiveCount.count(below: ["a", "c"], of: files) { count in
      counts.append(count)
      return true
    }
    #expect(counts == [2, 4, 5])
  }

  @Test func countingEndsWhenNobodyAsks() throws {
    for name in ["a/1.HEIC", "a/b/2.jpg"] { try files.create(name, [0]) }
    var calls = 0
    ArchiveCount.count(below: ["a"], of: files) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }
}
