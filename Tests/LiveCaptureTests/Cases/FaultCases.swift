import CaptureDevices
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Cases 62 to 68 of the capture contract: what goes wrong, and what is told of it.
@Suite struct FaultCases {
  @Test(arguments: CaptureProfile.EndedMovie.allCases)
  func case62_liveSwitchedDuringCapture(_ ended: CaptureProfile.EndedMovie) async throws {
    var profile = CaptureProfile()
    profile.movieEndedByReconfiguration = ended
    let bench = try CaseBench(profile: profile)
    try await bench.run()
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    // One that has its still, and one that waits for it.
    try await bench.pressLive("2.mov")
    try bench.output.setLivePhotoCaptureEnabled(false)
    await bench.session.settle()
    await bench.advance(2)
    switch ended {
    case .isKept:
      #expect(CaptureStep.course(of: 1, in: bench.delegate.timeline) == "B W C P R M F")
      let times = try #require(bench.calls(.didProcessMovie).compactMap(\.movieTimes).first { $0.duration.isNumeric })
      #expect(abs(times.duration.seconds - 2) < 2.0 / 30, "it ends with the switch")
      #expect(bench.files.files.keys.sorted() == ["1.mov"])
    case .isDropped:
      #expect(CaptureStep.course(of: 1, in: bench.delegate.timeline) == "B W C P R M! F!")
      #expect(bench.files.files.isEmpty)
    }
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B P! R M! F!")
    let errors = bench.calls(.didFinish).compactMap(\.error)
    #expect(errors.count == (ended == .isKept ? 1 : 2) && errors.allSatisfy { $0.avErrorCode == -11_806 })
    #expect(bench.output.liveIndicator.count == 0)
  }

  @Test func case63_stopDuringCapture() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    try await bench.pressLive("2.mov")
    try await bench.session.stopRunning()
    #expect(bench.delegate.timeline.hasSuffix("F2!"))
    #expect(CaptureStep.course(of: 1, in: bench.delegate.timeline) == "B W C P R M! F!")
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B P! R M! F!")
    let count = bench.delegate.calls.count
    await bench.advance(5)
    #expect(bench.delegate.calls.count == count, "nothing afterwards")
    #expect(bench.calls(.didFinish).allSatisfy { $0.error?.avErrorCode == -11_800 })
    #expect(bench.files.files.isEmpty)
  }

  @Test(arguments: CaptureProfile.EndedMovie.allCases, InterruptionReason.allCases)
  func case64_interruptionDuringLive(_ ended: CaptureProfile.EndedMovie, _ reason: InterruptionReason) async throws {
    var profile = CaptureProfile()
    profile.movieEndedByInterruption = ended
    let bench = try CaseBench(profile: profile)
    try await bench.run()
    try await bench.pressLive()
    await bench.advance(0.5)
    await bench.session.beginInterruption(reason)
    await bench.session.settle()
    #expect(await bench.session.isInterrupted)
    #expect(await !bench.session.isRunning)
    await bench.advance(1)
    let movieError = bench.calls(.didProcessMovie).first?.error
    let finalError = bench.calls(.didFinish).first?.error
    switch ended {
    case .isDropped:
      #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
      for error in [movieError, finalError] {
        #expect(error?.avErrorCode == -11_818)
        #expect(error?.code == .sessionInterrupted)
      }
      #expect(bench.files.files.isEmpty)
    case .isKept:
      #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
      #expect(movieError == nil && finalError == nil)
      #expect(bench.files.files.keys.sorted() == ["1.mov"])
    }
    #expect(bench.output.liveIndicator.count == 0)
    // Whatever the reason was: when it has gone, a movie is whole again.
    await bench.session.endInterruption(reason)
    await bench.advance(3)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P R M F")
  }

  @Test(arguments: CaptureProfile.ExistingFile.allCases)
  func case65_fileExists(_ existing: CaptureProfile.ExistingFile) async throws {
    var profile = CaptureProfile()
    profile.existingFile = existing
    let bench = try CaseBench(profile: profile)
    try bench.files.create("1.mov") { write in try [1, 2, 3].withUnsafeBytes { try write($0) } }
    let before = bench.files.files["1.mov"]
    try await bench.run()
    switch existing {
    case .failsMovie:
      try await bench.pressLive()
      await bench.advance(3)
      #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
      #expect(bench.calls(.didProcessMovie).first?.error?.avErrorCode == -11_823)
    case .isRefused: bench.expectBroken(.moviePathIsReachable, PhotoSettings(livePhotoMoviePath: "1.mov"))
    }
    #expect(bench.files.files["1.mov"] == before)
  }

  @Test(arguments: CaptureProfile.MovieFailure.allCases)
  func case66_diskFull(_ failure: CaptureProfile.MovieFailure) async throws {
    var profile = CaptureProfile()
    profile.movieFailure = failure
    let files = MemoryFiles()
    let bench = try CaseBench(profile: profile, files: files, disk: FaultyFiles(files, room: 5000))
    try await bench.run()
    try await bench.pressLive()
    await bench.advance(3)
    #expect(
      bench.delegate.timeline == (failure == .failsCapture ? "B1 W1 C1 P1 R1 M1! F1!" : "B1 W1 C1 P1 R1 M1! F1"))
    #expect(bench.calls(.didProcessMovie).first?.error?.avErrorCode == -11_807)
    #expect(bench.files.files.isEmpty)
  }

  @Test(arguments: CaptureProfile.Unplugged.allCases)
  func case67_unplugged(_ unplugged: CaptureProfile.Unplugged) async throws {
    var profile = CaptureProfile()
    profile.unplugged = unplugged
    let bench = try CaseBench(profile: profile)
    try await bench.run()
    let old = try #require(bench.system.defaultDevice(for: .video))
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    bench.world.unplug("camera")
    await bench.session.settle()
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
    #expect(bench.calls(.didFinish).first?.error?.avErrorCode == unplugged.rawValue)
    #expect(!old.isConnected)
    #expect(await bench.session.isInterrupted)
    #expect(bench.system.defaultDevice(for: .video) == nil)
    // Another node, the same camera: a new instance, and the session goes on with it.
    bench.world.plugIn(.usual(node: "/dev/video7"))
    await bench.session.settle()
    let new = try #require(bench.system.defaultDevice(for: .video))
    #expect(new !== old && new.isConnected && !old.isConnected && new.uniqueID == old.uniqueID)
    #expect(await bench.session.isRunning)
    #expect(throws: CaptureError.self) { try old.lockForConfiguration() }
    await bench.advance(3)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P R M F")
  }

  @Test func case68_failedPhoto() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.press()
    bench.world.unplug("camera")
    await bench.session.settle()
    let call = try #require(bench.calls(.didProcessPhoto).first)
    let photo = try #require(call.photo)
    #expect(call.error != nil)
    #expect(photo.resolvedSettings == call.settings)
    #expect(photo.fileDataRepresentation() == nil && !photo.timestamp.isValid)
  }

  @Test(arguments: CaptureProfile.ExposureCalls.allCases)
  func exposureCallsOfFailedCaptures(_ exposureCalls: CaptureProfile.ExposureCalls) async throws {
    var profile = CaptureProfile()
    profile.exposureCalls = exposureCalls
    let bench = try CaseBench(profile: profile)
    try await bench.assemble()
    try await bench.press()
    #expect(bench.delegate.timeline == (exposureCalls == .needExposure ? "B1 P1! F1!" : "B1 W1 C1 P1! F1!"))
  }
}
