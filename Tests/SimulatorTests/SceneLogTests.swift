import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// What tests take for a camera's and a microphone's footage.
@Suite struct SceneLogTests {
  private static let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yu12)

  @Test("only what is wished for is delivered, and nothing of what has not arrived by the end")
  func wishes() throws {
    let silent = try SceneLog(duration: .milliseconds(100), video: Self.wish)
    #expect(silent.frames.count == 3 && silent.audio.events.isEmpty)
    // The fourth arrives at 133 ms, and no sooner.
    #expect(try SceneLog(duration: .milliseconds(133), video: Self.wish).frames.count == 3)
    #expect(try SceneLog(duration: .milliseconds(134), video: Self.wish).frames.count == 4)
    let blind = try SceneLog(duration: .milliseconds(100), video: nil, audio: AudioWish())
    #expect(blind.video.events.isEmpty && blind.frames.isEmpty && blind.audio.chunks.count == 10)
  }

  @Test("settings are the scene's, and a wish that no camera of a scene meets is an error")
  func settings() throws {
    let log = try SceneLog(duration: .milliseconds(100), video: Self.wish, settings: SceneSettings(seed: 9))
    #expect(log.scene.settings.seed == 9)
    #expect(log.frames.first?.time == log.scene.epoch)
    let other = try SceneLog(duration: .milliseconds(100), video: Self.wish, settings: SceneSettings(seed: 8))
    func bytes(_ log: SceneLog) -> [[UInt8]] { log.frames.map { $0.storage.withBytes(Array.init) } }
    #expect(bytes(log) != bytes(other))
    // Coded frames need somebody who codes.
    #expect(throws: DeviceError.self) {
      try SceneLog(duration: .milliseconds(100), video: VideoWish(size: (160, 120), pixelFormat: .mjpeg))
    }
  }
}
