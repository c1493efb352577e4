import CaptureCodecs
import CaptureDevices
import FileStorage
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// What stands in for the world around a session, and what listens to it.
@Suite struct CaptureDoublesTests {
  private struct Cancelled: Error {}

  @Test("files in memory are written whole or not at all, once, and only while there is room")
  func files() throws {
    let files = MemoryFiles()
    let disk = FaultyFiles(files, room: 10)
    func write(_ path: String, _ pieces: [[UInt8]]) throws {
      try disk.create(path) { write in for piece in pieces { try piece.withUnsafeBytes { try write($0) } } }
    }
    try write("a", [[1, 2], [3], []])
    #expect(files.files == ["a": [1, 2, 3]] && files.exists("a") && !files.exists("b"))
    let existing = #expect(throws: FileStoreError.self) { try write("a", []) }
    #expect(existing?.code == .existing && existing?.errno == EEXIST)
    let full = #expect(throws: FileStoreError.self) { try write("b", [[1, 2, 3, 4], [5, 6, 7, 8]]) }
    #expect(full?.errno == ENOSPC && full?.code != .existing)
    #expect(throws: Cancelled.self) {
      try disk.create("c") { write in
        try [UInt8(1)].withUnsafeBytes { try write($0) }
        throw Cancelled()
      }
    }
    #expect(files.files.count == 1)
    // Seven bytes are free, and nothing of what failed takes room.
    #expect(throws: FileStoreError.self) { try write("b", [[1, 2, 3, 4], [5, 6, 7, 8]]) }
    try write("d", [[1, 2, 3, 4], [5, 6, 7]])
    #expect(throws: FileStoreError.self) { try write("b", [[1]]) }
    disk.setRoom(8)
    try write("b", [[1, 2, 3, 4], [5, 6, 7, 8]])
    #expect(throws: FileStoreError.self) { try write("e", [[1]]) }
    #expect(files.files.mapValues(\.count) == ["a": 3, "b": 8, "d": 7])
  }

  @Test("a fixed calendar goes with the clock")
  func calendar() {
    let calendar = FixedWallClock()
    #expect(calendar.date(at: VirtualClock().now).localString() == "2026-11-21T09:30:05")
    let later = calendar.date(at: MediaTime(nanoseconds: 1_059_250_000_000))
    #expect(later.localString() == "2026-11-21T09:31:04" && later.nanosecond == 250_000_000)
    #expect(later.offsetString() == "+01:00")
  }

  @Test("identifiers of a virtual environment differ within a run and agree between runs")
  func identifiers() {
    func draw() -> [PairIdentifier] {
      let environment = CaptureEnvironment.virtual(clock: VirtualClock(), media: .standard)
      return (0..<50).map { _ in environment.makePairIdentifier() }
    }
    #expect(Set(draw()).count == 50)
    #expect(draw() == draw())
  }

  @Test("a recording delegate keeps all that comes with each call")
  func delegate() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v v* 119v v! 29v")
    let calls = bench.delegate.calls
    #expect(calls.map(\.step.rawValue) == Array("BWCPRMFBWCPF"))
    #expect(calls.allSatisfy { ($0.photo != nil) == ($0.step == .didProcessPhoto) })
    #expect(calls.allSatisfy { ($0.movieTimes != nil) == ($0.step == .didProcessMovie) })
    #expect(calls.allSatisfy { $0.error == nil })
    #expect(calls.map { $0.settings.uniqueID.rawValue } == [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    #expect(calls[0].time == bench.scene.epoch + MediaTime(value: 2, timescale: 1))
    #expect(calls.last?.time.map { $0 < bench.clock.now } == true)
    #expect(!bench.delegate.hadOverlappingCalls)
    #expect(DelegateLog().calls.isEmpty && DelegateLog().timeline.isEmpty)
  }

  @Test("a timeline is written as events come, and read by capture")
  func timeline() {
    let settings = [1, 12].map {
      ResolvedPhotoSettings(
        uniqueID: CaptureID(rawValue: $0), shutterTime: .zero, photoDimensions: .none, livePhotoMovieDimensions: .none,
        expectedPhotoCount: 1, contentIdentifier: nil, livePhotoMoviePath: nil, availablePreRoll: .zero)
    }
    let error = CaptureError(.stillFailed, message: "on purpose")
    let photo = CapturePhoto(
      resolvedSettings: settings[1], timestamp: .zero, sequence: 0, isCameraOriginal: false, bytes: nil)
    let timeline = CaptureStep.timeline([
      .willBeginCapture(settings[0], at: .zero), .willBeginCapture(settings[1], at: .zero),
      .willCapturePhoto(settings[1], at: .zero), .didCapturePhoto(settings[1], at: .zero),
      .didFinishProcessingPhoto(photo, error: nil, at: .zero), .didFinishRecordingMovie(settings[0], at: .zero),
      .didFinishProcessingMovie(nil, settings[0], error: error, at: .zero),
      .didFinishCapture(settings[0], error: error, at: .zero),
    ])
    #expect(timeline == "B1 B2 W2 C2 P2 R1 M1! F1!")
    #expect(CaptureStep.course(of: 1, in: timeline) == "B R M! F!")
    #expect(CaptureStep.course(of: 2, in: timeline) == "B W C P")
    #expect(CaptureStep.course(of: 3, in: timeline) == "")
    #expect(CaptureStep.allCases.count == 8)
  }

  @Test("a script leads a session: time, shutters, faults and the end")
  func bench() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    let start = bench.clock.now
    try await bench.run(
      "15v {press: still} {drop: 2} {advance: 0.25} {unplug: microphone} {press: live} {advance: 0.05} {freeze: camera} 3v {thaw: camera} 3v {unplug: camera} |"
    )
    #expect(bench.clock.now - start == MediaTime(value: 1, timescale: 1))
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1 B2 W2 C2 P2 R2 M2! F2!")
    #expect(await !bench.session.isRunning)
    #expect(bench.clock.pendingActionCount == 0)
  }
}
