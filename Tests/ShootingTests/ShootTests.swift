import CaptureDevices
import Diagnostics
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Shooting
import Simulator
import TestSupport
import Testing

@testable import livecam

@Suite struct ShootTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  @Test("Live Photos at an interval: each pair gets the next name, LIVE counts along, all is complete")
  func interval() async throws {
    try touch(folder + "/img_0002.mov")
    let bench = try await ShootBench(.taking(count: 3, every: 1), in: folder)
    let outcome = try await bench.run { await $0.pass(6) }
    #expect(outcome.result.completed == 3 && outcome.result.failures.isEmpty && !outcome.result.wasInterrupted)
    #expect(
      try names(in: folder) == [
        "IMG_0001.JPG", "IMG_0001.MOV", "IMG_0003.JPG", "IMG_0003.MOV", "IMG_0004.JPG", "IMG_0004.MOV",
        "img_0002.mov",
      ])
    #expect(
      outcome.course == "B1/1 W1/1 C1/1 P1/1 saved1 B3/2 W3/2 C3/2 P3/2 saved3 R1/1 M1/1 F1/1 "
        + "B4/2 W4/2 C4/2 P4/2 saved4 R3/1 M3/1 F3/1 R4/0 M4/0 F4/0")
  }

  @Test("the first shutter waits for the pre-roll, or for the delay that was asked for", arguments: [nil, 0, 0.4, 3.0])
  func delay(delay: Double?) async throws {
    let bench = try await ShootBench(.taking(after: delay), in: folder)
    let outcome = try await bench.run { await $0.pass(6) }
    let begin = try #require(
      outcome.events.lazy.compactMap { event -> ResolvedPhotoSettings? in
        if case .capture(.willBeginCapture(let settings, _), _, _) = event { settings } else { nil }
      }.first)
    // Counted from the first frame; the shutter cannot be pressed before that has come.
    let shutter = (begin.shutterTime - bench.scene.epoch).seconds
    #expect(abs(shutter - max(delay ?? 1.5, 1.0 / 30)) < 1e-6)
    let notices = outcome.events.filter { if case .notice = $0 { true } else { false } }
    #expect(notices.count == ((delay ?? 1.5) < 1.4 ? 1 : 0), "a short pre-roll is told of")
    #expect(outcome.result.completed == 1)
  }

  @Test("where it is measured, timings come last of each capture, with what the shoot does for it")
  func timings() async throws {
    let bench = try await ShootBench(
      .taking(count: 2, every: 1), in: folder, stageClock: SteppingStageClock())
    let outcome = try await bench.run { await $0.pass(6) }
    #expect(outcome.result.completed == 2)
    let steps = outcome.course.split(separator: " ")
    let timings = outcome.events.compactMap { event -> CaptureTimings? in
      if case .timings(let timings, _) = event { timings } else { nil }
    }
    #expect(timings.count == 2)
    for (number, timings) in zip(1..., timings) {
      let finish = try #require(steps.firstIndex { $0.hasPrefix("F\(number)") })
      let told = try #require(steps.firstIndex { $0 == "timings\(number)" })
      #expect(finish < told && !steps[told...].dropFirst().contains { $0.hasPrefix("M\(number)") })
      #expect(timings.work[.write].count == 2, "the movie and the still")
      #expect(timings.work[.delegate].count == 7, "B W C P R M F")
      #expect(timings.marks.keys.count == CaptureMark.allCases.count)
      let (ready, saved) = (try #require(timings[.arrivalToStillReady]), try #require(timings[.arrivalToStillSaved]))
      #expect(saved >= ready)
    }
  }

  @Test("where it is measured, a Motion Photo's file is what counts")
  func motionPhotoTimings() async throws {
    let bench = try await ShootBench(.taking(), in: folder, stageClock: SteppingStageClock()) {
      MotionPhotoPairs(folder: $0, leavesPairs: false)
    }
    let outcome = try await bench.run { await $0.pass(6) }
    let last = try #require(outcome.events.last { if case .session = $0 { false } else { true } })
    guard case .timings(let timings, let name) = last else {
      Issue.record("the last to be told of is \(last)")
      return
    }
    #expect(name == "IMG_0001")
    #expect(timings.work[.write].count == 1, "the Motion Photo, and nothing besides")
    #expect(timings.marks[.stillSaved] == timings.marks[.movieComplete] && timings.marks[.stillSaved] != nil)
  }

  @Test("stills alone leave no movies and do not light LIVE")
  func stills() async throws {
    let bench = try await ShootBench(
      .taking(isLive: false, count: 4, every: 0.1, after: 0.2), in: folder, audio: nil)
    let outcome = try await bench.run { await $0.pass(2) }
    #expect(outcome.result.completed == 4)
    #expect(try names(in: folder) == (1...4).map { "IMG_000\($0).JPG" })
    #expect(!outcome.course.contains("/1"))
  }

  @Test("finish completes what is under way and takes nothing more")
  func finish() async throws {
    let bench = try await ShootBench(.taking(count: 100, every: 1), in: folder)
    let outcome = try await bench.run {
      await $0.pass(2.6)
      $0.shoot.finish()
      $0.shoot.finish()
      await $0.pass(5)
    }
    #expect(outcome.result.completed == 2 && outcome.result.requested == 100)
    #expect(outcome.result.wasInterrupted && !outcome.result.wasAbandoned && outcome.result.failures.isEmpty)
    #expect(try names(in: folder) == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0002.JPG", "IMG_0002.MOV"])
  }

  @Test("finish before the first shutter ends with nothing")
  func finishEarly() async throws {
    let bench = try await ShootBench(.taking(count: 3), in: folder)
    let outcome = try await bench.run {
      await $0.pass(1)
      $0.shoot.finish()
    }
    #expect(outcome.result.completed == 0 && outcome.result.wasInterrupted && outcome.result.failures.isEmpty)
    #expect(try names(in: folder) == [])
  }

  @Test("abandon ends at once and leaves whole files only")
  func abandon() async throws {
    let bench = try await ShootBench(.taking(count: 100, every: 1), in: folder)
    let outcome = try await bench.run {
      // The first movie ends at 3 s; that of the second shutter, at 2.5 s, is not complete.
      await $0.pass(3.3)
      $0.shoot.abandon()
    }
    #expect(outcome.result.wasInterrupted && outcome.result.wasAbandoned)
    #expect(outcome.result.completed == 1)
    #expect(outcome.result.failures.map(\.code) == [.sessionStopped])
    #expect(try names(in: folder) == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0002.JPG"])
  }

  @Test("a camera that fails ends the shoot, once reported, with what was complete")
  func cameraFailure() async throws {
    let bench = try await ShootBench(.taking(count: 10, every: 1), in: folder)
    let outcome = try await bench.run {
      await $0.pass(3.3)
      $0.camera.fail()
      await $0.session.settle()
    }
    #expect(outcome.result.completed == 1 && !outcome.result.wasInterrupted)
    #expect(outcome.result.failures.map(\.code) == [.deviceFailed])
    #expect(try names(in: folder) == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0002.JPG"])
  }

  @Test("a camera that fails before the first shutter is reported too")
  func earlyCameraFailure() async throws {
    let bench = try await ShootBench(.taking(count: 10), in: folder)
    let outcome = try await bench.run {
      await $0.pass(1)
      $0.camera.fail()
      await $0.session.settle()
    }
    #expect(outcome.result.completed == 0)
    #expect(outcome.result.failures.map(\.code) == [.deviceFailed])
    #expect(outcome.course == "camera!")
  }

  @Test("a disk that fills up loses the half that does not fit, says so, and keeps the other")
  func fullDisk() async throws {
    for (room, lost) in [(0, 2), (20_000, 1)] {
      let files = MemoryFiles()
      let bench = try await ShootBench(.taking(), in: folder, files: FaultyFiles(files, room: room))
      let outcome = try await bench.run { await $0.pass(6) }
      #expect(outcome.result.completed == 0)
      #expect(outcome.result.failures.map(\.code) == [CaptureError.Code](repeating: .writingFailed, count: lost))
      #expect(outcome.course.contains("lost1") == (lost == 2))
      #expect(outcome.course.hasSuffix("M1!/0 F1!/0"))
      #expect(files.files.keys.map { $0.suffix(3) } == (lost == 2 ? [] : ["JPG"]))
    }
  }

  /// A disk that takes every file but stills.
  private struct DiskWithoutStills: FileStore {
    let files = MemoryFiles()
    func exists(_ path: String) -> Bool { files.exists(path) }
    func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
      guard !path.hasSuffix(".JPG") else {
        throw FileStoreError(path: path, operation: "write", errno: 5, message: "the disk has an error")
      }
      try files.create(path, body)
    }
    func createAll(_ drafts: [FileDraft]) throws { for draft in drafts { try create(draft.path, draft.body) } }
  }

  @Test("a still that cannot be written is told of, and its movie is kept")
  func lostStill() async throws {
    let disk = DiskWithoutStills()
    let bench = try await ShootBench(.taking(), in: folder, files: disk)
    let outcome = try await bench.run { await $0.pass(6) }
    #expect(outcome.result.completed == 0 && outcome.result.failures.map(\.code) == [.writingFailed])
    #expect(outcome.course == "B1/1 W1/1 C1/1 P1/1 lost1 R1/0 M1/0 F1/0")
    #expect(disk.files.files.keys.map { $0.suffix(13) } == ["/IMG_0001.MOV"])
  }

  @Test("a folder that goes away refuses each shutter, and the shoot goes on to its end")
  func vanishingFolder() async throws {
    let inner = folder + "/inner"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let bench = try await ShootBench(.taking(isLive: false, count: 2, every: 1), in: inner)
    let outcome = try await bench.run {
      await $0.pass(1)
      try FileManager.default.removeItem(atPath: inner)
      await $0.pass(5)
    }
    #expect(outcome.result.completed == 0 && outcome.result.requested == 2)
    #expect(outcome.result.failures.map(\.code) == [.writingFailed, .writingFailed])
  }

  @Test("a camera too slow for Live Photos is told of before anything is taken, with what to do")
  func slow() async throws {
    let bench = try await ShootBench(.taking(), in: folder, video: VideoWish(size: (160, 120), frameRate: 5))
    let error = await #expect(throws: DeviceError.self) { try await bench.shoot.run() }
    #expect(error?.code == .unsupportedMode)
    let text = "\(error as Any)"
    #expect(
      text.contains("5.0 times a second") && text.contains("10 frames") && text.contains("Ask for another"), "\(text)")
  }

  @Test("a session that does not start ends the shoot with its error")
  func noStart() async throws {
    let environment = CaptureEnvironment.virtual(clock: VirtualClock(), files: DiskFiles())
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    let shoot = Shoot(
      .taking(), into: try FolderPairs(folder), session: session, output: PhotoOutput(), environment: environment)
    let error = await #expect(throws: CaptureError.self) { try await shoot.run() }
    #expect(error?.code == .invalidConfiguration)
    for await _ in shoot.events { Issue.record("nothing happened") }
  }
}
