import CaptureDevices
import Diagnostics
import LiveCapture
import MediaCore
import Synchronization
import Simulator

extension ScriptPlay {
  /// Takes every step, then waits for the script's end.
  func run() async {
    await cast.settle()
    if cast.script.session.starts { await start() }
    await cast.settle()
    for step in cast.script.steps {
      await wait(for: step)
      await take(step.action, cast.outputs[cast.script.place(ofOutput: step.output)])
      await cast.settle()
    }
    let end = cast.script.end.map { cast.log.begin + $0 } ?? cast.clock.now + MediaTime(value: 10, timescale: 1)
    await advance(to: end)
  }

  private func start() async {
    await cast.attempt("session: start") { try await cast.noteStart { try await cast.session.startRunning() } }
  }

  private func wait(for step: ScriptStep) async {
    switch step.moment {
    case .next: break
    case .at(let time):
      // What the step before it has waited for, such as a slow disk, may have taken longer than the script thought.
      if cast.clock.now > cast.log.begin + time {
        violate(step, "is of \(time.milliseconds), and it was later already")
      }
      await advance(to: cast.log.begin + time)
    case .after(let time): await advance(by: time)
    case .frame(let number):
      // A camera that delivers nothing is not waited for longer than anybody would.
      let limit = cast.clock.now + MediaTime(value: 3600, timescale: 1)
      guard let name = cast.script.cameraNames.first else { return }
      while (cast.catalog.camera(name)?.deliveredCount ?? 0) < number, let next = cast.clock.nextActionTime,
        next <= limit
      {
        await advance(to: max(next, cast.clock.now))
        if next <= cast.clock.now { cast.clock.advance(to: cast.clock.now) }
      }
      let count = cast.catalog.camera(name)?.deliveredCount ?? 0
      if count < number { violate(step, "waits for frame \(number), and \(name) has delivered \(count) and no more") }
    }
  }

  private func violate(_ step: ScriptStep, _ message: String) {
    let place = cast.script.file + (step.line.map { ":\($0)" } ?? "")
    let instant = (cast.clock.now - cast.log.begin).milliseconds
    let sentence = "\(place): this step \(message); it was taken at \(instant)"
    state.withLock { $0.violations.append(ScriptRun.Violation(kind: .late, message: sentence)) }
  }

  private func take(_ action: ScriptAction, _ output: ScriptOutput) async {
    switch action {
    case .press(let press): await self.press(press, output)
    case .release(let number):
      cast.log.note(.step, "release", capture: number)
      if state.withLock({ $0.delegates.removeValue(forKey: number) }) == nil {
        cast.log.note(.refusal, "release", capture: number, detail: "this capture has no delegate, or never came about")
      }
    case .stop:
      cast.log.note(.step, "session: stop")
      await stopSession()
    case .start: await start()
    case .record(let recording): await recordings.record(recording)
    case .stopRecording:
      cast.log.note(.step, "record: stop")
      recordings.stop()
    case .advance(let time): await advance(by: time)
    case .flash(let state):
      cast.log.note(.step, "flash: \(state.rawValue)")
      cast.flash?.set(state)
    case .unplug, .replug, .busy, .spoil, .freeze, .stepClock, .share, .overrun, .failAudioEncoders, .permit:
      takeWithDevices(action)
    case .requestAccess, .answer, .finishDeferred: await takeWithUser(action)
    case .configuration, .activeFormat, .maxPhotoDimensions, .prepare: await takeWithSetup(action, output)
    case .failEncoders, .disk, .createFile: takeWithFiles(action)
    default: await takeWithSession(action, output)
    }
  }

  private func takeWithDevices(_ action: ScriptAction) {
    switch action {
    case .unplug(let names):
      cast.log.note(.step, "unplug: \(names.joined(separator: ", "))")
      for name in names { cast.catalog.unplug(name) }
    case .replug(let names, let node, let model):
      cast.log.note(.step, "replug: \(names.joined(separator: ", "))")
      for name in names { cast.catalog.replug(name, node: node, name: model) }
    case .busy(let name, let isBusy):
      cast.log.note(.step, "\(isBusy ? "busy" : "free"): \(name)")
      cast.catalog.setBusy(isBusy, name)
    case .spoil(let spoiling, let count, let name):
      cast.log.note(.step, "\(spoiling.rawValue): \(count)")
      camera(name)?.spoil(spoiling, count)
    case .freeze(let names, let isFrozen):
      cast.log.note(.step, "\(isFrozen ? "freeze" : "thaw"): \(names.joined(separator: ", "))")
      for name in names {
        if isFrozen { cast.catalog.camera(name)?.freeze() } else { cast.catalog.camera(name)?.thaw() }
        if isFrozen { cast.catalog.microphone(name)?.freeze() } else { cast.catalog.microphone(name)?.thaw() }
      }
    case .stepClock(let step, let name):
      cast.log.note(.step, "clockStep: \(step.milliseconds)")
      camera(name)?.stepClock(by: step)
    case .share(let share, let name):
      cast.log.note(.step, "share: \(share)")
      camera(name)?.setShare(share)
    case .overrun(let frames, let name):
      cast.log.note(.step, "overrun: \(frames)")
      if let name = name ?? cast.script.microphoneNames.first { cast.catalog.microphone(name)?.overrun(frames) }
    case .failAudioEncoders(let frames, let name):
      cast.log.note(.step, "failAudioEncoders: \(frames.map { "\($0)" } ?? "never")")
      if let name = name ?? cast.script.microphoneNames.first {
        cast.catalog.microphone(name)?.poison(afterFrames: frames)
      }
    case .permit(let names, let isAllowed):
      cast.log.note(.step, "\(isAllowed ? "allow" : "deny"): \(names.joined(separator: ", "))")
      for name in names { cast.catalog.setAccess(isAllowed ? .granted : .denied, name) }
    default: break
    }
  }

