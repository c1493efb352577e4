import ByteCoding
import FileStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// A disk that a process uses until it dies: after so many steps none is done any more, and the last is half done.
final class DyingFileStore: ForwardingFiles {
  struct Death: Error {}

  let disk = DiskFiles()
  var forwarded: any FileTree { disk }
  private let left: Mutex<Int>
  /// Told before each step, for a process that is killed from outside.
  private let tell: @Sendable () -> Void

  init(after steps: Int, tell: @escaping @Sendable () -> Void = {}) {
    left = Mutex(steps)
    self.tell = tell
  }

  /// Steps that could still be done.
  var stepsLeft: Int { left.withLock { $0 } }

  private func step(_ path: String) throws(FileStoreError) {
    tell()
    let isAlive = left.withLock { left in
      if left > 0 { left -= 1 }
      return left > 0
    }
    guard isAlive else { throw FileStoreError(path: path, operation: "kill", errno: 5, message: "the process is dead") }
  }

  func makeFolder(_ path: String) throws(FileStoreError) {
    try step(path)
    try disk.makeFolder(path)
  }

  func write(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    var pieces: [[UInt8]] = []
    try body { pieces.append(Array($0)) }
    try disk.write(path) { write in
      for piece in pieces {
        do { try step(path) } catch {
          try piece[..<(piece.count / 2)].withUnsafeBytes { try write($0) }
          throw error
        }
        try piece.withUnsafeBytes { try write($0) }
      }
    }
  }

  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    try step(path)
    return try disk.link(path, to: newPath)
  }

  func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    try step(path)
    try disk.rename(path, to: newPath)
  }

  func syncFolder(_ path: String) throws(FileStoreError) {
    try step(path)
    try disk.syncFolder(path)
  }

  func remove(_ path: String) throws(FileStoreError) {
    try step(path)
    try disk.remove(path)
  }

  func removeFolder(_ path: String) throws(FileStoreError) {
    try step(path)
    try disk.removeFolder(path)
  }
}

extension LibraryBench {
  /// Opens the library as the next process does, and holds it against itself: every resource's file is there, as
  /// long as it should be and readable, and nothing else is.
  func openConsistently(_ comment: String) throws -> PhotoLibrary {
    waitUntilClosed()
    let library = try open()
    var known: Set<String> = []
    for asset in try Asset.fetchAssets(in: library) {
      let resources = try AssetResource.assetResources(for: asset, in: library)
      #expect(resources.map(\.type) == [.photo, .pairedVideo], "\(comment)")
      for resource in resources {
        #expect(DiskFiles().attributes(of: resource.path)?.size == resource.byteCount, "\(comment)")
        #expect(DiskFiles().attributes(of: resource.path)?.linkCount == 1, "\(comment)")
        known.insert(String(resource.path.dropFirst((path + "/resources/").count)))
      }
    }
    #expect(Set(files(below: "resources")) == known, "\(comment)")
    #expect(files(below: "incoming").isEmpty, "\(comment)")
    #expect(try library.catalog.integrityFindings().isEmpty, "\(comment)")
    return library
  }
}

