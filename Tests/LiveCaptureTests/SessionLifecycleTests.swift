import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// Every event in every phase of a session: what is done, and which phase it leads to.
@Suite struct SessionLifecycleTests {
  enum Input: String, CaseIterable, Sendable {
    case start, runs, without, fails, stop, stopped, background, foreground, gone, busy, back, pressure, rested, sound

    func apply(to lifecycle: inout SessionLifecycle) -> [SessionLifecycle.Action] {
      let now = MediaTime.seconds(1)
      let error = CaptureError(.deviceFailed, message: "on purpose")
      switch self {
      case .start:
        do { return try lifecycle.start(hasCamera: true) } catch { return [.fail(error)] }
      case .runs: return lifecycle.started(.runs([]), at: now)
      case .without: return lifecycle.started(.isWithoutCamera([], error), at: now)
      case .fails: return lifecycle.started(.failed(error), at: now)
      case .stop: return lifecycle.stop()
      case .stopped: return lifecycle.stopped(at: now)
      case .background:
        return lifecycle.begin(.videoDeviceNotAvailableInBackground, hasMicrophone: false, at: now)
      case .foreground: return lifecycle.end(.videoDeviceNotAvailableInBackground, at: now)
      case .gone: return lifecycle.camerasAreGone(error, isBusy: false, at: now)
      case .busy: return lifecycle.camerasAreGone(error, isBusy: true, at: now)
      case .back: return lifecycle.cameraIsBack(at: now)
      case .pressure: return lifecycle.beginPressure(until: .seconds(5), at: now)
      case .rested: return lifecycle.pressureMayEnd(isIdle: true, next: .seconds(9), at: now)
      case .sound: return lifecycle.begin(.audioDeviceInUseByAnotherClient, hasMicrophone: false, at: now)
      }
    }
  }

  /// One letter for each action: `s` and `S` inputs started and stopped, `r` run, `l` lost told, `w` nothing waited
  /// for, `f` and `e` captures interrupted and ended, `L` and `C` lanes stopped and closed, `v` events flushed, `o`
  /// outputs released, `t` stalled cameras rest, `h` are hurried, `+` and `-` ticks, `p` and `u` pressure reset and
  /// updated, `I` and `E` interruption told, `D` the stop, `X` an error told, `R` readiness, `w0` nobody who waited for
  /// a stop goes on, `!` thrown.
  private static func letters(_ actions: [SessionLifecycle.Action]) -> String {
    actions.map { action in
      switch action {
      case .startInputs: "s"
      case .stopInputs: "S"
      case .run: "r"
      case .tellLost: "l"
      case .forgetAbsences, .forgetFirstFrames: "w"
      case .interruptCaptures: "f"
      case .stopCaptures: "e"
      case .stopLanes: "L"
      case .closeLanes: "C"
      case .flushEvents: "v"
      case .releaseOutputs: "o"
      case .restStalled: "t"
      case .hurryStalled: "h"
      case .arm: "+"
      case .cancel: "-"
      case .resetPressure: "p"
      case .updatePressure: "u"
      case .tell(.wasInterrupted): "I"
      case .tell(.interruptionEnded): "E"
      case .tell(.didStopRunning): "D"
      case .tell: "X"
      case .updateReadiness: "R"
      case .resume(let waiters): "w\(waiters.count)"
      case .fail: "!"
      }
    }.joined()
  }

  enum Phase: Sendable { case idle, starting, running, interrupted, stopping }

  private static func phase(of lifecycle: SessionLifecycle) -> Phase {
    switch lifecycle.phase {
    case .idle: .idle
    case .starting: .starting
    case .running: .running
    case .interrupted: .interrupted
    case .stopping: .stopping
    }
  }

  struct Row: Sendable, CustomStringConvertible {
    let path: [Input]
    let input: Input
    let actions: String
    let phase: Phase
    var description: String { "\(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)" }
  }

  private static func rows(_ path: [Input], _ table: [(Input, String, Phase)]) -> [Row] {
    precondition(
      table.count == Input.allCases.count && Set(table.map { $0.0 }).count == table.count, "every input is listed once")
    return table.map { Row(path: path, input: $0.0, actions: $0.1, phase: $0.2) }
  }

