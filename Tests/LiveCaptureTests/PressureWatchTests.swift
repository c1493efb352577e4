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
  private var watch = Self.watch()

  init() throws {
    let catalog = SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
    front = DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
    back = DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
  }

  private static func watch(_ change: (inout SystemPressurePolicy) -> Void = { _ in }) -> PressureWatch {
    var policy = SystemPressurePolicy()
    policy.recoveryTime = .seconds(3)
    change(&policy)
    return PressureWatch(policy)
  }

  private func state(_ level: SystemPressureState.Level) -> SystemPressureState {
    SystemPressureState(level: level, factors: .frameLoss)
  }

  /// What is told of a camera whose pressure changes after 100 seconds.
  private mutating func note(_ level: SystemPressureState.Level, _ input: DeviceInput) -> [PressureWatch.Action] {
    watch.note(state(level), of: input, at: .seconds(100))
  }

  /// For how long the session rests from the pressure on a camera.
  private mutating func rest(_ input: DeviceInput) -> Double? {
    guard case .interrupt(let end)? = note(.shutdown, input).last else { return nil }
    return (end - .seconds(100)).seconds
  }

  private mutating func begin(_ input: DeviceInput) -> SystemPressureState? {
    watch.meter(of: input, frameInterval: MediaTime(value: 1, timescale: 30))?.state
  }

  @Test("the hardest of the cameras is told, once, and what is left when it delivers no more")
  mutating func hardest() {
    #expect(note(.fair, front) == [.tell(state(.fair))])
    #expect(note(.serious, back) == [.tell(state(.serious))])
    #expect(note(.nominal, front) == [])
    #expect(note(.serious, back) == [])
    #expect(note(.fair, front) == [])
    #expect(watch.forget(back) == [.tell(state(.fair))])
    #expect(watch.forget(front) == [.tell(.nominal)])
    #expect(watch.told == .nominal)
  }

  @Test("a session rests twice as long each time, up to sixteen times, until pressure is gone")
  mutating func rests() {
    #expect((0..<6).map { _ in rest(front) } == [3, 6, 12, 24, 48, 48])
    #expect(note(.serious, front) == [.tell(state(.serious))])
    #expect(rest(front) == 48, "it is not gone")
    #expect(watch.forget(front) == [.tell(.nominal)])
    #expect(note(.shutdown, front) == [.tell(state(.shutdown)), .interrupt(until: .seconds(103))])
  }

  @Test("the highest pressure is only told of where it is to interrupt nothing, and none is looked for where it is off")
  mutating func policies() {
    watch = Self.watch { $0.interruptsSession = false }
    #expect(note(.shutdown, front) == [.tell(state(.shutdown))])
    watch = Self.watch { $0.isEnabled = false }
    #expect(begin(front) == nil && watch.update() == [])
  }

  @Test("after a rest a camera begins under pressure, so that what lasts shows at once")
  mutating func begins() {
    #expect(begin(front) == .nominal)
    _ = note(.shutdown, front)
    #expect(begin(front) == state(.critical))
    #expect(watch.update() == [.tell(state(.critical))])
    watch.drop(front)
    #expect(watch.update() == [.tell(.nominal)])
    #expect(begin(front) == .nominal)
  }

  @Test("a stop forgets everything")
  mutating func resets() {
    _ = note(.shutdown, front)
    #expect(watch.reset() == [.tell(.nominal)])
    #expect(watch.reset() == [])
    #expect(rest(front) == 3)
  }
}
