import ByteCoding
import FileStorage
import Foundation
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import LibraryFiles

/// Imports that were ended in the middle, and are done again.
@Suite struct ImportResumeTests {
  private static let subject = BatchJournal.Subject(command: "library import", options: ["test"])
  private static let count = 70

  private let bench: ImportBench
  private let journal = JournalBytes()
  private let reads = CountingSource()
  private let phone: String

  /// A folder with photos that all differ.
  init() throws {
    bench = try ImportBench()
    phone = try bench.source("phone")
    for number in 0..<Self.count { try write(number) }
  }

  private func path(_ number: Int) -> String { "\(phone)/IMG_\(1000 + number).JPG" }

  private func write(_ number: Int, mark: Int = 0) throws {
    let still = try #require(LivePhotoFixtures.pairs.first { $0.still.lowercased().hasSuffix(".jpg") }).still
    // As large as a photo is beside its headers.
    let padding = [0xff, 0xfe, 0xff, 0xff] + [UInt8](repeating: 0x20, count: 0xfffd)
    let bytes = try bench.edited(still, mark: UInt8(number + mark))
    try Data(bytes.prefix(2) + padding + padding + bytes.dropFirst(2)).write(to: URL(fileURLWithPath: path(number)))
  }

  /// A file that a journal's lines are appended to, which may fail.
  private final class JournalBytes: Sendable {
    private let state = Mutex((bytes: [UInt8](), left: Int.max))
    struct Failure: Error {}

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func fail(after appends: Int) { state.withLock { $0.left = appends } }

    func append(_ lines: [UInt8]) throws {
      try state.withLock { state in
        guard state.left > 0 else { throw Failure() }
        state.left -= 1
        state.bytes += lines
      }
    }
  }

  /// The disk, with the number of bytes that were read of each file.
  private final class CountingSource: FileSource {
    private struct Counted: ByteSource {
      let bytes: FileBytes
      let note: @Sendable (Int) -> Void
      var name: String { bytes.name }
      var count: Int { bytes.count }
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
        note(buffer.count)
        try bytes.read(at: offset, into: buffer)
      }
    }

    private let counts = Mutex<[String: Int]>([:])
    private let disk = DiskFiles()

    func take() -> [String: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }

