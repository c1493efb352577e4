import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// What a bench has to say of an app that does something wrong without noticing.
@Suite struct AppReportTests {
  private final class Delegate: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
    func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {}
    func photoOutput(
      _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
      photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
    ) {}
  }

  private func bench(_ cameras: [SimulatedCamera] = [.back()]) async throws -> AppBench<PlainApp> {
    let bench = try await AppBench(cameras: cameras) { try await PlainApp($0) }
    try await bench.run { try await $0.session.startRunning() }
    await bench.pass(.seconds(2))
    return bench
  }

  @Test("a request that AVFoundation answers by an exception is reported; one that the disk makes impossible is not")
  func refusals() async throws {
    let bench = try await bench()
    let settings = PhotoSettings(livePhotoMoviePath: "1.mov")
    try await bench.run { try $0.output.capturePhoto(with: settings) }
    await bench.pass(.seconds(5))
    await #expect(throws: CaptureError.self) { try await bench.run { try $0.output.capturePhoto(with: settings) } }
    bench.world.disk.setFolder(.unwritable)
    await #expect(throws: CaptureError.self) {
      try await bench.run { try $0.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "2.mov")) }
    }
    let report = await bench.finish()
    #expect(report.captures == ["B W C P R M F"])
    #expect(report.problems.count == 1)
    let problem = try #require(report.problems.first)
    #expect(problem.hasPrefix("a request was refused, for which AVFoundation raises NSInvalidArgumentException: [V2]"))
  }

  @Test("delegates that are kept for ever are reported, and one that serves all captures is not")
  func heldDelegates() async throws {
    for isOneForAll in [true, false] {
      let bench = try await bench()
      let one = Delegate()
      var kept: [Delegate] = []
      for _ in 1...2 {
        let delegate = isOneForAll ? one : Delegate()
        kept.append(delegate)
        try await bench.run { try $0.output.capturePhoto(with: PhotoSettings(), delegate: delegate) }
        await bench.pass(.seconds(1))
      }
      let problems = await bench.finish().problems
      withExtendedLifetime(kept) {}
      let wanted = "the delegates of captures 1, 2 are still held; let each go in didFinishCaptureFor"
      #expect(problems == (isOneForAll ? [] : [wanted]))
    }
  }

  @Test("files without a byte, and those that are left over, are reported")
  func files() async throws {
    let bench = try await bench()
    try bench.world.disk.create("album/IMG_1.JPG", [])
    try bench.world.disk.create("album/.IMG_1.mov", [1])
    try bench.world.disk.create("album/IMG_2.JPG", [1])
    #expect(await bench.finish().problems == ["album/.IMG_1.mov is left over", "album/IMG_1.JPG is empty"])
  }

  @Test("captures are listed with what went wrong, and with what keeps them from being Live Photos")
  func captures() async throws {
    let bench = try await bench()
    bench.world.stills.fail(next: 1)
    try await bench.run { try $0.output.capturePhoto(with: PhotoSettings()) }
    await bench.pass(.seconds(1))
    try await bench.run { app in
      try app.output.setLivePhotoCaptureEnabled(false)
      try app.output.capturePhoto(with: PhotoSettings())
    }
    await bench.pass(.seconds(1))
    try await bench.run { app in
      try await app.session.setSessionPreset(.high)
      try app.output.capturePhoto(with: PhotoSettings())
    }
    let captures = await bench.finish().captures
    #expect(captures.count == 3)
    #expect(captures[0].hasPrefix("B W C P! F! (the still could not be made"))
    #expect(captures[1] == "B W C P F (Live Photos are supported, but not enabled)")
    #expect(captures[2].hasPrefix("B W C P F (Live Photos are not supported: they need a camera of 10 frames a second"))
  }
}
