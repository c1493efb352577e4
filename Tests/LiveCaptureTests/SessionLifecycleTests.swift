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
      case .stop: return lifecycle.stop() ? [.stopInputs] : []
      case .stopped: return lifecycle.stopped()
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

  /// One letter for each action: `s` and `S` inputs started and stopped, `r` run, `l` lost told, `w`
  /// nothing waited for, `f` footage ended, `t` stalled cameras rest, `h` are hurried, `+` and `-` ticks, `p` and `u`
  /// pressure reset and updated, `I` and `E` interruption told, `X` an error told, `R` readiness, `!` thrown.
  private static func letters(_ actions: [SessionLifecycle.Action]) -> String {
    actions.map { action in
      switch action {
      case .startInputs: "s"
      case .stopInputs: "S"
      case .run: "r"
      case .tellLost: "l"
      case .forgetAway, .forgetFirstFrames: "w"
      case .endFootage: "f"
      case .restStalled: "t"
      case .hurryStalled: "h"
      case .arm: "+"
      case .cancel: "-"
      case .resetPressure: "p"
      case .updatePressure: "u"
      case .tell(.wasInterrupted): "I"
      case .tell(.interruptionEnded): "E"
      case .tell: "X"
      case .updateReadiness: "R"
      case .fail: "!"
      }
    }.joined()
  }

  struct Row: Sendable, CustomStringConvertible {
    let path: [Input]
    let input: Input
    let actions: String
    let phase: SessionLifecycle.Phase
    var description: String { "\(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)" }
  }

  private static func rows(_ path: [Input], _ table: [(Input, String, SessionLifecycle.Phase)]) -> [Row] {
    precondition(
      table.count == Input.allCases.count && Set(table.map { $0.0 }).count == table.count, "every input is listed once")
    return table.map { Row(path: path, input: $0.0, actions: $0.1, phase: $0.2) }
  }

  private static let idle = rows(
    [],
    [
      (.start, "s", .idle), (.runs, "rl", .running), (.without, "SwX!", .idle), (.fails, "SwX!", .idle),
      (.stop, "", .idle), (.stopped, "", .idle), (.background, "tIR", .idle), (.foreground, "", .idle),
      (.gone, "tIR", .idle), (.busy, "tIR", .idle), (.back, "", .idle), (.pressure, "tIR+", .idle),
      (.rested, "", .idle), (.sound, "", .idle),
    ])
  private static let idleInBackground = rows(
    [.background],
    [
      (.start, "", .interrupted), (.runs, "rl", .running), (.without, "SwX!", .idle), (.fails, "SwX!", .idle),
      (.stop, "", .idle), (.stopped, "", .idle), (.background, "", .idle), (.foreground, "E", .idle),
      (.gone, "tIR", .idle), (.busy, "tIR", .idle), (.back, "", .idle), (.pressure, "tIR+", .idle),
      (.rested, "", .idle), (.sound, "", .idle),
    ])
  private static let running = rows(
    [.start, .runs],
    [
      (.start, "!", .running), (.runs, "", .running), (.without, "", .running), (.fails, "", .running),
      (.stop, "S", .stopping), (.stopped, "", .running), (.background, "t-f-pIR", .interrupted),
      (.foreground, "", .running), (.gone, "t-f-pIR", .interrupted), (.busy, "t-f-pIR", .interrupted),
      (.back, "", .running), (.pressure, "t-fIR+", .interrupted), (.rested, "", .running), (.sound, "", .running),
    ])
  private static let inBackground = rows(
    [.start, .runs, .background],
    [
      (.start, "!", .interrupted), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "S", .stopping), (.stopped, "", .interrupted), (.background, "", .interrupted),
      (.foreground, "s", .interrupted), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])
  private static let lostInBackground = rows(
    [.start, .runs, .gone, .background],
    [
      (.start, "!", .interrupted), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "S", .stopping), (.stopped, "", .interrupted), (.background, "", .interrupted),
      (.foreground, "h", .interrupted), (.gone, "", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])
  private static let busy = rows(
    [.start, .runs, .busy],
    [
      (.start, "!", .interrupted), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "S", .stopping), (.stopped, "", .interrupted), (.background, "tIR", .interrupted),
      (.foreground, "", .interrupted), (.gone, "tIR", .interrupted), (.busy, "", .interrupted),
      (.back, "s", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])
  private static let resting = rows(
    [.start, .runs, .pressure],
    [
      (.start, "!", .interrupted), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "S", .stopping), (.stopped, "", .interrupted), (.background, "tIR", .interrupted),
      (.foreground, "", .interrupted), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "", .interrupted), (.rested, "su", .interrupted),
      (.sound, "", .interrupted),
    ])
  private static let stopping = rows(
    [.start, .runs, .stop],
    [
      (.start, "!", .stopping), (.runs, "", .stopping), (.without, "", .stopping), (.fails, "", .stopping),
      (.stop, "", .stopping), (.stopped, "-p", .idle), (.background, "tIR", .stopping), (.foreground, "", .stopping),
      (.gone, "tIR", .stopping), (.busy, "tIR", .stopping), (.back, "", .stopping), (.pressure, "tIR+", .stopping),
      (.rested, "", .stopping), (.sound, "", .stopping),
    ])
  private static let heldBack = rows(
    [.background, .start],
    [
      (.start, "!", .interrupted), (.runs, "Erl", .running), (.without, "ESl", .interrupted), (.fails, "SwEXR", .idle),
      (.stop, "S", .stopping), (.stopped, "", .interrupted), (.background, "", .interrupted),
      (.foreground, "s", .interrupted), (.gone, "tIR", .interrupted), (.busy, "tIR", .interrupted),
      (.back, "", .interrupted), (.pressure, "tIR+", .interrupted), (.rested, "", .interrupted),
      (.sound, "", .interrupted),
    ])

  private static let allRows: [Row] = [
    idle, idleInBackground, running, inBackground, lostInBackground, busy, resting, stopping, heldBack,
  ].flatMap { $0 }

  @Test("each event in each phase does what it has to and leads where it has to", arguments: allRows)
  func table(row: Row) {
    var lifecycle = SessionLifecycle()
    for input in row.path { _ = input.apply(to: &lifecycle) }
    #expect(Self.letters(row.input.apply(to: &lifecycle)) == row.actions)
    #expect(lifecycle.phase == row.phase)
  }

  @Test("a session without a camera does not start")
  func withoutCamera() {
    var lifecycle = SessionLifecycle()
    #expect(throws: CaptureError.self) { try lifecycle.start(hasCamera: false) }
    #expect(lifecycle.phase == .idle)
  }

  @Test("a taken microphone interrupts as soon as there is one in the session, and no longer")
  func sound() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .sound] { _ = input.apply(to: &lifecycle) }
    let now = MediaTime.seconds(2)
    #expect(
      Self.letters(lifecycle.graphDidChange(hasMicrophone: true, hasNewCamera: false, at: now)) == "t-f-pIR")
    #expect(Self.letters(lifecycle.graphDidChange(hasMicrophone: false, hasNewCamera: false, at: now)) == "s")
  }

  @Test("a stop forgets cameras that were lost, and nothing that the app has said")
  func forgetting() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .gone, .stop, .stopped] { _ = input.apply(to: &lifecycle) }
    #expect(!lifecycle.isInterrupted)
    for input in [Input.background, .start, .stop, .stopped] { _ = input.apply(to: &lifecycle) }
    #expect(lifecycle.isInterrupted)
  }

  @Test("who wants which devices follows from the reasons")
  func wishes() {
    func wishes(_ inputs: [Input]) -> [Bool] {
      var lifecycle = SessionLifecycle()
      for input in inputs { _ = input.apply(to: &lifecycle) }
      return [lifecycle.wantsCameras, lifecycle.wantsAwayDevices]
    }
    #expect(wishes([]) == [true, true] && wishes([.gone]) == [true, true])
    #expect(wishes([.busy]) == [false, true] && wishes([.background, .gone]) == [false, false])
  }

  @Test("pressure rests longer while captures are open")
  func longerRest() {
    var lifecycle = SessionLifecycle()
    for input in [Input.start, .runs, .pressure] { _ = input.apply(to: &lifecycle) }
    let later = lifecycle.pressureMayEnd(isIdle: false, next: .seconds(9), at: .seconds(5))
    #expect(Self.letters(later) == "+" && lifecycle.phase == .interrupted)
  }
}
