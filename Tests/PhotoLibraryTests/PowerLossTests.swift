import FileStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// A disk whose power fails after so many steps: names that were given or taken, and not synced with their folder
/// since, are as they were before. Bytes of written files are synced by `FileTree.write` itself.
private final class PowerlessDisk: ForwardingFiles {
  private enum Step {
    case made(String)
    case renamed(from: String, to: String)
    case removed(String, kept: String)

    var path: String {
      switch self {
      case .made(let path), .renamed(_, let path), .removed(let path, _): path
      }
    }
  }

  private struct State {
    var left: Int
    var steps: [Step] = []
    var count = 0
  }

  let disk: DyingFileStore
  var forwarded: any FileTree { disk }
  private let keeping: String
  private let state: Mutex<State>

  /// `keeping` is a folder where removed files are kept until their removal lasts.
  init(after steps: Int, keeping: String) {
    disk = DyingFileStore(after: steps)
    self.keeping = keeping
    state = Mutex(State(left: steps))
  }

  var stepsLeft: Int { disk.stepsLeft }

  private func note(_ step: Step) { state.withLock { $0.steps.append(step) } }

  /// Takes back what would not have lasted.
  func losePower() throws {
    let real = DiskFiles()
    for step in state.withLock({ $0.steps }).reversed() {
      switch step {
      case .made(let path): try real.remove(path)
      case .renamed(let from, let to):
        if real.exists(to), !real.exists(from) { try real.rename(to, to: from) }
      case .removed(let path, let kept):
        guard !real.exists(path) else { continue }
        // Its folder was removed after it, and is back as well.
        try real.makeFolder((path as NSString).deletingLastPathComponent)
        _ = try real.link(kept, to: path)
      }
    }
  }

  func write(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    note(.made(path))
    try disk.write(path, body)
  }

  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    let isLinked = try disk.link(path, to: newPath)
    if isLinked { note(.made(newPath)) }
    return isLinked
  }

  func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    try disk.rename(path, to: newPath)
    note(.renamed(from: path, to: newPath))
  }

  func remove(_ path: String) throws(FileStoreError) {
    let kept =
      keeping + "/"
      + state.withLock { state in
        state.count += 1
        return "\(state.count)"
      }
    let wasThere = DiskFiles().exists(path)
    if wasThere { _ = try DiskFiles().link(path, to: kept) }
    try disk.remove(path)
    if wasThere { note(.removed(path, kept: kept)) }
  }

  func syncFolder(_ path: String) throws(FileStoreError) {
    try disk.syncFolder(path)
    state.withLock {
      $0.steps.removeAll { step in step.path.hasPrefix(path + "/") && !step.path.dropFirst(path.count + 1).contains("/")
      }
    }
  }
}

@Suite struct PowerLossTests {
  /// A library with one Live Photo, which the next process deletes while it adds another. Returns whether it came to an
  /// end.
  private func fails(after steps: Int) throws -> Bool {
    let bench = try LibraryBench(.sqlite)
    let (first, second) = (try TinyPair.first.get(), try TinyPair.second.get())
    var library: PhotoLibrary? = try bench.open()
    let old = try #require(try library?.add(first).localIdentifier)
    library = nil
    bench.waitUntilClosed()
    let kept = bench.folder.path("kept")
    try DiskFiles().makeFolder(kept)
    let disk = PowerlessDisk(after: steps, keeping: kept)
    var isDone = false
    library = try? bench.open(files: disk)
    if let living = library {
      let asset = try #require(try Asset.fetchAssets(in: living).first)
      let failure = code { () throws(PhotosError) in
        try living.performChangesAndWait {
          let request = AssetCreationRequest.forAsset(in: living)
          request.addResource(with: .photo, data: second.still)
          request.addResource(with: .pairedVideo, data: second.movie)
          AssetChangeRequest.deleteAssets([asset], in: living)
        }
      }
      isDone = failure == nil && disk.stepsLeft > 1
    }
    library = nil
    bench.waitUntilClosed()
    try disk.losePower()
    let next = try bench.open()
    let assets = try Asset.fetchAssets(in: next)
    let comment = "power failed after \(steps) steps"
    #expect(assets.count == 1, "\(comment)")
    let isOld = assets.first?.localIdentifier == old
    #expect(!(isOld && isDone), "what was done is there, \(comment)")
    let expected = isOld ? first : second
    let resources = try AssetResource.assetResources(for: try #require(assets.first), in: next)
    #expect(resources.count == 2, "\(comment)")
    for (resource, bytes) in zip(resources, [expected.still, expected.movie]) {
      let found = try? Data(contentsOf: URL(fileURLWithPath: resource.path))
      #expect(found.map { [UInt8]($0) } == bytes, "\(comment)")
    }
    var check = LibraryCheck(of: next, repairs: true)
    #expect(try check.run().isClean, "\(comment)")
    #expect(try check.run().findings.isEmpty, "\(comment)")
    return isDone
  }

  @Test(
    "when power fails at any step, what lasts is the library as before the change or as after it, and no file strays")
  func everyStep() throws {
    var steps = 1
    while try !fails(after: steps) {
      steps += 1
      guard steps < 100 else {
        Issue.record("the change has no end")
        return
      }
    }
    #expect(steps > 10)
  }

  @Test("a disk that is full after any number of bytes takes all of a photo or nothing, and says so")
  func fullDisk() throws {
    let bench = try LibraryBench(.sqlite)
    let pair = try TinyPair.first.get()
    let total = pair.still.count + pair.movie.count
    var refused = 0
    let disk = FullDisk()
    let library = try bench.open(files: disk)
    for room in 0...(total + 1) {
      disk.refill(room)
      let failure = code { () throws(PhotosError) in try library.add(pair) }
      #expect(failure == (room < total ? 3305 : nil), "\(room) bytes")
      if failure != nil {
        refused += 1
        #expect(bench.files(below: "resources").isEmpty && bench.files(below: "incoming").isEmpty, "\(room) bytes")
      } else {
        #expect(bench.files(below: "resources").count == 2)
        let assets = Array(try Asset.fetchAssets(in: library))
        try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets(assets, in: library) }
      }
    }
    #expect(refused == total && total > 2800)
  }
}

/// A disk with room for so many bytes.
private final class FullDisk: ForwardingFiles {
  let disk = DiskFiles()
  var forwarded: any FileTree { disk }
  private let room = Mutex(Int.max)

  func refill(_ bytes: Int) { room.withLock { $0 = bytes } }

  func write(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    try disk.write(path) { write in
      try withoutActuallyEscaping(write) { write in
        try body { bytes in
          let taken = room.withLock { room in
            let taken = min(room, bytes.count)
            room -= taken
            return taken
          }
          try write(UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
          guard taken == bytes.count else {
            throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "the disk is full")
          }
        }
      }
    }
  }
}
