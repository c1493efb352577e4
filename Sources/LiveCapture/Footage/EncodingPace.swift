import CaptureDevices
import MediaCore
import Synchronization

/// The measured pace of the machine, shared by a session's footages and recordings on their queues.
final class EncodingPace: Sendable {
  private struct State {
    var meter: PaceMeter
    var encoders = 0
    var cameraCount = 1
  }

  let clock: any MediaClock
  private let state: Mutex<State>
  private let onChoice: @Sendable (EncodingChoice) -> Void

  /// `onChoice` hears of each preset that is new.
  init(clock: any MediaClock, cores: Int, onChoice: @escaping @Sendable (EncodingChoice) -> Void) {
    self.clock = clock
    self.onChoice = onChoice
    state = Mutex(State(meter: PaceMeter(cores: cores)))
  }

  func reckon(withCameras count: Int) { state.withLock { $0.cameraCount = max(1, count) } }

  func begin(_ plan: PictureEncoder.Plan) -> PaceMeter.Preset {
    let (preset, news) = state.withLock { state in
      state.encoders += 1
      let demand = PaceMeter.Demand(
        frameInterval: plan.mode.frameInterval, limit: plan.paceLimit, cameraCount: state.cameraCount,
        threads: plan.threads)
      return state.meter.choose(plan.stream, demand)
    }
    if let news { onChoice(news) }
    return preset
  }

  func end() { state.withLock { $0.encoders -= 1 } }

  func note(_ plan: PictureEncoder.Plan, _ preset: PaceMeter.Preset, pictures: Int, time: MediaTime) {
    state.withLock { state in
      state.meter.note(
        plan.stream, preset, pictures: pictures, time: time, threads: plan.threads,
        encoders: max(1, state.encoders))
    }
  }

  /// Notes that pictures were tried while nothing else was encoded; the median of them took `time`.
  func noteTrial(_ plan: PictureEncoder.Plan, _ preset: PaceMeter.Preset, time: MediaTime) {
    state.withLock { $0.meter.noteTrial(plan.stream, preset, time: time, threads: plan.threads) }
  }

  func isUnknown(_ stream: PaceMeter.Stream) -> Bool { state.withLock { $0.meter.isUnknown(stream) } }
}

/// Measures one encoder, a batch of pictures at a time.
struct PaceWatch {
  private static let batch = 30

  private let pace: EncodingPace
  private let plan: PictureEncoder.Plan
  let preset: PaceMeter.Preset
  private var pictures = 0
  private var time = MediaTime.zero

  init(_ pace: EncodingPace, _ plan: PictureEncoder.Plan) {
    self.pace = pace
    self.plan = plan
    preset = pace.begin(plan)
  }

  var now: MediaTime { pace.clock.now }

  /// A picture was read and compressed between `start` and now.
  mutating func note(since start: MediaTime) {
    pictures += 1
    time = time + (now - start)
    if pictures == Self.batch { hand() }
  }

  mutating func end() {
    // A few pictures say little: the first of them finds everything cold.
    if pictures >= Self.batch / 3 { hand() }
    pace.end()
  }

  private mutating func hand() {
    pace.note(plan, preset, pictures: pictures, time: time)
    (pictures, time) = (0, .zero)
  }
}
