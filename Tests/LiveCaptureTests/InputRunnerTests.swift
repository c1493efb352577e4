import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// What becomes of inputs that fail, stall and come back, event by event: lanes are words.
@Suite struct InputRunnerTests {
  private let camera: DeviceInput
  private let microphone: DeviceInput

  init() throws {
    let catalog = SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
    camera = DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
    microphone = DeviceInput(try catalog.openAudio("scene", wish: AudioWish()))
  }

  /// A camera that may come and go.
  private func usbCamera() throws -> DeviceInput {
    let system = try DeviceSystem(SceneCatalog(clock: VirtualClock(), pictures: StandardPictures()))
    return try DeviceInput(try #require(system.defaultDevice(for: .video)), of: system)
  }

  private func view(_ phase: SessionLifecycle.Phase = .running) -> SessionView {
    var graph = SessionGraph()
    graph.add(camera)
    graph.add(microphone)
    return SessionView(now: .seconds(100), phase: phase, graph: graph)
  }

  /// Nothing but lost cameras keeps the session from running; or something that wants no cameras to run.
  private static let lost = SessionLifecycle.Phase.interrupted([.found(.videoDeviceWasLost)])
  private static let hidden = SessionLifecycle.Phase.interrupted([.told(.videoDeviceNotAvailableInBackground)])

  /// A runner of both inputs.
  private func runner() -> InputRunner<String> {
    var runner = InputRunner<String>(timeout: .seconds(3))
    _ = runner.started(camera, "camera")
    _ = runner.started(microphone, "microphone")
    return runner
  }

  private func error(_ code: DeviceError.Code) -> DeviceError { DeviceError(code, context: "x", message: "on purpose") }

  private func lost(_ input: DeviceInput, _ code: DeviceError.Code) -> LostInput {
    LostInput(input: input, error: CaptureError(device: error(code)))
  }

  private func text(_ actions: [InputRunner<String>.Action]) -> String {
    actions.map { action in
      switch action {
      case .stop(let lane): "stop \(lane)"
      case .close(let lane): "close \(lane)"
      case .rest(let lane, _): "rest \(lane)"
      case .restart(let lane): "restart \(lane)"
      case .wake(let lane, _): "wake \(lane)"
      case .arm(.retry, let time): "retry at \(time.seconds)"
      case .arm(.restart, let time): "restart at \(time.seconds)"
      case .arm(.stallCheck, let time): "check at \(time.seconds)"
      case .arm: "other tick"
      case .cancel: "cancel"
      case .deactivate: "deactivate"
      case .end(_, let error): error == nil ? "reconfigure" : "end"
      case .tell(let error, _): "tell \(error.code)"
      case .resume: "resume"
      case .retry: "retry"
      case .forgetPressure: "pressure"
      case .camerasAreGone(let error): "gone \(error.code)"
      case .updateReadiness: "readiness"
      case .stallIsOver: "over"
      case .fail(let input, let error): "fail \(input === camera ? "camera" : "microphone") \(error.code)"
      case .scheduleStallCheck: "schedule"
      case .replaceDevice: "replace"
      case .report(let error): "report \(error.code)"
      case .lanesDidChange: "lanes"
      case .cameraIsBack: "back"
      }
    }.joined(separator: ", ")
  }

  // MARK: The table

  private enum Call: CaseIterable {
    case started, stop, closeAll, forget, disconnected, unplugged, stalled, lost, restart, restartHidden, returned
    case outdated, returnedHidden, retry, retryHidden, notThere, rest, hurry

    /// What starts is a lane of that name.
    func apply(
      to runner: inout InputRunner<String>, in suite: InputRunnerTests, _ lane: String
    ) -> [InputRunner<String>.Action] {
      let (camera, name) = (suite.camera, ObjectIdentifier(suite.camera))
      let (view, hidden) = (suite.view(), suite.view(InputRunnerTests.hidden))
      switch self {
      case .started: return runner.started(camera, lane)
      case .stop: return runner.stop(camera)
      case .closeAll: return runner.closeAll()
      case .forget: return runner.forgetAbsences([camera])
      case .disconnected: return runner.disconnected(camera.device, view)
      case .unplugged: return runner.failed(suite.error(.disconnected), camera, view)
      case .stalled: return runner.failed(suite.error(.stalled), camera, view)
      case .lost: return runner.lost([suite.lost(camera, .busy)], view)
      case .restart: return runner.restart(name, view)
      case .restartHidden: return runner.restart(name, hidden)
      case .returned: return runner.returned(camera, isUpToDate: true, view)
      case .outdated: return runner.returned(camera, isUpToDate: false, view)
      case .returnedHidden: return runner.returned(camera, isUpToDate: true, hidden)
      case .retry: return runner.retry(name, view)
      case .retryHidden: return runner.retry(name, hidden)
      case .notThere: return runner.retried(camera, isThere: false, view)
      case .rest: return runner.rest(for: .videoDeviceNotAvailableInBackground, view)
      case .hurry: return runner.hurry(view)
      }
    }
  }

  /// The state of the camera, with its lane or how often it has been tried; `scheduled` where it is about to be tried
  /// again.
  private func state(of runner: InputRunner<String>) -> String {
    switch runner.state(of: camera) {
    case nil: "idle"
    case .delivering(let lane): "delivering \(lane)"
    case .stalled(let lane, let rounds): "stalled \(lane) \(rounds)"
    case .away(let rounds, let isScheduled): "away \(rounds)" + (isScheduled ? " scheduled" : "")
    }
  }

  @Test("each call for a camera in each state does what it has to and leads where it has to")
  func table() {
    let ending = "deactivate, end, close old"
    let gone = "stop old, \(ending), pressure, tell disconnected, gone disconnected, readiness"
    let table: [(path: [Call], state: String, calls: KeyValuePairs<Call, (actions: String, state: String)>)] = [
      (
        [], "idle",
        [
          .started: ("", "delivering new"), .stop: ("", "idle"), .closeAll: ("", "idle"), .forget: ("", "idle"),
          .disconnected: ("", "idle"), .unplugged: ("", "idle"), .stalled: ("", "idle"),
          .lost: ("retry at 103.0, tell busy, gone busy", "away 0 scheduled"), .restart: ("", "idle"),
          .restartHidden: ("", "idle"), .returned: ("", "idle"), .outdated: ("", "idle"),
          .returnedHidden: ("", "idle"), .retry: ("", "idle"), .retryHidden: ("", "idle"), .notThere: ("", "idle"),
          .rest: ("", "idle"), .hurry: ("", "idle"),
        ]
      ),
      (
        [.started], "delivering old",
        [
          .started: ("stop old, close old", "delivering new"),
          .stop: ("reconfigure, stop old, close old, pressure", "idle"), .closeAll: ("close old", "idle"),
          .forget: ("", "delivering old"), .disconnected: (gone, "away 0"), .unplugged: (gone, "away 0"),
          .stalled: (
            "\(ending), rest old, restart at 103.0, pressure, tell stalled, gone stalled, readiness", "stalled old 0"
          ),
          .lost: ("", "delivering old"), .restart: ("", "delivering old"), .restartHidden: ("", "delivering old"),
          .returned: ("", "delivering old"), .outdated: ("", "delivering old"),
          .returnedHidden: ("", "delivering old"), .retry: ("", "delivering old"),
          .retryHidden: ("", "delivering old"), .notThere: ("", "delivering old"), .rest: ("", "delivering old"),
          .hurry: ("", "delivering old"),
        ]
      ),
      (
        [.started, .stalled], "stalled old 0",
        [
          .started: ("cancel, stop old, close old", "delivering new"), .stop: ("cancel, stop old, close old", "idle"),
          .closeAll: ("", "stalled old 0"), .forget: ("cancel, stop old, close old", "idle"),
          .disconnected: ("cancel, stop old, close old", "idle"), .unplugged: ("", "stalled old 0"),
          .stalled: ("", "stalled old 0"),
          .lost: ("cancel, stop old, close old, retry at 103.0, gone busy", "away 0 scheduled"),
          .restart: ("restart old, restart at 106.0", "stalled old 1"),
          .restartHidden: ("restart at 106.0", "stalled old 1"),
          .returned: ("cancel, wake old, resume", "delivering old"), .outdated: ("cancel, stop old, resume", "idle"),
          .returnedHidden: ("cancel, stop old, over", "idle"), .retry: ("", "stalled old 0"),
          .retryHidden: ("", "stalled old 0"), .notThere: ("", "stalled old 0"), .rest: ("stop old", "stalled old 0"),
          .hurry: ("cancel, restart old, restart at 106.0", "stalled old 1"),
        ]
      ),
      (
        [.started, .unplugged], "away 0",
        [
          .started: ("cancel", "delivering new"), .stop: ("", "away 0"), .closeAll: ("", "away 0"),
          .forget: ("cancel", "idle"), .disconnected: ("", "away 0"), .unplugged: ("", "away 0"),
          .stalled: ("", "away 0"), .lost: ("retry at 103.0, gone busy", "away 0 scheduled"), .restart: ("", "away 0"),
          .restartHidden: ("", "away 0"), .returned: ("", "away 0"), .outdated: ("", "away 0"),
          .returnedHidden: ("", "away 0"), .retry: ("retry", "away 1"),
          .retryHidden: ("retry at 106.0", "away 1 scheduled"), .notThere: ("retry at 103.0", "away 0 scheduled"),
          .rest: ("", "away 0"), .hurry: ("", "away 0"),
        ]
      ),
      (
        [.lost], "away 0 scheduled",
        [
          .started: ("cancel", "delivering new"), .stop: ("", "away 0 scheduled"),
          .closeAll: ("", "away 0 scheduled"), .forget: ("cancel", "idle"), .disconnected: ("", "away 0 scheduled"),
          .unplugged: ("", "away 0 scheduled"), .stalled: ("", "away 0 scheduled"),
          .lost: ("gone busy", "away 0 scheduled"), .restart: ("", "away 0 scheduled"),
          .restartHidden: ("", "away 0 scheduled"), .returned: ("", "away 0 scheduled"),
          .outdated: ("", "away 0 scheduled"), .returnedHidden: ("", "away 0 scheduled"), .retry: ("retry", "away 1"),
          .retryHidden: ("retry at 106.0", "away 1 scheduled"), .notThere: ("retry at 103.0", "away 0 scheduled"),
          .rest: ("", "away 0 scheduled"), .hurry: ("", "away 0 scheduled"),
        ]
      ),
    ]
    for (path, start, calls) in table {
      #expect(calls.map(\.key) == Call.allCases, "every call is listed once")
      for (call, expected) in calls {
        var runner = InputRunner<String>(timeout: .seconds(3))
        for call in path { _ = call.apply(to: &runner, in: self, "old") }
        #expect(state(of: runner) == start, "\(path)")
        #expect(text(call.apply(to: &runner, in: self, "new")) == expected.actions, "\(start) + \(call)")
        #expect(state(of: runner) == expected.state, "\(start) + \(call)")
      }
    }
  }

  // MARK: More than a state

  @Test("events of inputs that do not deliver do nothing")
  func strangers() {
    var runner = InputRunner<String>(timeout: .seconds(3))
    let name = ObjectIdentifier(camera)
    #expect(text(runner.failed(error(.disconnected), camera, view())) == "")
    #expect(text(runner.retry(name, view())) == "" && text(runner.restart(name, view())) == "")
    #expect(text(runner.returned(camera, isUpToDate: true, view())) == "")
    #expect(text(runner.stop(camera)) == "" && text(runner.forgetAbsences([camera])) == "")
    #expect(text(runner.retried(camera, isThere: false, view())) == "")
    var other = self.runner()
    #expect(text(other.failed(error(.disconnected), camera, view(Self.lost))) == "")
  }

  @Test("a camera that is unplugged ends what uses it; the last one interrupts the session")
  func unplugged() {
    var runner = runner()
    #expect(
      text(runner.failed(error(.disconnected), camera, view()))
        == "stop camera, deactivate, end, close camera, pressure, tell disconnected, gone disconnected, readiness")
    #expect(runner.lane(of: camera) == nil && runner.delivering == ["microphone"])
    #expect(
      text(runner.failed(error(.disconnected), microphone, view()))
        == "stop microphone, deactivate, close microphone, tell disconnected")
  }

  @Test(
    "devices that have been silent for the time-out are taken for failed; the next look comes no sooner than it may show"
  )
  func stallCheck() {
    let runner = runner()
    func arrivals(_ camera: Double, _ microphone: Double) -> [InputRunner<String>.Arrival] {
      [(self.camera, camera), (self.microphone, microphone)].map {
        .init(input: $0.0, device: "x", time: .seconds($0.1))
      }
    }
    #expect(text(runner.checkForStall(arrivals(99.9, 97), view())) == "schedule")
    #expect(text(runner.checkForStall(arrivals(96.9, 97), view())) == "fail camera stalled, schedule")
    #expect(
      text(runner.checkForStall(arrivals(96.9, 0), view())) == "fail camera stalled, fail microphone stalled, schedule")
    #expect(text(runner.checkForStall(arrivals(0, 0), view(Self.lost))) == "")
    #expect(text(runner.scheduleStallCheck(arrivals(99.9, 97), view())) == "check at 100.75")
    #expect(text(runner.scheduleStallCheck(arrivals(99.9, 98), view())) == "check at 101.5")
    #expect(text(runner.scheduleStallCheck(arrivals(100, 100), view())) == "check at 103.75")
    #expect(text(runner.scheduleStallCheck([], view())) == "check at 103.75")
    #expect(text(runner.scheduleStallCheck([], view(Self.lost))) == "")
  }

  @Test("a device that is unplugged fails where it runs; the last camera interrupts the interrupted session, too")
  func disconnected() throws {
    var runner = runner()
    #expect(text(runner.disconnected(microphone.device, view(.idle([])))) == "")
    #expect(
      text(runner.disconnected(microphone.device, view()))
        == "stop microphone, deactivate, close microphone, tell disconnected")
    let usb = try usbCamera()
    #expect(text(runner.disconnected(usb.device, view())) == "", "it is in no session")
    var graph = SessionGraph()
    graph.add(usb)
    _ = runner.started(usb, "usb")
    _ = runner.failed(error(.stalled), usb, SessionView(now: .zero, phase: .running, graph: graph))
    let hidden = SessionView(now: .zero, phase: Self.hidden, graph: graph)
    #expect(text(runner.disconnected(usb.device, hidden)) == "cancel, stop usb, close usb")
    usb.device.noteDisconnection()
    #expect(text(runner.disconnected(usb.device, hidden)) == "gone disconnected")
    #expect(text(runner.disconnected(usb.device, SessionView(now: .zero, graph: graph))) == "")
  }

  @Test("a device that is plugged in takes the place of one that had gone, and is started where it is wanted")
  func connected() throws {
    let runner = runner()
    let (usb, new) = (try usbCamera(), try usbCamera().device)
    var graph = SessionGraph()
    graph.add(usb)
    func actions(_ device: CaptureDevice, _ phase: SessionLifecycle.Phase) -> String {
      text(runner.connected(device, SessionView(now: .zero, phase: phase, graph: graph)))
    }
    #expect(actions(new, .running) == "", "nothing has gone")
    usb.device.noteDisconnection()
    #expect(actions(new, .running) == "replace, resume" && actions(new, .idle([])) == "replace")
    #expect(actions(new, Self.lost) == "replace, back")
    #expect(actions(microphone.device, .running) == "")
  }

  @Test("what came of a start is told, and the session goes on with what there is")
  func attempts() {
    var runner = InputRunner<String>(timeout: .seconds(3))
    #expect(text(runner.resumed(camera, nil, view())) == "lanes")
    let busy = lost(camera, .busy).error
    #expect(
      text(runner.resumed(camera, busy, view())) == "report deviceFailed, retry at 103.0, tell busy, gone busy, lanes")
    let broken = lost(microphone, .streamingFailed).error
    #expect(text(runner.resumed(microphone, broken, view())) == "report deviceFailed, lanes")
    #expect(text(runner.retried(camera, isThere: true, view())) == "lanes")
    #expect(text(runner.retried(camera, isThere: true, view(Self.lost))) == "back")
  }

  @Test("a stalled device is watched, started anew more and more rarely, and used again when it delivers")
  func stalled() {
    var runner = runner()
    #expect(
      text(runner.failed(error(.stalled), microphone, view()))
        == "deactivate, close microphone, rest microphone, restart at 103.0, tell stalled")
    #expect(runner.state(of: microphone)?.stalledLane == "microphone" && runner.allLanes.count == 2)
    let name = ObjectIdentifier(microphone)
    for pause in [6, 12, 24, 24] {
      #expect(text(runner.restart(name, view())) == "restart microphone, restart at \(100.0 + Double(pause))")
    }
    #expect(text(runner.restart(name, view(Self.hidden))) == "restart at 124.0")
    #expect(text(runner.returned(microphone, isUpToDate: true, view())) == "cancel, wake microphone, resume")
    #expect(runner.lane(of: microphone) == "microphone" && runner.state(of: microphone)?.stalledLane == nil)
  }

  @Test("a stalled device that comes back is opened anew, or let be, where it is not wanted as it is")
  func unwanted() {
    for (isUpToDate, phase, expected) in [
      (false, SessionLifecycle.Phase.running, "cancel, stop camera, resume"),
      (true, Self.lost, "cancel, wake camera, over"), (true, Self.hidden, "cancel, stop camera, over"),
      (true, .idle([]), "cancel, wake camera, stop camera"),
    ] {
      var runner = runner()
      _ = runner.failed(error(.stalled), camera, view())
      #expect(text(runner.returned(camera, isUpToDate: isUpToDate, view(phase))) == expected)
    }
  }

  @Test("a device in use is tried more and more rarely; the app hears of it once")
  func busy() {
    var runner = InputRunner<String>(timeout: .seconds(3))
    _ = runner.started(camera, "camera")
    #expect(text(runner.lost([lost(microphone, .busy)], view())) == "retry at 103.0, tell busy")
    #expect(text(runner.lost([lost(microphone, .busy)], view())) == "")
    let name = ObjectIdentifier(microphone)
    #expect(text(runner.retry(name, view())) == "retry")
    #expect(text(runner.retried(microphone, isThere: false, view())) == "retry at 106.0")
    #expect(text(runner.retry(name, view(Self.hidden))) == "retry at 112.0")
    #expect(text(runner.retry(name, view(Self.lost))) == "retry at 124.0")
    #expect(text(runner.started(microphone, "microphone")) == "cancel")
  }

  @Test("a session whose cameras are all away has none; one with another camera runs")
  func noCamera() {
    var runner = InputRunner<String>(timeout: .seconds(3))
    let lost = [lost(camera, .busy)]
    #expect(runner.whyNothingRuns(without: lost, view()) != nil)
    #expect(text(runner.lost(lost, view())) == "retry at 103.0, tell busy, gone busy")
    _ = runner.started(camera, "camera")
    #expect(runner.whyNothingRuns(without: lost, view()) == nil)
  }

  @Test("an interruption gives stalled microphones up and lets cameras rest; its end hurries them")
  func interruption() {
    var runner = runner()
    _ = runner.failed(error(.stalled), camera, view())
    _ = runner.failed(error(.stalled), microphone, view())
    #expect(
      text(runner.rest(for: .videoDeviceWasLost, view())) == "cancel, stop microphone, close microphone")
    #expect(text(runner.rest(for: .videoDeviceNotAvailableInBackground, view())) == "stop camera")
    _ = runner.restart(ObjectIdentifier(camera), view())
    #expect(text(runner.hurry(view())) == "cancel, restart camera, restart at 106.0")
  }

  @Test("an input that is stopped ends what uses it, and is waited for no more")
  func stopping() {
    var runner = runner()
    #expect(text(runner.stop(camera)) == "reconfigure, stop camera, close camera, pressure")
    #expect(text(runner.stop(camera)) == "")
    _ = runner.failed(error(.stalled), microphone, view())
    #expect(text(runner.stop(microphone)) == "cancel, stop microphone, close microphone")
  }
}
