import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// What is told of the pressure on several cameras, and how long a session rests.
@Suite struct PressureWatchTests {
  private let front: DeviceInput
  private let back: DeviceInput
  private var watch = PressureWatch()

  init() throws {
    let catalog = SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
    front = DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
    back = DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
  }

  private func state(_ level: SystemPressureState.Level) -> SystemPressureState {
    SystemPressureState(level: level, factors: .frameLoss)
  }

  @Test("the hardest of the cameras is told, once, and what is left when it delivers no more")
  mutating func hardest() {
    #expect(watch.note(state(.fair), of: front) == state(.fair))
    #expect(watch.note(state(.serious), of: back) == state(.serious))
    #expect(watch.note(state(.nominal), of: front) == nil)
    #expect(watch.note(state(.serious), of: back) == nil)
    #expect(watch.note(state(.fair), of: front) == nil)
    #expect(watch.forget(back) == state(.fair))
    #expect(watch.forget(front) == .nominal)
    #expect(watch.told == .nominal)
  }

  @Test("a session rests twice as long each time, up to sixteen times, until pressure is gone")
  mutating func rests() {
    _ = watch.note(state(.shutdown), of: front)
    #expect((0..<6).map { _ in watch.rest(.seconds(3)).seconds } == [3, 6, 12, 24, 48, 48])
    #expect(watch.note(state(.serious), of: front) == state(.serious))
    #expect(watch.rest(.seconds(3)) == .seconds(48), "it is not gone")
    #expect(watch.forget(front) == .nominal)
    #expect(watch.rest(.seconds(3)) == .seconds(3))
  }

  @Test("after a rest a camera begins under pressure, so that what lasts shows at once")
  mutating func begins() {
    #expect(watch.begin(front) == .nominal)
    _ = watch.note(state(.shutdown), of: front)
    _ = watch.rest(.seconds(3))
    #expect(watch.begin(front) == state(.critical))
    #expect(watch.update() == state(.critical))
    watch.drop(front)
    #expect(watch.update() == .nominal)
    #expect(watch.begin(front) == .nominal)
  }

  @Test("a stop forgets everything")
  mutating func resets() {
    _ = watch.note(state(.shutdown), of: front)
    _ = watch.rest(.seconds(3))
    #expect(watch.reset() == .nominal)
    #expect(watch.reset() == nil)
    #expect(watch.rest(.seconds(3)) == .seconds(3))
  }
}
