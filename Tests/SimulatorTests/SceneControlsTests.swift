import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// What the controls of the simulated camera do to its pictures.
@Suite struct SceneControlsTests {
  private typealias Number = CameraControlNumber

  private static let wish = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .yu12)

  /// The third frame of a scene, and the third after controls were set, of an equal scene.
  private func frames(_ values: [(id: UInt32, value: Int64)]) throws -> (plain: [UInt8], set: [UInt8]) {
    func frame(_ values: [(id: UInt32, value: Int64)]) throws -> [UInt8] {
      let clock = VirtualClock()
      let catalog = SceneCatalog(clock: clock)
      let first = try catalog.openVideo("scene", wish: Self.wish).source
      for (id, value) in values { try first.setControl(id, to: value) }
      // What is set stays set when the camera is closed, and shows from its first frame on.
      let source = try catalog.openVideo("scene", wish: Self.wish).source
      for (id, value) in values { #expect(try source.value(ofControl: id) == value) }
      let sink = VideoSinkLog()
      try source.start(delivering: sink)
      clock.advance(by: .milliseconds(140))
      source.stop()
      return try #require(sink.frames.first { $0.sequence == 2 }).storage.withBytes(Array.init)
    }
    return (try frame([]), try frame(values))
  }

  private static let count = 320 * 240
  private static func luma(_ frame: [UInt8]) -> Double { mean(frame[..<count]) }
  private static func blue(_ frame: [UInt8]) -> Double { mean(frame[count..<count * 5 / 4]) }
  private static func red(_ frame: [UInt8]) -> Double { mean(frame[(count * 5 / 4)...]) }
  private static func mean(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count)
  }

  @Test("brightness is added to pixels, a bias multiplies light")
  func light() throws {
    let (plain, bright) = try frames([(Number.brightness, 20)])
    #expect((12...20).contains(Self.luma(bright) - Self.luma(plain)))
    #expect(bright[Self.count...] == plain[Self.count...])
    let dark = try frames([(Number.exposureBias, 2)]).set
    #expect(Self.luma(dark) < Self.luma(plain) * 0.75)
  }

  @Test("balanced for bluer light than there is, a picture is warm; automatic balance cares for no temperature")
  func balance() throws {
    let (plain, warm) = try frames([(Number.automaticWhiteBalance, 0), (Number.whiteBalanceTemperature, 6500)])
    #expect(Self.red(warm) > Self.red(plain) + 5 && Self.blue(warm) < Self.blue(plain) - 5)
    let cold = try frames([(Number.automaticWhiteBalance, 0), (Number.whiteBalanceTemperature, 2800)]).set
    #expect(Self.red(cold) < Self.red(plain) - 20 && Self.blue(cold) > Self.blue(plain) + 20)
    let automatic = try frames([(Number.whiteBalanceTemperature, 2800)])
    #expect(automatic.set == automatic.plain)
  }

  @Test("a zoom of 2 shows the middle half of the scene")
  func zoom() throws {
    let (plain, near) = try frames([(Number.zoom, 200)])
    #expect(near != plain)
    // Lamp, digits and code stay where they are; the rest is at twice its distance from the middle.
    var (same, all) = (0, 0)
    for y in stride(from: 60, to: 180, by: 3) {
      for x in stride(from: 0, to: 320, by: 3) {
        all += 1
        if near[y * 320 + x] == plain[(60 + y / 2) * 320 + 80 + x / 2] { same += 1 }
      }
    }
    #expect(same > all * 9 / 10, "\(same) of \(all)")
  }
}
