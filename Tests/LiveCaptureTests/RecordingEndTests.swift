import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing
import VideoCoding

/// What ends a recording, and what is told of it.
@Suite struct RecordingEndTests {
  /// What ends a recording from outside, with the number that stands for it.
  enum Cause: Int, CaseIterable {
    case interruption = -11_818
    case sessionStop = -11_803
    case unplugged = -11_808
    case removedOutput = -11_806
  }

  @Test("what ends a recording early leaves a whole movie, or none, as the profile says", arguments: Cause.allCases)
  func earlyEnds(cause: Cause) async throws {
    for ended in CaptureProfile.EndedMovie.allCases {
      var profile = CaptureProfile()
      profile.recordingEndedEarly = ended
      let files = MemoryFiles()
      let bench = try await RecordingBench(files: files, profile: profile)
      let events = bench.movies.events
      try await bench.start()
      try await bench.record(for: 2)
      switch cause {
      case .interruption: await bench.session.beginInterruption(.audioDeviceInUseByAnotherClient)
      case .sessionStop: try await bench.session.stopRunning()
      case .unplugged: bench.devices.unplug("camera")
      case .removedOutput: try await bench.session.removeOutput(bench.movies)
      }
      await bench.session.settle()
      #expect(bench.delegate.calls == ["start 1.mov", "finish! 1.mov"])
      let error = try #require(bench.delegate.errors.first ?? nil)
      #expect(error.avErrorCode == cause.rawValue)
      #expect(error.recordingSuccessfullyFinished == (ended == .isKept))
      #expect(files.files.keys.sorted() == (ended == .isKept ? ["1.mov"] : []))
      let movie = await RecordingBench.movie(in: events)
      #expect((movie != nil) == (ended == .isKept))
      if let movie { #expect(abs(movie.duration.seconds - 2) < 0.05) }
      #expect(!bench.movies.isRecording)
    }
  }

  @Test("a movie that is as long as it may be ends by itself, to the frame")
  func maximumDuration() async throws {
    let bench = try await RecordingBench()
    let events = bench.movies.events
    bench.movies.maxRecordedDuration = MediaTime(value: 3, timescale: 2)
    try await bench.start()
    try await bench.record(for: 3)
    let error = try #require(bench.delegate.errors.first ?? nil)
    #expect(error.avErrorCode == -11_810 && error.recordingSuccessfullyFinished == true)
    let movie = try #require(await RecordingBench.movie(in: events))
    #expect(movie.duration == MediaTime(value: 3, timescale: 2) && movie.frameCount == 45)
    #expect(await bench.session.isRunning)
  }

  @Test("a file that is as large as it may be ends the movie, and is no larger", arguments: [60_000, 150_000])
  func maximumSize(bytes: Int) async throws {
    let files = MemoryFiles()
    let bench = try await RecordingBench(files: files)
    bench.movies.maxRecordedFileSize = bytes
    try await bench.start()
    try await bench.record(for: 15)
    let error = try #require(bench.delegate.errors.first ?? nil)
    #expect(error.avErrorCode == -11_811 && error.recordingSuccessfullyFinished == true)
    let size = try #require(files.files["1.mov"]?.count)
    #expect(size <= bytes && size > bytes / 2)
  }

  @Test("a disk that fills up leaves nothing", arguments: [0, 100, 30_000])
  func diskFull(room: Int) async throws {
    let files = MemoryFiles()
    let disk = FaultyFiles(files, room: room)
    let bench = try await RecordingBench(files: disk)
    try await bench.start()
    try await bench.record(for: 5)
    let error = try #require(bench.delegate.errors.first ?? nil)
    #expect(error.avErrorCode == -11_807 && error.recordingSuccessfullyFinished == false)
    #expect(files.files.isEmpty && !bench.movies.isRecording)
    #expect(await bench.session.isRunning)
    disk.setRoom(nil)
    try await bench.record(to: "2.mov", for: 1)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(files.files.keys.sorted() == ["2.mov"])
  }

  @Test("an encoder that fails ends the movie without a file")
  func encoderFails() async throws {
    let files = MemoryFiles()
    let encoders = FailingEncoders(.standard)
    let bench = try await RecordingBench(files: files, encoders: encoders)
    try await bench.start()
    try await bench.record(for: 1)
    encoders.fail(afterFrames: 10)
    await bench.advance(1)
    let error = try #require(bench.delegate.errors.first ?? nil)
    #expect(error.code == .encodingFailed && error.recordingSuccessfullyFinished == false)
    #expect(files.files.isEmpty && !bench.movies.isRecording)
  }

  @Test("a name that is taken, a session that does not run, and a recording of no frame end with errors")
  func beginnings() async throws {
    let files = MemoryFiles()
    try files.create("1.mov") { write in try [UInt8]([1, 2, 3]).withUnsafeBytes { try write($0) } }
    let bench = try await RecordingBench(files: files)
    try bench.movies.startRecording(to: "0.mov", delegate: bench.delegate)
    await bench.session.settle()
    try await bench.start()
    try await bench.record(for: 1)
    try await bench.record(to: "2.mov", for: 0)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(bench.delegate.calls == ["finish! 0.mov", "finish! 1.mov", "finish! 2.mov"])
    #expect(bench.delegate.errors.map { $0?.avErrorCode } == [-11_803, -11_823, -11_805])
    #expect(bench.delegate.errors.allSatisfy { $0?.recordingSuccessfullyFinished == false })
    #expect(files.files == ["1.mov": [1, 2, 3]])
    for path in ["", "folder/", "http://example.org/1.mov"] {
      let error = #expect(throws: CaptureError.self) { try bench.movies.startRecording(to: path) }
      #expect(error?.rule == .moviePathIsReachable)
    }
    let alone = #expect(throws: CaptureError.self) { try MovieFileOutput().startRecording(to: "3.mov") }
    #expect(alone?.rule == .videoConnectionIsActive)
  }

  @Test("a microphone that goes leaves silence; a session that is stopped right after the movie spoils nothing")
  func microphoneGoes() async throws {
    let bench = try await RecordingBench()
    let events = bench.movies.events
    try await bench.start()
    try await bench.record(for: 1)
    bench.devices.unplug("microphone")
    await bench.advance(1)
    bench.movies.stopRecording()
    try await bench.session.stopRunning()
    #expect(bench.delegate.errors.count == 1 && bench.delegate.errors.compactMap { $0 }.isEmpty)
    let movie = try #require(await RecordingBench.movie(in: events))
    #expect(movie.hasAudio && abs(movie.audioFiller.seconds - 1) < 0.1 && abs(movie.duration.seconds - 2) < 0.05)
  }
}