@Suite struct KillSafetyTests {
  /// A library with one Live Photo. The next process deletes it and adds another, whose still it moves.
  /// Returns whether it has done all its steps.
  private func dies(after steps: Int) throws -> Bool {
    let bench = try LibraryBench()
    let (first, second) = (try TinyPair.first.get(), try TinyPair.second.get())
    var library: PhotoLibrary? = try bench.open()
    let old = try #require(try library?.add(first).localIdentifier)
    library = nil
    let still = try bench.write(second.still, as: "IMG_2.JPG")
    let movie = try bench.write(second.movie, as: "IMG_2.MOV")
    let disk = DyingFileStore(after: steps)
    library = try? bench.open(files: disk)
    var isDone = false
    if let living = library {
      let asset = try #require(try Asset.fetchAssets(in: living).first)
      let failure = code { () throws(PhotosError) in
        try living.performChangesAndWait {
          var options = AssetResourceCreationOptions()
          options.shouldMoveFile = true
          let request = AssetCreationRequest.forAsset(in: living)
          request.addResource(with: .photo, fileURL: still, options: options)
          request.addResource(with: .pairedVideo, fileURL: movie)
          AssetChangeRequest.deleteAssets([asset], in: living)
        }
      }
      isDone = failure == nil && disk.stepsLeft > 1
    }
    library = nil
    let comment = "killed after \(steps) steps"
    let next = try bench.openConsistently(comment)
    let assets = try Asset.fetchAssets(in: next)
    #expect(assets.count == 1, "\(comment)")
    let isOld = assets.first?.localIdentifier == old
    #expect(!(isOld && isDone))
    // A file that was moved is where it was, or in the library, and never nowhere or in both places.
    #expect(FileManager.default.fileExists(atPath: still.path) == isOld, "\(comment)")
    #expect(FileManager.default.fileExists(atPath: movie.path), "\(comment)")
    let expected = isOld ? first : second
    let resources = try AssetResource.assetResources(for: try #require(assets.first), in: next)
    for (resource, bytes) in zip(resources, [expected.still, expected.movie]) {
      let found = [UInt8](try Data(contentsOf: URL(fileURLWithPath: resource.path)))
      #expect(firstDifference(found, bytes) == nil, "\(comment)")
    }
    return isDone
  }

  @Test("a process that dies at any step leaves the library as before the change or as after it")
  func everyStep() throws {
    var steps = 1
    while try !dies(after: steps) {
      steps += 1
      guard steps < 100 else {
        Issue.record("the change has no end")
        return
      }
    }
    #expect(steps > 10, "the change has more steps than \(steps)")
  }

  @Test("another process's files on their way are left alone by an opening")
  func livingNeighbour() throws {
    let bench = try LibraryBench()
    let first = try bench.open()
    let mark = first.folder.session + "/0.tmp"
    try DiskFiles().write(mark) { _ in }
    let second = try bench.open()
    #expect(FileManager.default.fileExists(atPath: mark))
    try second.add(TinyPair.first.get())
    try first.add(TinyPair.second.get())
    #expect(try first.assetCount == 2)
    #expect(try second.assetCount == 2)
  }

  @Test("a full disk is 3305, and nothing is left")
  func fullDisk() throws {
    let bench = try LibraryBench()
    // Made while there was room.
    _ = try bench.open()
    let library = try bench.open(files: UnwillingDisk(isFull: true))
    let pair = try TinyPair.first.get()
    #expect(code { () throws(PhotosError) in try library.add(pair) } == 3305)
    #expect(bench.files(below: "incoming").isEmpty)
    #expect(try library.assetCount == 0)
  }

  @Test(
    "a file that the disk gives up half way, or that is cut short, is told of, and nothing is left",
    arguments: [true, false], [true, false])
  func failingDisk(isMovie: Bool, isCut: Bool) throws {
    let bench = try LibraryBench()
    let pair = try TinyPair.first.get()
    let urls = (try bench.write(pair.still, as: "a.jpg"), try bench.write(pair.movie, as: "a.mov"))
    let disk = UnwillingDisk(unreadable: (isMovie ? urls.1 : urls.0).path, isCut: isCut)
    let library = try bench.open(files: disk)
    let failure = #expect(throws: PhotosError.self) {
      try library.performChangesAndWait { [library] in
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photo, fileURL: urls.0)
        request.addResource(with: .pairedVideo, fileURL: urls.1)
      }
    }
    #expect(failure?.code == .internalError && failure?.message.hasPrefix("A file could not be read") == true)
    if isCut {
      #expect((failure?.cause as? ByteError)?.code == .outOfRange)
    } else {
      #expect(failure?.cause is FileStoreError)
    }
    #expect(bench.files(below: "incoming").isEmpty && bench.files(below: "resources").isEmpty)
    #expect(try library.assetCount == 0)
  }

  @Test("an old name that cannot be removed does not undo the move, nor keep anybody from opening the library")
  func stubbornSource() throws {
    let bench = try LibraryBench()
    let still = try bench.write(try TinyPair.loneStill.get(), as: "stubborn.jpg")
    let disk = UnwillingDisk(keeping: still.path)
    var library: PhotoLibrary? = try bench.open(files: disk)
    try library?.performChangesAndWait { [library] in
      guard let library else { return }
      var options = AssetResourceCreationOptions()
      options.shouldMoveFile = true
      AssetCreationRequest.forAsset(in: library).addResource(with: .photo, fileURL: still, options: options)
    }
    #expect(FileManager.default.fileExists(atPath: still.path))
    library = nil
    library = try bench.open(files: disk)
    #expect(try library?.assetCount == 1)
    #expect(FileManager.default.fileExists(atPath: still.path))
    library = nil
    library = try bench.open()
    #expect(!FileManager.default.fileExists(atPath: still.path))
    // Once it has gone, a new file of that name is somebody else's.
    _ = try bench.write([1], as: "stubborn.jpg")
    library = nil
    library = try bench.open()
    #expect(FileManager.default.fileExists(atPath: still.path))
    #expect(try library?.assetCount == 1)
  }
}

/// A disk without room for any file, or on which one file cannot be removed, or read to its end.
private struct UnwillingDisk: ForwardingFiles {
  let disk = DiskFiles()
  var forwarded: any FileTree { disk }
  private let isFull: Bool
  private let kept: String
  private let unreadable: String
  private let isCut: Bool

  init(isFull: Bool = false, keeping kept: String = "", unreadable: String = "", isCut: Bool = false) {
    (self.isFull, self.kept, self.unreadable, self.isCut) = (isFull, kept, unreadable, isCut)
  }

  /// The first half of a file, on a disk that has lost the other, or after somebody has cut it off.
  private struct HalfFile: ByteSource {
    let whole: FileBytes
    let isCut: Bool
    var name: String { whole.name }
    var count: Int { whole.count }
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
      guard offset + buffer.count <= count / 2 else {
        if isCut { throw ByteError(.outOfRange, position: count / 2, message: "it was cut short") }
        let cause = FileStoreError(path: name, operation: "pread", errno: EIO, message: "the disk failed")
        throw ByteError(.unreadable, position: count / 2, message: "it cannot be read", underlying: cause)
      }
      try whole.read(at: offset, into: buffer)
    }
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes {
    let file = try disk.open(path)
    return path == unreadable ? FileBytes(HalfFile(whole: file, isCut: isCut)) : file
  }

  func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    guard isFull else { return try disk.write(path, body) }
    try disk.write(path) { _ in
      throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "the disk is full")
    }
  }

  func remove(_ path: String) throws(FileStoreError) {
    guard path != kept else {
      throw FileStoreError(path: path, operation: "unlink", errno: EACCES, message: "this may not be written")
    }
    try disk.remove(path)
  }
}
