import CaptureCodecs
import CaptureDevices
import FileStorage
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// A half that fails says why, leaves nothing, and does not harm the other half or the next capture.
@Suite struct CaptureFailureTests {
  private func movieError(_ bench: CaptureBench, _ number: Int = 0) throws -> CaptureError {
    let calls = bench.delegate.calls.filter { $0.step == .didProcessMovie }
    return try #require(calls.dropFirst(number).first?.error)
  }

  @Test("a name that is taken is left as it is, and the still is delivered")
  func fileExists() async throws {
    let files = MemoryFiles()
    try files.create("1.mov") { write in try [1, 2, 3].withUnsafeBytes { try write($0) } }
    let before = files.files
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v* 119v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1! B2 W2 C2 P2 R2 M2 F2")
    #expect(try movieError(bench).code == .fileExists)
    #expect(try movieError(bench).underlying is FileStoreError)
    #expect(files.files["1.mov"] == before["1.mov"])
    #expect(files.files["2.mov"] != nil)
  }

  @Test(
    "a disk that fills up at any byte fails the movie and leaves nothing of it", arguments: [0, 1, 40, 5000, 60_000])
  func diskFull(byte: Int) async throws {
    let files = MemoryFiles()
    let disk = FaultyFiles(files, room: byte)
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = disk
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
    let error = try movieError(bench)
    #expect(error.code == .writingFailed)
    #expect((error.underlying as? FileStoreError)?.errno == ENOSPC)
    #expect(files.files.isEmpty)
    disk.setRoom(nil)
    try await bench.run("v* 119v")
    #expect(files.files.keys.sorted() == ["2.mov"])
  }

  @Test("an encoder that falls too far behind fails the movie, not the still and not the session")
  func overload() async throws {
    var setup = CaptureBench.Setup(media: .standard)
    setup.session.preRoll = .zero
    // The newest frame always waits for the next: with less room than a frame interval every movie is behind.
    setup.session.maximumBacklog = MediaTime(value: 1, timescale: 100)
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v* 119v v! 29v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1! B2 W2 C2 P2 F2 B3 W3 C3 P3 R3 M3! F3!")
    #expect(try movieError(bench).code == .encoderOverloaded)
    #expect(await bench.session.isRunning)
    #expect(bench.output.liveIndicator.count == 0)
  }

