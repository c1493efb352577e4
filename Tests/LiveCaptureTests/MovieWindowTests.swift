import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// Which stretch a Live Photo's movie shows, and what it takes of pictures and sound, at ten frames a second.
@Suite struct MovieWindowTests {
  private let shutter = MediaTime.seconds(1000)

  private func window(
    earliest: Double? = nil, nearest: Double? = 1000, hasCamera: Bool = true, postRoll: Double = 1.5
  ) -> MovieWindow {
    var features = OutputFeatures()
    features.liveEarliest = earliest.map { .seconds($0) }
    var configuration = SessionConfiguration()
    configuration.preRoll = .seconds(1.5)
    configuration.postRoll = .seconds(postRoll)
    let camera = PhotoOrder.Camera(
      lane: ObjectIdentifier(Self.self), dimensions: .none, frameInterval: MediaTime(value: 1, timescale: 10),
      controlDelayFrames: 0, oldest: nil, nearest: nearest.map { .seconds($0) })
    let output = PhotoOutput()
    return MovieWindow(
      PhotoOrder(
        settings: PhotoSettings(), output: output, shutterTime: shutter, features: features,
        queue: output.delegateQueue, isConnected: true, camera: hasCamera ? camera : nil, deviceDimensions: .none,
        deviceType: .builtIn, orientation: .up, video: nil, audio: nil, isMovieWritable: true, isMovieTaken: false),
      configuration)
  }

  private func text(_ range: TimeRange) -> String {
    "\((range.start - shutter).seconds) to \((range.end - shutter).seconds)"
  }

  @Test(
    "frames lie from half a frame before what is asked for to half a frame before its end; sound as long as the last shows"
  )
  func edges() {
    let window = window()
    #expect(text(window.frames) == "-1.55 to 1.45" && text(window.pictures) == "-1.55 to 1.45")
    #expect(text(window.sound) == "-1.55 to 1.6")
    #expect((window.pictureEnd - shutter).seconds == 1.375 && (window.soundEnd - shutter).seconds == 1.5)
  }

  @Test("nothing is shown from before Live Photos were switched on, but the still")
  func earliest() {
    let window = window(earliest: 999.75)
    #expect(text(window.frames) == "-0.3 to 1.45")
    #expect(text(window.showing(.seconds(1000))) == "-0.25 to 1.45")
    #expect(text(window.showing(.seconds(999.7))) == "-0.3 to 1.45")
    #expect(text(self.window(earliest: 1000.5).frames) == "-0.05 to 1.45", "it holds the shutter")
  }

  @Test("the still is shown even if it lies outside, and its frame is reserved")
  func still() {
    #expect(text(window(nearest: 998).pictures) == "-2.0 to 1.45" && text(window(nearest: 998).sound) == "-2.0 to 1.6")
    let short = window(postRoll: 0)
    #expect(text(short.frames) == "-1.55 to -0.05" && short.pictureEnd == shutter)
    #expect(short.showing(shutter).end == shutter + MediaTime(nanoseconds: 1))
    #expect(text(short.showing(.seconds(998))) == "-2.0 to -0.05")
  }

  @Test("a window that ends early keeps its beginning; it ends no later for that, and not before it begins")
  func ending() {
    var window = window()
    window.end(at: .seconds(1000.5))
    #expect(text(window.frames) == "-1.55 to 0.45" && (window.soundEnd - shutter).seconds == 0.5)
    window.end(at: .seconds(1001))
    #expect((window.soundEnd - shutter).seconds == 0.5)
    window.end(at: .seconds(900))
    #expect((window.soundEnd - shutter).seconds == -1.5 && window.pictureEnd == shutter)
  }

  @Test("without a camera there are no frames to go by")
  func noCamera() {
    #expect(text(window(hasCamera: false).pictures) == "-1.5 to 1.5")
  }
}
