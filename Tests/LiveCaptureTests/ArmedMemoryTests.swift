import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Armed for hours, a session holds its rings and nothing else.
@Suite struct ArmedMemoryTests {
  private static func residentBytes() throws -> Int {
    let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096
  }

  private static func seconds(_ seconds: Int64) -> MediaTime { MediaTime(value: seconds, timescale: 1) }

  /// A camera that delivers one picture of the scene again and again: painting 18 000 would take minutes.
  private static func camera(_ clock: VirtualClock) throws -> any VideoSource {
    let wish = VideoWish(size: (640, 480), frameRate: 30, pixelFormat: .mjpeg)
    return try SceneCatalog(clock: clock, settings: SceneSettings(pictureCount: 1), pictures: StandardPictures())
      .openVideo("scene", wish: wish)
      .source
  }

  // In a process of its own: the memory of tests that run beside it is none of its business.
  @Test("ten minutes armed at 640x480 with a microphone: memory is flat and nothing is encoded")
  func tenMinutes() async {
    await #expect(processExitsWith: .success) {
      let clock = VirtualClock()
      let session = try CaptureSession(
        configuration: SessionConfiguration(),
        environment: .virtual(clock: clock, scheduler: CountedWork(), media: .standard))
      try await session.addInput(ArmedMemoryTests.camera(clock))
      try await session.addInput(SceneCatalog(clock: clock).openAudio("scene", wish: AudioWish()))
      try await session.addOutput(PhotoOutput())
      try await session.startRunning()

      await clock.advance(by: ArmedMemoryTests.seconds(10)) { await session.settle() }
      let before = try #require(await session.statistics.video)
      let residentBefore = try ArmedMemoryTests.residentBytes()
      await clock.advance(by: ArmedMemoryTests.seconds(600)) { await session.settle() }
      let after = try #require(await session.statistics.video)
      let growth = try ArmedMemoryTests.residentBytes() - residentBefore

      try #require(after.received - before.received == 18_000)
      try #require(abs(after.ringFrames - before.ringFrames) <= 1)
      try #require(abs(after.ringBytes - before.ringBytes) <= before.ringBytes / before.ringFrames)
      try #require(after.earlyEvictions == 0)
      try #require(await session.statistics.audio?.received ?? 0 > 600 * 48_000)
      let footage = await session.statistics.footage
      try #require(footage.stretches == 0 && footage.encodedFrames == 0)
      try #require(growth < 2 << 20, "resident memory has grown by \(growth) bytes")
      try await session.stopRunning()
    }
  }
}
