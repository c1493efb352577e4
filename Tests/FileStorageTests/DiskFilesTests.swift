import Foundation
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import FileStorage

@Suite struct DiskFilesTests {
  private struct Cancelled: Error {}
  private let store = DiskFiles()
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func error(_ body: () throws -> Void) -> FileStoreError? {
    do {
      try body()
      Issue.record("nothing was thrown")
    } catch {
      if let error = error as? FileStoreError { return error }
      Issue.record("\(error)")
    }
    return nil
  }

  @Test("a file appears whole under its name, and not before", arguments: [0, 1, 100_000])
  func whole(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try store.create(folder + "/a.mov") { write in
      #expect(!store.exists(folder + "/a.mov"))
      #expect(try names(in: folder).allSatisfy { $0.hasPrefix(".livecam-") })
      try bytes[..<(size / 2)].withUnsafeBytes { try write($0) }
      try bytes[(size / 2)...].withUnsafeBytes { try write($0) }
    }
    #expect(firstDifference(try contents(folder + "/a.mov"), bytes) == nil)
    #expect(try names(in: folder) == ["a.mov"])
    #expect(store.exists(folder + "/a.mov"))
  }

  /// How often this thread has called the system to write.
  private func writes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("syscw:") })
    return try #require(Int(line.dropFirst("syscw: ".count)))
  }

  @Test("hundreds of small pieces are a few writes, and large ones keep their place among them")
  func gathering() throws {
    // A movie: a header, pictures, packets of sound, its description; and one picture that is not copied.
    let sizes = [24] + (0..<90).map { 15_000 + $0 * 97 } + [400_000] + Array(repeating: 260, count: 140) + [3_800]
    let pieces = sizes.enumerated().map { index, size in
      (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
    }
    let before = try writes()
    try store.create(folder + "/a.mov") { write in for piece in pieces { try piece.withUnsafeBytes { try write($0) } } }
    let count = try writes() - before
    #expect(count <= 5, "2.2 MB in \(pieces.count) pieces took \(count) writes")
    #expect(firstDifference(try contents(folder + "/a.mov"), pieces.flatMap { $0 }) == nil)
  }

  @Test("what the disk refuses is told, also of pieces that were gathered, and leaves nothing")
  func refused() async {
    // A limit of the process's, so in a process of its own.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let bytes = [UInt8](repeating: 1, count: 600)
      let failure = #expect(throws: FileStoreError.self) {
        try DiskFiles().create(folder.path + "/a") { write in
          for _ in 0..<2 { try bytes.withUnsafeBytes { try write($0) } }
        }
      }
      try #require(failure?.operation == "write" && failure?.errno == EFBIG)
      try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("an error while writing leaves nothing, and comes out as it is")
  func failing() throws {
    #expect(throws: Cancelled.self) {
      try store.create(folder + "/a.mov") { write in
        try [1, 2, 3].withUnsafeBytes { try write($0) }
        throw Cancelled()
      }
    }
    #expect(try names(in: folder) == [])
  }

  @Test("a name that is taken is refused before anything is written, also by a link to nowhere")
  func existing() throws {
    try Data([9]).write(to: URL(fileURLWithPath: folder + "/a"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: folder + "/nowhere")
    for name in ["/a", "/b"] {
      let error = error { try store.create(folder + name) { _ in Issue.record("written") } }
      #expect(error?.code == .existing && error?.errno == EEXIST)
    }
    #expect(try contents(folder + "/a") == [9])
    #expect(try names(in: folder) == ["a", "b"])
  }

  @Test("a name that is taken while the file is being written is left as it is")
  func takenMeanwhile() throws {
    let error = error {
      try store.create(folder + "/a") { write in
        try [1].withUnsafeBytes { try write($0) }
        try Data([9]).write(to: URL(fileURLWithPath: folder + "/a"))
      }
    }
    #expect(error?.code == .existing)
    #expect(try contents(folder + "/a") == [9])
    #expect(try names(in: folder) == ["a"])
  }

  @Test("a folder that is missing or no folder is named with what to do")
  func badFolders() throws {
    try Data().write(to: URL(fileURLWithPath: folder + "/file"))
    for path in ["/missing/a", "/file/a"] {
      let error = error { try store.create(folder + path) { _ in } }
      #expect(error?.errno == ENOENT || error?.errno == ENOTDIR)
      #expect(error?.message.contains("folder") == true)
      #expect(error?.code != .existing)
    }
  }

  @Test("why a folder cannot be used is told before anything is written")
  func checkedFolders() throws {
    try Data().write(to: URL(fileURLWithPath: folder + "/file"))
    for (path, number) in [("/missing/a", ENOENT), ("/file/a", ENOTDIR), ("/file/b/a", ENOTDIR), ("/", EISDIR)] {
      let error = error { try store.checkFolder(of: folder + path) }
      #expect(error?.errno == number && error?.operation == "access", "\(path): \(String(describing: error))")
      #expect(!store.canCreate(folder + path))
    }
    try store.checkFolder(of: folder + "/a")
    #expect(store.canCreate(folder + "/a"))
    // Whom permissions don't hold back, that is root, may write here.
    guard geteuid() != 0 else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    #expect(error { try store.checkFolder(of: folder + "/a") }?.errno == EACCES)
  }

  @Test("a disk without room is reported as such and keeps nothing")
  func fullDisk() throws {
    // Every write to this device fails as on a full disk.
    let error = error {
      let file = try Descriptor(opening: "/dev/full", O_WRONLY)
      try about("a", try [1, 2].span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try file.write(bytes) })
    }
    #expect(error?.errno == ENOSPC)
    #expect(error?.message.contains("full") == true)
  }

  @Test("many files are written at once, each one whole, and of equal names one wins")
  func concurrent() async throws {
    let wins = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<40 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(index), count: 5000)
          do {
            try store.create(folder + "/\(index / 4)") { write in try bytes.withUnsafeBytes { try write($0) } }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 10)
    #expect(try names(in: folder) == (0..<10).map { "\($0)" })
    for name in try names(in: folder) {
      let bytes = try contents(folder + "/" + name)
      #expect(bytes.count == 5000 && Set(bytes).count == 1)
    }
  }

  @Test("leftovers of a process that has died are swept, other files are not")
  func sweep() throws {
    for name in [".livecam-IMG_0001.MOV-123-0.tmp", "IMG_0001.MOV", ".livecam-other", "x.tmp"] {
      try Data([1]).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    #expect(store.sweep(folder) == [".livecam-IMG_0001.MOV-123-0.tmp"])
    #expect(try names(in: folder) == [".livecam-other", "IMG_0001.MOV", "x.tmp"])
    #expect(store.sweep(folder) == [])
    #expect(store.sweep(folder + "/missing") == [])
  }

  @Test("a file that is being written is not swept, and a leftover of its own name does not stop it")
  func livingWriter() throws {
    let leftover = folder + "/.livecam-a-\(getpid())-0.tmp"
    try Data([1]).write(to: URL(fileURLWithPath: leftover))
    try store.create(folder + "/a") { write in
      try [UInt8(5)].withUnsafeBytes { try write($0) }
      #expect(store.sweep(folder) == [".livecam-a-\(getpid())-0.tmp"])
      #expect(try names(in: folder).count == 1)
    }
    #expect(try contents(folder + "/a") == [5])
    #expect(try names(in: folder) == ["a"])
  }

  @Test("a process that is killed while it writes leaves a leftover, which is swept, and no file")
  func killed() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
      try DiskFiles().create(folder + "/a") { write in
        try [UInt8](repeating: 1, count: 10_000).withUnsafeBytes { try write($0) }
        kill(getpid(), SIGKILL)
      }
    }
    let left = try names(in: folder)
    #expect(left.count == 1 && left[0].hasPrefix(".livecam-a-"))
    #expect(store.sweep(folder) == left)
    #expect(try names(in: folder) == [])
  }

  @Test("asking whether a name is reserved changes nothing; what the dead have left goes when it is told to")
  func reservations() throws {
    let (living, dead) = (folder + "/living", folder + "/dead")
    let reservation = try #require(try store.reserve(living))
    try Data().write(to: URL(fileURLWithPath: dead))
    #expect(store.isReserved(living) && !store.isReserved(dead) && !store.isReserved(folder + "/none"))
    #expect(try names(in: folder) == ["dead", "living"])
    for path in [living, dead, folder + "/none"] { store.releaseAbandoned(path) }
    #expect(try names(in: folder) == ["living"])
    #expect(store.isReserved(living))
    reservation.release()
    #expect(try !store.isReserved(living) && names(in: folder) == [])
  }

  @Test("a process that writes keeps its file from another's sweep")
  func otherProcess() throws {
    try store.create(folder + "/a") { write in
      // Another process that asks for the lock must be refused it.
      let asking = "for f in .livecam-*; do flock -n \"$f\" true && exit 3; done; exit 0"
      #expect(try ForeignTool("sh", package: "dash").attempt(["-c", asking], in: temporary).status == 0)
      try [1].withUnsafeBytes { try write($0) }
    }
  }
}
