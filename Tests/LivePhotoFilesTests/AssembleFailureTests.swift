import ByteCoding
import FileStorage
import Foundation
import Glibc
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LivePhotoFiles

@Suite struct AssembleFailureTests {
  private let folder: TemporaryFolder
  private let still: String
  private let movie: String

  init() throws {
    folder = try TemporaryFolder()
    let pair = try SamplePair.good.get()
    still = try folder.write(pair.still, as: "IMG_1.JPG")
    movie = try folder.write(pair.movie, as: "IMG_1.MOV")
  }

  /// A disk that is full after so many bytes.
  private final class SmallDisk: FileStore {
    private let room: Mutex<Int>
    private let disk = DiskFiles()

    init(room: Int) { self.room = Mutex(room) }

    func exists(_ path: String) -> Bool { disk.exists(path) }

    func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
      try disk.create(path, body)
    }

    func createAll(_ drafts: [FileDraft]) throws {
      try disk.createAll(
        drafts.map { draft in
          FileDraft(draft.path, modificationNanoseconds: draft.modificationNanoseconds) { write in
            try draft.body { try self.take($0, draft.path, write) }
          }
        })
    }

    private func take(
      _ bytes: UnsafeRawBufferPointer, _ path: String, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
      let fits = room.withLock { room in
        room -= bytes.count
        return room >= 0
      }
      guard fits else {
        throw FileStoreError(path: path, operation: "write", errno: ENOSPC, message: "the disk is full")
      }
      try write(bytes)
    }
  }

  private func code(_ body: () async throws -> Void) async -> LivePhotoError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? LivePhotoError)?.code
    }
  }

  private func names(_ name: String = "out") -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder.path(name))
  }

  @Test("a full disk leaves nothing, neither files nor the folder that was made", arguments: [0, 1000, 30_000])
  func fullDisk(room: Int) async throws {
    let files = LivePhotoFiles(store: SmallDisk(room: room))
    let (still, movie, out) = (still, movie, folder.path("out"))
    #expect(
      await code { _ = try await files.assemble(AssembleRequest(photo: still, movie: movie, output: out)) }
        == .unwritable)
    #expect(await code { _ = try await files.disassemble(DisassembleRequest(still, output: out)) } == .unwritable)
    #expect(await code { _ = try await files.motionPhoto(MotionPhotoRequest([still], output: out)) } == .unwritable)
    #expect(names() == nil)
  }

  @Test("names that are taken are refused before any work, and the files stay", arguments: ["IMG_1.JPG", "IMG_1.MOV"])
  func existing(name: String) async throws {
    try folder.write([1, 2, 3], as: "out/\(name)")
    let files = LivePhotoFiles()
    let told = Mutex<[Double]>([])
    let code = await code {
      _ = try await files.assemble(AssembleRequest(photo: still, movie: movie, output: folder.path("out"))) {
        fraction in
        told.withLock { $0.append(fraction) }
      }
    }
    #expect(code == .unwritable)
    #expect(told.withLock { $0 }.allSatisfy { $0 == 0 })
    #expect(
      await self.code { _ = try await files.disassemble(DisassembleRequest(still, output: folder.path("out"))) }
        == .unwritable)
    #expect(names() == [name])
    #expect(try folder.read("out/\(name)") == [1, 2, 3])
  }

  @Test("an error of the store is the cause, and one that a name is taken says so without the call")
  func causes() {
    for (number, call) in [(EEXIST, ""), (ENOSPC, " [write: errno 28]")] {
      let cause = FileStoreError(path: "out/a.jpg", operation: "write", errno: number, message: "it is not written")
      let error = LivePhotoError(cause)
      #expect((error.underlying as? FileStoreError)?.errno == number)
      #expect("\(error)" == "out/a.jpg: it is not written.\(call)")
    }
  }

  @Test("progress only grows, from 0 to 1, and work that is cancelled leaves nothing")
  func progress() async throws {
    let files = LivePhotoFiles()
    let told = Mutex<[Double]>([])
    let clip = try ForeignClip.webm.make(in: folder)
    _ = try await files.assemble(AssembleRequest(photo: nil, movie: clip, output: folder.path("whole"))) { fraction in
      told.withLock { $0.append(fraction) }
    }
    let fractions = told.withLock { $0 }
    #expect(fractions.first == 0 && fractions.last == 1)
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(fractions.count > 10)
    for limit in stride(from: 0, to: 0.99, by: 0.2) {
      let out = folder.path("out")
      let task = Task {
        try await files.assemble(AssembleRequest(photo: nil, movie: clip, output: out)) { fraction in
          if fraction >= limit { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(names() == nil)
    }
  }

  @Test("inputs that are cut off anywhere are errors with a code, and leave nothing")
  func truncated() async throws {
    let files = LivePhotoFiles()
    let pair = try SamplePair.good.get()
    let out = folder.path("out")
    for part in 0..<12 {
      let cutStill = try folder.write(pair.still.prefix(pair.still.count * part / 12), as: "cut.jpg")
      let cutMovie = try folder.write(pair.movie.prefix(pair.movie.count * part / 12), as: "cut.mov")
      let codes = [
        await code { _ = try await files.assemble(AssembleRequest(photo: still, movie: cutMovie, output: out)) },
        await code { _ = try await files.motionPhoto(MotionPhotoRequest([still, cutMovie], output: out)) },
      ]
      let expected: Set<LivePhotoError.Code?> = part == 0 ? [.empty] : [.malformed, .unsupported]
      #expect(codes.allSatisfy(expected.contains), "\(part): \(codes)")
      // Of a still the scan is not looked into, so that its metadata can be saved as long as they are whole.
      let code = await code {
        _ = try await files.assemble(AssembleRequest(photo: cutStill, movie: movie, output: out))
      }
      if code == nil {
        try FileManager.default.removeItem(atPath: out)
      } else {
        #expect(expected.contains(code))
      }
      #expect(names() == nil)
    }
  }

  @Test("what is missing, no photo, or beyond the movie is said so")
  func nonsense() async throws {
    let files = LivePhotoFiles()
    let out = folder.path("out")
    let text = try folder.write(Array("Dear diary".utf8), as: "diary.txt")
    func assembling(_ photo: String?, _ movie: String, _ place: AssembleRequest.StillPlace? = nil) async
      -> LivePhotoError.Code?
    {
      await code {
        var request = AssembleRequest(photo: photo, movie: movie, output: out)
        request.stillPlace = place
        _ = try await files.assemble(request)
      }
    }
    #expect(await assembling(folder.path("nothing.jpg"), movie) == .unreadable)
    #expect(await assembling(still, folder.path) == .unreadable)
    #expect(await assembling(text, movie) == .unsupported)
    #expect([.malformed, .unsupported].contains(await assembling(still, text)))
    #expect(await assembling(still, still) == .unsupported)
    #expect(await assembling(movie, movie) == .unsupported)
    #expect(await assembling(still, movie, .time(MediaTime(value: 100, timescale: 1))) == .invalidSetting)
    #expect(await assembling(still, movie, .fraction(1.5)) == .invalidSetting)
    #expect(names() == nil)
  }
}