    func open(_ path: String) throws(FileStoreError) -> FileBytes {
      let bytes = try disk.open(path)
      return FileBytes(
        Counted(bytes: bytes) { count in self.counts.withLock { $0[path, default: 0] += count } },
        modificationNanoseconds: bytes.modificationNanoseconds)
    }
    func exists(_ path: String) -> Bool { disk.exists(path) }
    func kind(of path: String) throws(FileStoreError) -> PathKind { try disk.kind(of: path) }
    func names(in folder: String) throws(FileStoreError) -> [String] { try disk.names(in: folder) }
    func isLink(_ path: String) -> Bool { disk.isLink(path) }
    func place(of path: String) -> FilePlace? { disk.place(of: path) }
  }

  /// Imports the folder, goes on by what is in the journal, and is cancelled once so many assets are told of.
  private func run(cancelledAfter limit: Int = .max) async throws -> ImportReport {
    if journal.bytes.isEmpty { try journal.append(BatchJournal.line(Self.subject)) }
    var importer = LibraryImporter(into: bench.library, from: reads)
    importer.journal = ImportJournal(
      try BatchJournal(ArrayBytes(journal.bytes, name: "journal")), write: { [journal] in try journal.append($0) })
    let told = Mutex(0)
    return try await importer.run([phone]) { _ in
      let count = told.withLock { told in
        told += 1
        return told
      }
      if count == limit { withUnsafeCurrentTask { $0?.cancel() } }
    }
  }

  private func expectAll(_ count: Int = Self.count) throws {
    #expect(try Asset.fetchAssets(in: bench.library).count == count)
    var check = LibraryCheck(of: bench.library)
    #expect(try check.run().findings.isEmpty)
  }

  @Test("an import that was cancelled goes on behind what is in the library, and reads none of it but its headers")
  func cancelled() async throws {
    let task = Task { try await run(cancelledAfter: 10) }
    await #expect(throws: CancellationError.self) { try await task.value }
    let there = try Asset.fetchAssets(in: bench.library).count
    #expect((10..<Self.count).contains(there), "\(there)")
    _ = reads.take()
    let report = try await run()
    #expect(report.doneBefore == there && report.count(.added) == Self.count - there && report.count(.duplicate) == 0)
    let counts = reads.take()
    let size = try bench.bytes(path(0)).count
    for number in 0..<there { #expect(counts[path(number), default: 0] < size / 2, "\(number)") }
    for number in there..<Self.count { #expect(counts[path(number), default: 0] >= size) }
    try expectAll()
  }

  @Test("an import that ended between a change of the library and its journal finds those photos to be duplicates")
  func unwritten() async throws {
    journal.fail(after: 2)
    await #expect(throws: JournalBytes.Failure.self) { try await run() }
    journal.fail(after: .max)
    let there = try Asset.fetchAssets(in: bench.library).count
    let report = try await run()
    #expect(report.doneBefore == LibraryImporter.batchSize)
    #expect(report.count(.duplicate) == there - LibraryImporter.batchSize && report.count(.duplicate) > 0)
    #expect(report.count(.added) == Self.count - there)
    try expectAll()
  }

  @Test(
    "a killed import loses a second of work at most, or 64 MB, however few photos that are", arguments: [true, false])
  func slow(_ isClock: Bool) async throws {
    /// A clock by which each look at it takes half a second.
    final class SlowClock: MediaClock {
      private let looks = Atomic(0)
      private let clock = VirtualClock()
      var now: MediaTime {
        MediaTime(value: Int64(looks.wrappingAdd(1, ordering: .relaxed).newValue), timescale: 2)
      }
      func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
        clock.schedule(at: time, action)
      }
    }
    /// A disk on which each file has 33 MB more.
    struct LargeFiles: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      func attributes(of path: String) -> FileAttributes? {
        var found = forwarded.attributes(of: path)
        found?.size += 33 << 20
        return found
      }
    }
    let path = bench.folder.path("slow")
    let library =
      isClock
      ? try ImportBench.open(path, clock: SlowClock()) : try ImportBench.open(path, files: LargeFiles())
    var importer = LibraryImporter(into: library, from: reads)
    // Each change of the library is followed by a note in the journal.
    let most = Mutex(0)
    importer.journal = ImportJournal(try BatchJournal(ArrayBytes(BatchJournal.line(Self.subject), name: "journal"))) {
      lines in
      most.withLock { $0 = max($0, lines.count { $0 == UInt8(ascii: "\n") }) }
    }
    #expect(try await importer.run([phone]) { _ in }.count(.added) == Self.count)
    #expect((1...3).contains(most.withLock(\.self)))
  }

  @Test("a line that was half written when the process was killed counts for nothing")
  func cutShort() async throws {
    _ = try await run()
    let whole = journal.bytes
    let cut = JournalBytes()
    try cut.append(Array(whole.dropLast(7)))
    let before = try BatchJournal(ArrayBytes(cut.bytes, name: "journal"))
    #expect(before.doneCount == Self.count - 1)
  }

  @Test("what has changed since is looked at again, with all that belongs to it, and the rest is not")
  func changed() async throws {
    _ = try await run()
    try write(3, mark: 100)
    _ = try bench.folder.write(bench.edited(path(5), mark: 200), as: "phone/IMG_E1005.JPG")
    let report = try await run()
    #expect(report.doneBefore == Self.count - 2)
    #expect(report.count(.added) == 1 && report.count(.duplicate) == 1)
    let edited = try Asset.fetchAssets(in: bench.library).filter { try bench.files(of: $0).count == 2 }
    #expect(try edited.map { try bench.files(of: $0) } == [["photo IMG_1005.JPG", "fullSizePhoto IMG_E1005.JPG"]])
    try expectAll(Self.count + 1)
    // Everything is written down by now.
    #expect(try await run().doneBefore == Self.count + 1)
  }

  @Test("files that no library takes, and that lie beside the photos, are not read again either")
  func leftOut() async throws {
    let text = [UInt8](repeating: 0x20, count: 1 << 20)
    let path = try bench.folder.write(text, as: "phone/A.txt")
    _ = try await run()
    _ = reads.take()
    let report = try await run()
    #expect(report.doneBefore == Self.count + 1 && report.counts.isEmpty)
    #expect(reads.take()[path, default: 0] < 1 << 16)
  }

  @Test("what is there already is not copied once more, so that it needs no room")
  func stored() async throws {
    /// A disk that is full.
    struct FullDisk: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
        throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "it is full")
      }
    }
    _ = try await LibraryImporter(into: bench.library).run([phone]) { _ in }
    let full = try ImportBench.open(bench.library.path, files: FullDisk())
    var found: [String?] = []
    let report = try await LibraryImporter(into: full).run([phone]) { found.append($0.asset) }
    #expect(report.counts == [.duplicate: Self.count])
    #expect(Set(found) == Set(try Asset.fetchAssets(in: full).map(\.localIdentifier)))
    try expectAll()
  }

  @Test("a file that changes while it is read is refused, and nothing of it is kept")
  func changing() async throws {
    /// The disk, on which a file grows when it has been looked at.
    final class GrowingSource: FileSource {
      private let path: String
      private let opened = Mutex(0)

      init(_ path: String) { self.path = path }

      func open(_ path: String) throws(FileStoreError) -> FileBytes {
        let bytes = try DiskFiles().open(path)
        guard path == self.path,
          opened.withLock({
            $0 += 1
            return $0
          }) == 2
        else { return bytes }
        let file = FileHandle(forWritingAtPath: path)
        file?.seekToEndOfFile()
        file?.write(Data([0]))
        return bytes
      }
      func exists(_ path: String) -> Bool { DiskFiles().exists(path) }
      func kind(of path: String) throws(FileStoreError) -> PathKind { try DiskFiles().kind(of: path) }
      func names(in folder: String) throws(FileStoreError) -> [String] { try DiskFiles().names(in: folder) }
    }
    var failed: [ImportFinding] = []
    let importer = LibraryImporter(into: bench.library, from: GrowingSource(path(7)))
    let report = try await importer.run([phone]) { if $0.outcome == .failed { failed.append($0) } }
    #expect(report.count(.added) == Self.count - 1 && failed.map(\.files) == [[path(7)]])
    #expect(failed.first?.reason.contains("changed while it was read") == true)
    try expectAll(Self.count - 1)
  }

  @Test("what was complete before the disk was full is kept and counted, and what did not fit is named")
  func fullDisk() async throws {
    /// A disk with room for some files.
    final class SmallDisk: ForwardingFiles {
      var forwarded: any FileTree { DiskFiles() }
      private let left = Mutex(12)

      func write(_ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
        let hasRoom = left.withLock { left in
          left -= 1
          return left >= 0
        }
        guard hasRoom else {
          throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "it is full")
        }
        try forwarded.write(path, body)
      }
    }
    let library = try ImportBench.open(bench.folder.path("small"), files: SmallDisk())
    var sums: [ImportReport] = []
    let error = await #expect(throws: PhotosError.self) {
      _ = try await LibraryImporter(into: library).run([phone], endsEarly: { sums.append($0) }, tell: { _ in })
    }
    #expect(error?.code == .notEnoughSpace && error?.message.contains("does not fit") == true)
    #expect(FileManager.default.fileExists(atPath: phone + "/" + (error?.context ?? "-")), "\(error as Any)")
    #expect(sums.map(\.counts) == [[.added: 12]] && sums[0].notLookedAt == Self.count - 12)
    #expect(try Asset.fetchAssets(in: library).count == 12)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }
}
