import LiveCapture
import MediaCore
import Testing

/// Recordings, and frames for an app, of devices that lie.
@Suite struct HostileRecordingTests {
  @Test("times", arguments: HostileCameraTests.Times.allCases)
  func times(_ times: HostileCameraTests.Times) async throws {
    try await HostileBench(HostileCamera(), HostileMicrophone(), records: true).recordThrough(frames: { number, good in
      var frame = good
      frame.time = times.time(number, good.time)
      return [frame]
    })
  }

  @Test("payloads", arguments: HostileCameraTests.Payload.allCases, [PixelFormat.yu12, .mjpeg])
  func payloads(_ payload: HostileCameraTests.Payload, _ format: PixelFormat) async throws {
    let camera = HostileCamera(mode: HostileCamera.mode(format))
    try await HostileBench(camera, HostileMicrophone(), records: true).recordThrough(frames: { _, good in
      var frame = good
      payload.change(&frame)
      return [frame]
    })
  }

  @Test("lies", arguments: HostileMicrophoneTests.Lie.allCases)
  func lies(_ lie: HostileMicrophoneTests.Lie) async throws {
    try await HostileBench(HostileCamera(), HostileMicrophone(), records: true).recordThrough(chunks: { number, good in
      var chunk = good
      lie.change(&chunk, number)
      return [chunk]
    })
  }
}