  private static let idle = rows(
    [],
    [
      (.start, "s", .starting), (.runs, "S", .idle), (.without, "S", .idle), (.fails, "S", .idle), (.stop, "", .idle),
      (.stopped, "", .idle), (.background, "tIR", .idle), (.foreground, "", .idle), (.gone, "tIR", .idle),
      (.busy, "tIR", .idle), (.back, "", .idle), (.pressure, "tIR+", .idle), (.rested, "", .idle), (.sound, "", .idle),
    ])
  private static let idleInBackground = rows(
    [.background],
    [
      (.start, "", .interrupted), (.runs, "S", .idle), (.without, "S", .idle), (.fails, "S", .idle), (.stop, "", .idle),
      (.stopped, "", .idle), (.background, "", .idle), (.foreground, "E", .idle), (.gone, "tIR", .idle),
      (.busy, "tIR", .idle), (.back, "", .idle), (.pressure, "tIR+", .idle), (.rested, "", .idle), (.sound, "", .idle),
    ])
  private static let running = rows(
    [.start, .runs],
    [
      (.start, "!", .running), (.runs, "", .running), (.without, "", .running), (.fails, "", .running),
      (.stop, "-weLv", .stopping), (.stopped, "", .running), (.background, "t-fLC-pIR", .interrupted),
      (.foreground, "", .running), (.gone, "t-fLC-pIR", .interrupted), (.busy, "t-fLC-pIR", .interrupted),
      (.back, "", .running), (.pressure, "t-fLCIR+", .interrupted), (.rested, "", .running), (.sound, "", .running),
    ])
  private static let inBackground = [
    [Input.start, .runs, .background], [.background, .start], [.start, .background],
  ].flatMap { path in
    rows(
      path,
      [
        (.start, "!", .interrupted), (.runs, "S", .interrupted), (.without, "S", .interrupted),
        (.fails, "S", .interrupted),
        (.stop, "-weLv", .stopping), (.stopped, "", .interrupted), (.background, "", .interrupted),
        (.foreground, "s", .starting), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
        (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
        (.sound, "", .interrupted),
      ])
  }
  private static let lostInBackground = rows(
    [.start, .runs, .gone, .background],
    [
      (.start, "!", .interrupted), (.runs, "S", .interrupted), (.without, "S", .interrupted),
      (.fails, "S", .interrupted),
      (.stop, "-weLv", .stopping), (.stopped, "", .interrupted), (.background, "", .interrupted),
      (.foreground, "h", .interrupted), (.gone, "", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])
  private static let busy = rows(
    [.start, .runs, .busy],
    [
      (.start, "!", .interrupted), (.runs, "S", .interrupted), (.without, "S", .interrupted),
      (.fails, "S", .interrupted),
      (.stop, "-weLv", .stopping), (.stopped, "", .interrupted), (.background, "tIR", .interrupted),
      (.foreground, "", .interrupted), (.gone, "tIR", .interrupted), (.busy, "", .interrupted), (.back, "s", .starting),
      (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted), (.sound, "", .interrupted),
    ])
  private static let resting = rows(
    [.start, .runs, .pressure],
    [
      (.start, "!", .interrupted), (.runs, "S", .interrupted), (.without, "S", .interrupted),
      (.fails, "S", .interrupted),
      (.stop, "-weLv", .stopping), (.stopped, "", .interrupted), (.background, "tIR", .interrupted),
      (.foreground, "", .interrupted), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "", .interrupted), (.rested, "su", .starting), (.sound, "", .interrupted),
    ])
  private static let stopping = rows(
    [.start, .runs, .stop],
    [
      (.start, "!", .stopping), (.runs, "S", .stopping), (.without, "S", .stopping), (.fails, "S", .stopping),
      (.stop, "", .stopping), (.stopped, "C-poRDw0", .idle), (.background, "tIR", .stopping),
      (.foreground, "", .stopping),
      (.gone, "tIR", .stopping), (.busy, "tIR", .stopping), (.back, "", .stopping), (.pressure, "tIR+", .stopping),
      (.rested, "", .stopping), (.sound, "", .stopping),
    ])

  private static let starting = rows(
    [.start],
    [
      (.start, "!", .starting), (.runs, "rl", .running), (.without, "SwX!", .idle), (.fails, "SwX!", .idle),
      (.stop, "", .starting), (.stopped, "", .starting), (.background, "tIR", .interrupted),
      (.foreground, "", .starting), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted), (.back, "", .starting),
      (.pressure, "tIR+", .interrupted), (.rested, "", .starting), (.sound, "", .starting),
    ])