  private func camera(_ name: String?) -> FaultyCamera? {
    (name ?? cast.script.cameraNames.first).flatMap { cast.catalog.camera($0) }
  }

  private func takeWithFiles(_ action: ScriptAction) {
    switch action {
    case .failEncoders(let count):
      cast.log.note(.step, "failEncoders: \(count.map { "\($0)" } ?? "never")")
      cast.encoders.fail(afterFrames: count)
    case .disk(let disk):
      switch disk {
      case .works:
        cast.log.note(.step, "disk: works")
        cast.files.disk.setRoom(nil)
        cast.files.disk.setFolder(.open)
        cast.work.setFileDelay(.zero)
      case .full(let room):
        cast.log.note(.step, "disk: full at byte \(room)")
        cast.files.disk.setRoom(room)
      case .unwritable, .vanishes:
        cast.log.note(.step, "disk: \(disk)")
        cast.files.disk.setFolder(disk == .unwritable ? .unwritable : .vanishes)
      case .slow(let delay):
        cast.log.note(.step, "disk: slow by \(delay.milliseconds)")
        cast.work.setFileDelay(delay)
      }
    case .createFile(let name):
      cast.log.note(.step, "createFile: \(name)")
      do { try cast.files.put(name, Array("in the way".utf8)) } catch {
        cast.log.note(.refusal, "createFile", detail: "\(error)")
      }
    default: break
    }
  }

  private func takeWithSession(_ action: ScriptAction, _ output: ScriptOutput) async {
    switch action {
    case .preset(let preset):
      await cast.attempt("preset: \(preset.rawValue)") { try await cast.session.setSessionPreset(preset) }
    case .live(let isOn):
      await cast.attempt("live: \(isOn)", output: output.label) { try output.photo.setLivePhotoCaptureEnabled(isOn) }
    case .suspend(let isOn):
      await cast.attempt("suspend: \(isOn)", output: output.label) {
        try output.photo.setLivePhotoCaptureSuspended(isOn)
      }
    case .feature(let feature, let isOn):
      await cast.attempt("\(feature.rawValue): \(isOn)", output: output.label) {
        try output.switchFeature(feature, isOn)
      }
    case .switchCamera(let old, let new):
      await cast.attempt("switchCamera: \(old) to \(new)") {
        try await cast.exchange(try cast.input(old), try cast.input(new))
      }
    case .addInput(let name): await cast.attempt("addInput: \(name)") { try await cast.addInput(try cast.input(name)) }
    case .removeInput(let name):
      await cast.attempt("removeInput: \(name)") { try await cast.session.removeInput(try cast.input(name)) }
    case .movieOutput(let isAdded):
      await cast.attempt("movieOutput: \(isAdded ? "add" : "remove")") { try await recordings.setOutput(isAdded) }
    case .interrupt(let reason):
      cast.log.note(.step, "interrupt: \(reason.rawValue)")
      await cast.session.beginInterruption(reason)
    case .endInterruption(let reason):
      cast.log.note(.step, "endInterruption: \(reason.rawValue)")
      await cast.session.endInterruption(reason)
    default: break
    }
  }

  /// Stops the session. Time goes on meanwhile where a slow disk needs it.
  func stopSession() async {
    let stopping = Task.immediate { [session = cast.session] in try await session.stopRunning() }
    // Queued behind the stop, so that it has begun when this returns.
    _ = await cast.session.isRunning
    await cast.settle()
    while cast.work.delayedFileCount > 0, let next = cast.clock.nextActionTime {
      await advance(to: max(next, cast.clock.now))
    }
    do { try await stopping.value } catch { cast.noteRefusal(error) }
    await cast.settle()
  }

  // MARK: The shutter

  private func press(_ press: ScriptPress, _ output: ScriptOutput) async {
    let number = state.withLock { state in
      state.pressCount += 1
      return state.pressCount
    }
    let delegate = ScriptDelegate.make(
      press.delegate, cast.log, cast.files, ScriptOutputNames(cast.outputs))
    await cast.attempt("press: \(press.kind.rawValue)", capture: number, output: output.label) {
      do {
        let again = press.again.flatMap { again in state.withLock { $0.settings[again] } }
        let settings = try again ?? press.settings(number: number, of: output, in: cast.files, at: cast.clock.now)
        state.withLock { $0.settings[number] = settings }
        try output.photo.capturePhoto(with: settings, delegate: delegate)
      } catch {
        state.withLock { $0.refusedPresses.append((number, "\(error)")) }
        throw error
      }
      if let delegate { state.withLock { $0.delegates[number] = delegate } }
    }
  }
}
