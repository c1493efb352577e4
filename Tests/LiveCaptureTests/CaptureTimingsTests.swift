import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// Where the time of captures goes, in virtual time and by a clock of which each piece of work takes one millisecond.
@Suite struct CaptureTimingsTests {
  private static let step: Int64 = 1_000_000

  /// A bench whose movies are smaller than its frames, by no ratio that a JPEG can be read at: every stage has
  /// something to do.
  private func setup(_ stageClock: SteppingStageClock? = SteppingStageClock()) -> CaptureBench.Setup {
    var setup = CaptureBench.Setup(media: .standard)
    setup.video = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .mjpeg)
    setup.session.maximumMovieDimensions = .init(width: 176, height: 132)
    setup.stageClock = stageClock
    return setup
  }

  /// The timings of the first captures that a script takes.
  private func timings(
    _ script: String, count: Int = 1, _ setup: CaptureBench.Setup? = nil
  ) async throws -> ([CaptureTimings], CaptureBench) {
    let bench = try await CaptureBench(setup ?? self.setup())
    let timings = bench.output.timings
    try await bench.run(script)
    var heard: [CaptureTimings] = []
    for await one in timings {
      heard.append(one)
      if heard.count == count { break }
    }
    return (heard, bench)
  }

  private func milliseconds(_ time: MediaTime?) -> Double? { time.map { ($0.seconds * 1e6).rounded() / 1000 } }

  @Test("a Live Photo has every stage, with as many pieces as its movie has pictures")
  func stages() async throws {
    let timings = try #require(try await timings("{advance: 2.01} {press: live} 120v").0.first)
    let work = timings.work
    #expect(Set(work.stages) == Set(CaptureStage.allCases).subtracting([.dequeue]), "scenes have no driver")
    for stage in [CaptureStage.copy, .decode, .scale, .encodeVideo] {
      #expect(work[stage].count == 90, "\(stage): 3 s at 30 frames a second")
    }
    // The scene's microphone delivers chunks of 10 ms.
    #expect((300...301).contains(work[.encodeSound].count))
    for stage in [CaptureStage.still, .thumbnail, .mux, .write] { #expect(work[stage].count == 1, "\(stage)") }
    #expect(work[.delegate].count == 7, "B W C P R M F")
    for stage in work.stages {
      #expect(work[stage].wallNanoseconds == Int64(work[stage].count) * Self.step, "\(stage)")
      #expect(
        work[stage].processorNanoseconds == work[stage].wallNanoseconds / 2
          && work[stage].longestNanoseconds == Self.step, "\(stage)")
    }
    #expect(timings.reusedWork.isEmpty)
  }

  @Test("what is waited for, and how near the capture came, is told by the session's clock")
  func marks() async throws {
    let (all, bench) = try await timings("{advance: 2.01} {press: live} 120v")
    let timings = try #require(all.first)
    #expect(timings.resolvedSettings == bench.delegate.calls.first?.settings)
    #expect(Set(timings.marks.keys) == Set(CaptureMark.allCases).subtracting([.stillSaved]), "nobody wrote the still")
    // The frame of 2.0 s is there a frame's time after it was taken, and with it the still.
    #expect(milliseconds(timings[.shutterToStillArrived]) == 23.333)
    // It is less than half a frame from the shutter: none that comes later can be nearer.
    #expect(milliseconds(timings[.shutterToStillReady]) == 23.333)
    #expect(milliseconds(timings[.arrivalToStillReady]) == 0)
    #expect(timings[.shutterToStillSaved] == nil && timings[.arrivalToStillSaved] == nil)
    // The frame of 3.5 s, there at 3.533 s, lies past the middle before the window's end: nothing can be missing any
    // more. Encoding takes no virtual time.
    #expect(milliseconds(timings.marks[.gatheringEnded].map { $0 - timings.resolvedSettings.shutterTime }) == 1523.333)
    #expect(timings[.gatheringEndToFootageEncoded] == timings[.gatheringEndToMovieComplete])
    #expect(milliseconds(timings[.shutterToFinished]).map { $0 >= 1523.333 } == true)

    #expect(milliseconds(timings.shutterError) == -10)
    #expect(timings.preRoll?.asked == MediaTime(value: 3, timescale: 2))
    #expect(milliseconds(timings.preRoll?.obtained) == 1510 && milliseconds(timings.preRoll?.error) == 10)
    #expect(milliseconds(timings.postRoll?.obtained) == 1490 && milliseconds(timings.postRoll?.error) == -10)
    #expect(timings.sound?.error == .zero)
    #expect(timings.timestampInstant == bench.camera.timestampInstant)
  }

  @Test("captures that overlap each state their own, and what was not done again is told")
  func overlapping() async throws {
    let (all, bench) = try await timings(
      "{advance: 2.01} {press: live} 15v {press: live} {advance: 0.25} {press: live} 150v", count: 3)
    let encoded = all.map { $0.work[.encodeVideo].count }
    // Beginnings lie on sync samples or are led in by what comes since the last one.
    #expect(encoded[0] == 90 && encoded[1] >= 90 && encoded[2] >= 90)
    let reused = all.map { $0.reusedWork[.encodeVideo].count }
    #expect(reused[0] == 0)
    #expect(zip(encoded, reused).map { $0 - $1 } == [90, 15, 8])
    for timings in all {
      #expect(timings.reusedWork[.decode].count == timings.reusedWork[.encodeVideo].count)
      #expect(timings.reusedWork[.copy].count == timings.reusedWork[.encodeVideo].count)
      #expect(timings.reusedWork[.still].count == 0 && timings.reusedWork[.write].count == 0)
    }
    // The footage is a frame longer at either end than what is shown of it.
    let statistics = await bench.session.statistics.footage
    #expect((0...2).contains(statistics.encodedFrames - 113))
  }

  @Test("a still alone states its own frame and no movie")
  func still() async throws {
    let timings = try #require(try await timings("{advance: 2.01} {press: still} 30v").0.first)
    #expect(timings.work.stages == [.copy, .still, .thumbnail, .delegate])
    #expect(timings.work[.copy].count == 1 && timings.work[.delegate].count == 5)
    #expect(timings.preRoll == nil && timings.postRoll == nil && timings.sound == nil)
    #expect(timings[.gatheringEndToMovieComplete] == nil && timings[.shutterToStillReady] != nil)
  }

  @Test("without a microphone nothing is said of sound")
  func silent() async throws {
    var setup = setup()
    setup.audio = nil
    let timings = try #require(try await timings("{advance: 2.01} {press: live} 120v", setup).0.first)
    #expect(timings.sound == nil && timings.work[.encodeSound].count == 0)
    #expect(timings.preRoll != nil)
  }

  @Test(
    "captures that fail have timings, too, of what there was",
    arguments: ["{advance: 2.01} {press: live} {unplug: camera} 120v", "{advance: 2.01} {press: live} 30v |"])
  func failing(script: String) async throws {
    let timings = try #require(try await timings(script).0.first)
    #expect(timings.marks[.finished] != nil && timings.marks[.movieComplete] == nil)
    #expect(timings.preRoll == nil && timings.sound == nil)
    #expect(timings.work[.write].count == 0 && timings.work[.delegate].count >= 4)
  }

  @Test("the gathering's end is told even where no sample ends it")
  func early() async throws {
    let bench = try await CaptureBench(setup())
    let timings = bench.output.timings
    try await bench.run("{advance: 2.01} {press: live} 30v")
    try bench.output.setLivePhotoCaptureSuspended(true)
    try await bench.run("90v")
    for await one in timings {
      #expect(milliseconds(one.marks[.gatheringEnded].map { $0 - one.resolvedSettings.shutterTime }) == 1000)
      #expect(one.postRoll.map { $0.error < MediaTime(value: -2, timescale: 5) } == true)
      break
    }
  }

  @Test("measuring changes neither files nor what is told, and equal scripts have equal timings")
  func determinism() async throws {
    struct Outcome: Equatable {
      var files: [String: [UInt8]]
      var calls: [String]
    }
    func run(_ stageClock: SteppingStageClock?) async throws -> (Outcome, [CaptureTimings]) {
      let files = MemoryFiles()
      var setup = setup(stageClock)
      setup.files = files
      setup.scene.microphoneSkewPPM = 300
      let bench = try await CaptureBench(setup)
      let timings = bench.output.timings
      try await bench.run("60v v* 11v v* 8v v! 119v |")
      let calls = bench.delegate.calls.map { "\($0.step.rawValue) \($0.settings) \($0.time?.value ?? 0)" }
      var heard: [CaptureTimings] = []
      if stageClock != nil {
        for await one in timings {
          heard.append(one)
          if heard.count == 3 { break }
        }
      }
      return (Outcome(files: files.files, calls: calls), heard)
    }
    let plain = try await run(nil)
    let (first, second) = (try await run(SteppingStageClock()), try await run(SteppingStageClock()))
    #expect(plain.0.calls == first.0.calls)
    #expect(plain.0.files.keys.sorted() == first.0.files.keys.sorted())
    #expect(plain.0.files == first.0.files)
    #expect(first.1 == second.1 && first.1.count == 3)
  }

  @Test("without a clock for stages nobody hears of timings")
  func off() async throws {
    let bench = try await CaptureBench(setup(nil))
    let timings = bench.output.timings
    try await bench.run("60v v* 119v |")
    let listening = Task {
      for await _ in timings { return true }
      return false
    }
    await bench.session.settle()
    listening.cancel()
    #expect(await listening.value == false)
  }

  @Test(
    "sound lies where it is stated to lie, by what a judge finds in the file",
    arguments: [(0.0, 0, "2.01"), (300.0, 5, "6.01"), (-150.0, 9, "6.01"), (2000.0, 9, "1.01"), (-3000.0, 9, "0.61")])
  func sound(skew: Double, jitter: Int64, start: String) async throws {
    let folder = try TemporaryFolder()
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.video = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .mjpeg)
    setup.scene.microphoneSkewPPM = skew
    setup.scene.audioReadingJitter = MediaTime(value: jitter, timescale: 1000)
    setup.stageClock = SteppingStageClock()
    let (all, bench) = try await timings("{advance: \(start)} {press: live} 120v", setup)
    let sound = try #require(all.first?.sound)
    let call = try #require(bench.delegate.calls.first { $0.step == .didProcessPhoto })
    let still = folder.path("1.jpg")
    try Data(#require(call.photo?.fileDataRepresentation())).write(to: URL(fileURLWithPath: still))
    let expected = PairExpectation(
      call.settings, of: bench.scene, postRoll: MediaTime(value: 3, timescale: 2), frameInterval: bench.frameInterval,
      hasSound: true)
    let judgement = try PairJudge().judge(still: still, movie: folder.path("1.mov"), against: expected)
    #expect(judgement.syncReadings >= 2)
    // Beeps are found to within half a millisecond.
    let limit = sound.error.magnitude + sound.uncertainty + MediaTime(value: 1, timescale: 2000)
    #expect(judgement.figures.sync <= limit, "\(judgement.figures.summary), stated \(sound)")
    #expect(abs(sound.driftPPM - skew) < 100, "\(sound)")
    if skew == 0, jitter == 0 { #expect(sound.uncertainty < MediaTime(value: 1, timescale: 1000)) }
    #expect(sound.uncertainty < MediaTime(value: 10, timescale: 1000))
  }
}