  @Test("the error of a camera that fails is the device's own")
  func cameraFailure() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    let events = bench.session.events
    try await bench.run("60v v* 29v {unplug: camera}")
    let error = try movieError(bench)
    #expect(error.code == .deviceFailed)
    #expect((error.underlying as? DeviceError)?.code == .disconnected)
    #expect(await !bench.session.isRunning)
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings()) }
    try await bench.session.stopRunning()
    var names: [String] = []
    for await event in events {
      names.append(name(event))
      if names.count == 4 { break }
    }
    #expect(
      names == ["started", "video failed: disconnected", "interrupted: videoDeviceWasLost", "stopped"])
  }

  @Test(
    "a movie that lacks only the last of its sound when everything ends is made, with silence there",
    arguments: ["{session: stop}", "{unplug: camera}"])
  func lacksOnlySound(_ end: String) async throws {
    let files = MemoryFiles()
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    let bench = try await CaptureBench(setup)
    // The microphone falls silent a second after the shutter; after 1.6 s every picture has come.
    try await bench.run("60v v* 29v {freeze: microphone} 18v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1")
    try await bench.run("\(end) 3v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(bench.delegate.calls.allSatisfy { $0.error == nil })
    #expect(bench.delegate.calls.compactMap { $0.movieTimes?.duration.seconds } == [3])
    #expect(files.files.keys.sorted() == ["1.mov"])
  }

  @Test("one that lacks pictures too fails with what has ended it")
  func lacksPicturesToo() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v v* 29v {freeze: microphone} 9v |")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
    #expect(try movieError(bench).code == .sessionStopped)
  }

  @Test("a camera that freezes counts as stalled when its time is up, by the clock")
  func stall() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v {freeze: camera} v* 86v")
    #expect(bench.delegate.timeline == "B1")
    try await bench.run("30v")
    #expect(bench.delegate.timeline == "B1 P1! R1 M1! F1!")
    #expect((try movieError(bench).underlying as? DeviceError)?.code == .stalled)
    #expect(bench.clock.pendingActionCount <= 2, "a failed session checks no more")
  }

  @Test(
    "a movie whose microphone goes is as long as its picture and says how much of its sound is silence",
    arguments: ["27v {unplug: microphone}", "27v {freeze: microphone}"])
  func microphoneFailure(what: String) async throws {
    let folder = try TemporaryFolder()
    let bench = try await CaptureBench(CaptureBench.Setup(folder: folder.path, media: .standard))
    let events = bench.output.events
    try await bench.run("{advance: 2.02} {press: live} \(what) 150v")
    var finished: CapturedMovie?
    for await event in events {
      if case .didFinishProcessingMovie(let movie, _, _, _) = event { finished = movie }
      if case .didFinishCapture = event { break }
    }
    let movie = try #require(finished)
    #expect(movie.hasAudio)
    #expect((0.55...0.65).contains(movie.audioFiller.seconds))
    let report = try MovieProbe().report(onMovie: movie.path)
    #expect(report.videoDuration == MediaTime(value: 3, timescale: 1))
    #expect((try #require(report.audioDuration) - MediaTime(value: 3, timescale: 1)).magnitude.seconds < 0.025)
    // The movie lasts from 0.52 s to 3.52 s, the sound to 2.92 s: the beeps of seconds 1 and 2 are in it.
    #expect(report.beeps.count == 2)
    #expect(report.sound.suffix(24_000).allSatisfy { abs($0) < 0.01 })
    try await bench.run("v* 119v")
    #expect(bench.delegate.timeline.hasSuffix("R2 M2 F2"))
  }

  @Test("a delegate that is let go hears nothing more, and its capture is completed")
  func delegateReleased() async throws {
    let files = MemoryFiles()
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    let bench = try await CaptureBench(setup)
    try await bench.run("60v")
    var delegate: DelegateLog? = DelegateLog()
    weak let watched = delegate
    try bench.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "own.mov"), delegate: delegate)
    await bench.session.settle()
    #expect(watched?.timeline == "B1")
    delegate = nil
    #expect(watched == nil, "the output holds its delegate weakly")
    try await bench.run("120v")
    #expect(files.files["own.mov"] != nil)
  }

  @Test("what the ring holds no more cannot be taken, nor what has not happened")
  func shutterTime() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("150v")
    for offset in [-1.001, 0.001, 3600] {
      let time = bench.clock.now + MediaTime(seconds: offset, preferredTimescale: 1_000_000_000)
      let error = #expect(throws: CaptureError.self) {
        try bench.output.capturePhoto(with: PhotoSettings(shutterTime: time))
      }
      #expect(error?.code == .invalidSettings && error?.context == "shutterTime")
    }
    for offset in [-1.0, -0.5, 0] {
      let time = bench.clock.now + MediaTime(seconds: offset, preferredTimescale: 1_000_000_000)
      try bench.output.capturePhoto(with: PhotoSettings(shutterTime: time), delegate: bench.delegate)
      try await bench.run("30v")
      let photo = try #require(bench.delegate.calls.last { $0.step == .didProcessPhoto }?.photo)
      #expect(photo.shutterError.magnitude <= bench.frameInterval.multiplied(by: 1, over: 2))
    }
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings(shutterTime: .invalid)) }
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "a/")) }
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "")) }
  }

  private func name(_ event: SessionEvent) -> String {
    switch event {
    case .didStartRunning: "started"
    case .didStopRunning: "stopped"
    case .videoDidFail(let error, _): "video failed: \(error.code)"
    case .audioDidFail(let error, _): "audio failed: \(error.code)"
    case .wasInterrupted(let reason, _): "interrupted: \(reason)"
    case .interruptionEnded: "interruption ended"
    case .cameraClockDidJump: "clock jumped"
    case .audioSamplesAreInvalid: "sound invalid"
    case .didChooseEncoding: "preset chosen"
    case .runtimeError(let error, _): "error: \(error.code)"
    }
  }
}