  private static let resuming = rows(
    [.start, .runs, .background, .foreground],
    [
      (.start, "!", .starting), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "", .starting), (.stopped, "", .starting), (.background, "tIR", .interrupted),
      (.foreground, "", .starting), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted), (.back, "", .starting),
      (.pressure, "tIR+", .interrupted), (.rested, "", .starting), (.sound, "", .starting),
    ])

  private static let without = rows(
    [.start, .runs, .gone, .back, .without],
    [
      (.start, "!", .interrupted), (.runs, "S", .interrupted), (.without, "S", .interrupted),
      (.fails, "S", .interrupted),
      (.stop, "-weLv", .stopping), (.stopped, "", .interrupted), (.background, "tIR", .interrupted),
      (.foreground, "", .interrupted), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])

  private static let allRows: [Row] = [
    idle, idleInBackground, starting, running, inBackground, resuming, lostInBackground, busy, resting, stopping,
    without,
  ].flatMap { $0 }

  @Test("each event in each phase does what it has to and leads where it has to", arguments: allRows)
  func table(row: Row) {
    var lifecycle = SessionLifecycle()
    for input in row.path { _ = input.apply(to: &lifecycle) }
    #expect(Self.letters(row.input.apply(to: &lifecycle)) == row.actions)
    #expect(Self.phase(of: lifecycle) == row.phase)
  }

  @Test("a session without a camera does not start")
  func withoutCamera() {
    var lifecycle = SessionLifecycle()
    #expect(throws: CaptureError.self) { try lifecycle.start(hasCamera: false) }
    #expect(Self.phase(of: lifecycle) == .idle)
  }

  @Test("a taken microphone interrupts as soon as there is one in the session, and no longer")
  func sound() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .sound] { _ = input.apply(to: &lifecycle) }
    let now = MediaTime.seconds(2)
    #expect(
      Self.letters(lifecycle.graphDidChange(hasMicrophone: true, hasNewCamera: false, at: now)) == "t-fLC-pIR")
    #expect(Self.letters(lifecycle.graphDidChange(hasMicrophone: false, hasNewCamera: false, at: now)) == "s")
    _ = Input.runs.apply(to: &lifecycle)
    _ = lifecycle.end(.audioDeviceInUseByAnotherClient, at: now)
    #expect(lifecycle.graphDidChange(hasMicrophone: true, hasNewCamera: false, at: now).isEmpty, "it is free again")
  }

  @Test("a stop forgets cameras that were lost, and nothing that the app has said")
  func forgetting() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .gone, .stop, .stopped] { _ = input.apply(to: &lifecycle) }
    #expect(lifecycle.phase.reasons.isEmpty)
    for input in [Input.background, .start, .stop, .stopped] { _ = input.apply(to: &lifecycle) }
    #expect(lifecycle.phase.reasons == [.told(.videoDeviceNotAvailableInBackground)])
  }

  @Test("who wants which devices follows from the reasons")
  func wishes() {
    func wishes(_ inputs: [Input]) -> [Bool] {
      var lifecycle = SessionLifecycle()
      for input in inputs { _ = input.apply(to: &lifecycle) }
      return [lifecycle.phase.wantsCameras, lifecycle.phase.wantsAwayDevices]
    }
    #expect(wishes([]) == [true, true] && wishes([.gone]) == [true, true])
    #expect(wishes([.busy]) == [false, true] && wishes([.background, .gone]) == [false, false])
  }

  @Test("whoever asks for a stop that is under way goes on at its end, and at once where none is")
  func waiting() async {
    var lifecycle = SessionLifecycle()
    await withCheckedContinuation { waiter in
      guard case .resume(let waiters)? = lifecycle.join(waiter).first else { return }
      for waiter in waiters { waiter.resume() }
    }
    for input in [Input.start, .runs, .stop] { _ = input.apply(to: &lifecycle) }
    await withCheckedContinuation { waiter in
      #expect(lifecycle.join(waiter).isEmpty)
      for case .resume(let waiters) in lifecycle.stopped(at: .seconds(2)) { for waiter in waiters { waiter.resume() } }
    }
    #expect(Self.phase(of: lifecycle) == .idle)
  }

  @Test("pressure rests longer while captures are open")
  func longerRest() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .pressure] { _ = input.apply(to: &lifecycle) }
    let later = lifecycle.pressureMayEnd(isIdle: false, next: .seconds(9), at: .seconds(5))
    #expect(Self.letters(later) == "+" && Self.phase(of: lifecycle) == .interrupted)
  }
}
