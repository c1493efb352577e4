import FileStorage
import Foundation
import LiveCapture
import Shooting
import Simulator
import TestSupport
import Testing

@Suite struct PairNamesTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  @Test("numbers are counted from 1, and a name that is given up unused stays free for others")
  func counting() async throws {
    let names = try PairNames(folder: folder)
    let first = try names.reserve()
    let second = try names.reserve()
    #expect(first.name == "IMG_0001" && second.name == "IMG_0002")
    #expect(first.path(.jpg) == folder + "/IMG_0001.JPG" && first.moviePath == folder + "/IMG_0001.MOV")
    first.release()
    second.release()
    #expect(try ShootingTests.names(in: folder) == [])
    let again = try PairNames(folder: folder)
    #expect(try again.reserve().name == "IMG_0001")
  }

  struct Taken: Sendable {
    let files: [String]
    let next: String
  }

  @Test(
    "a number is taken by any file of its stem, in upper case or lower",
    arguments: [
      Taken(files: ["IMG_0001.JPG"], next: "IMG_0002"), Taken(files: ["IMG_0001.MOV"], next: "IMG_0002"),
      Taken(files: ["img_0001.mov"], next: "IMG_0002"), Taken(files: ["Img_0001.heic"], next: "IMG_0002"),
      Taken(files: ["IMG_0002.JPG"], next: "IMG_0001"), Taken(files: ["IMG_0001.JPG.part"], next: "IMG_0002"),
      Taken(files: ["IMG_0001.JPG", "img_0002.jpg", "IMG_0004.MOV"], next: "IMG_0003"),
      Taken(files: ["IMG_00010.JPG", "XIMG_0001.JPG", "IMG_1.JPG", ".IMG_0001.JPG"], next: "IMG_0001"),
    ])
  func taken(row: Taken) async throws {
    for file in row.files { try touch(folder + "/" + file) }
    #expect(try PairNames(folder: folder).reserve().name == row.next)
  }

  @Test("after 9999 numbers have five digits")
  func manyDigits() async throws {
    for number in 1...9999 { try touch(folder + "/IMG_\(String(format: "%04d", number)).JPG") }
    #expect(try PairNames(folder: folder).reserve().name == "IMG_10000")
  }

  @Test("a name that appears while photos are taken is passed over")
  func appearing() async throws {
    let names = try PairNames(folder: folder)
    #expect(try names.reserve().name == "IMG_0001")
    try touch(folder + "/IMG_0002.MOV")
    #expect(try names.reserve().name == "IMG_0003")
  }

  @Test("many at once in one folder never share a name")
  func instances() async throws {
    let reserved = try await withThrowingTaskGroup(of: [PairNames.Reservation].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let names = try PairNames(folder: folder)
          return try (0..<20).map { _ in try names.reserve() }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(reserved.count == 120 && Set(reserved.map(\.name)).count == 120)
  }

  @Test("a name that a living process has reserved is passed over; when it has died the name is free")
  func processes() async throws {
    let lock = folder + "/.livecam-reserved-IMG_0001"
    let other = try Process.starting { other in
      other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      other.arguments = ["sh", "-c", "exec 9>'\(lock)'; flock 9; echo locked; read line"]
      (other.standardInput, other.standardOutput) = (Pipe(), Pipe())
    }
    let output = try #require(other.standardOutput as? Pipe).fileHandleForReading
    #expect(String(decoding: output.availableData, as: UTF8.self) == "locked\n")
    let names = try PairNames(folder: folder)
    let reservation = try names.reserve()
    #expect(reservation.name == "IMG_0002")
    reservation.release()
    other.terminate()
    other.waitUntilExit()
    #expect(try ShootingTests.names(in: folder) == [".livecam-reserved-IMG_0001"])
    let again = try PairNames(folder: folder)
    #expect(try ShootingTests.names(in: folder) == [], "the reservation of the dead is swept")
    #expect(try again.reserve().name == "IMG_0001")
  }

  @Test("a process that is killed leaves nothing that lasts")
  func killed() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
      let reservation = try PairNames(folder: folder).reserve()
      kill(getpid(), SIGKILL)
      withExtendedLifetime(reservation) {}
    }
    #expect(try ShootingTests.names(in: folder) == [".livecam-reserved-IMG_0001"])
    #expect(try PairNames(folder: folder).reserve().name == "IMG_0001")
  }

  @Test("a folder that is missing, or that is a file, is refused with what to do")
  func folders() async throws {
    try touch(folder + "/file")
    let missing = #expect(throws: FileStoreError.self) { try PairNames(folder: folder + "/missing") }
    #expect(missing?.errno == ENOENT && missing?.message.contains("create it") == true)
    let file = #expect(throws: FileStoreError.self) { try PairNames(folder: folder + "/file") }
    #expect(file?.code == .notFound && file?.message.contains("not a folder") == true)
  }

  @Test("a reservation that nobody has any more is given up")
  func forgotten() throws {
    let names = try PairNames(folder: folder)
    do {
      let first = try names.reserve()
      let copy = first
      #expect(try ShootingTests.names(in: folder) == [".livecam-reserved-IMG_0001"])
      withExtendedLifetime(copy) {}
    }
    #expect(try ShootingTests.names(in: folder) == [])
    #expect(try PairNames(folder: folder).reserve().name == "IMG_0001")
  }

  @Test("a folder that cannot be looked through is refused, not taken for an empty one")
  func unreadable() async throws {
    try touch(folder + "/IMG_0001.JPG")
    // A process that can open no more files: in one of its own.
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let failure = #expect(throws: FileStoreError.self) { try PairNames(folder: folder) }
      try #require(failure?.errno == EMFILE && failure?.operation == "opendir")
    }
  }

  @Test("a folder of photos has its store sweep it: the disk what killed programs left, a store in memory nothing")
  func sweeping() throws {
    let leftover = ".livecam-IMG_0001.MOV-123-0.tmp"
    try touch(folder + "/" + leftover)
    _ = try FolderPairs(folder, files: MemoryFiles())
    #expect(try names(in: folder) == [leftover])
    _ = try FolderPairs(folder, files: FaultyFiles(DiskFiles()))
    #expect(try names(in: folder) == [])
  }

  @Test("a folder that goes away is an error at the next name")
  func vanishing() async throws {
    let inner = folder + "/inner"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let names = try PairNames(folder: inner)
    try FileManager.default.removeItem(atPath: inner)
    #expect(throws: FileStoreError.self) { try names.reserve() }
  }
}
