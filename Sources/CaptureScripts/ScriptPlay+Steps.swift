import CaptureDevices
import Diagnostics
import LiveCapture
import MediaCore
import Simulator
import Synchronization

extension ScriptPlay {
  func run() async {
    await cast.settle()
    let start = cast.script.session.starts ? [ScriptStep(.next, .start)] : []
    for step in start + cast.script.steps {
      // What is refused is in the log, which expectations are about; the script goes on.
      do { try await take(step) } catch {}
    }
    await advance(
      to: cast.script.end.map { cast.log.begin + $0 } ?? cast.clock.now + MediaTime(value: 10, timescale: 1))
  }

  /// Waits until a step is due, takes it, and returns once everything that it sets off at once is done.
  /// - Throws: What refused it, which the log tells as well.
  package func take(_ step: ScriptStep) async throws {
    await wait(for: step)
    let output = cast.outputs[cast.script.place(ofOutput: step.output)]
    let label = step.action.isAboutOutput ? output.label : nil
    var capture: Int?
    switch step.action {
    case .press: capture = nextNumber()
    case .release(let number): capture = number
    default: break
    }
    if let text = step.action.text { cast.log.note(.step, text, capture: capture, output: label) }
    var refusal: (any Error)?
    do { try await perform(step.action, output, capture ?? 0) } catch {
      cast.noteRefusal(error, capture: capture, output: label)
      refusal = error
    }
    await cast.settle()
    if let refusal { throw refusal }
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

  private func perform(_ action: ScriptAction, _ output: ScriptOutput, _ number: Int) async throws {
    let session = cast.session
    switch action {
    case .press(let press): try self.press(press, number, output)
    case .release:
      if state.withLock({ $0.delegates.removeValue(forKey: number) }) == nil {
        cast.log.note(.refusal, "release", capture: number, detail: "this capture has no delegate, or never came about")
      }
    case .prepare(let kinds): prepare(kinds, output)
    case .live(let isOn): try output.photo.setLivePhotoCaptureEnabled(isOn)
    case .suspend(let isOn): try output.photo.setLivePhotoCaptureSuspended(isOn)
    case .feature(let feature, let isOn): try output.switchFeature(feature, isOn)
    case .maxPhotoDimensions(let size): try output.photo.setMaxPhotoDimensions(size)
    case .record(let recording): try recordings.record(recording)
    case .stopRecording: recordings.stop()
    case .movieOutput(let isAdded): try await recordings.setOutput(isAdded)
    case .start: try await cast.noteStart { try await session.startRunning() }
    case .stop: try await stopSession()
    case .preset(let preset): try await session.setSessionPreset(preset)
    case .switchCamera(let old, let new): try await cast.exchange(try cast.input(old), try cast.input(new))
    case .addInput(let name): try await cast.addInput(try cast.input(name))
    case .removeInput(let name): try await session.removeInput(try cast.input(name))
    case .configuration(begins: true): await session.beginConfiguration()
    case .configuration(begins: false): try await session.commitConfiguration()
    case .activeFormat(let format): try setActiveFormat(format)
    case .interrupt(let reason): await session.beginInterruption(reason)
    case .endInterruption(let reason): await session.endInterruption(reason)
    case .advance(let time): await advance(by: time)
    case .flash(let state): cast.flash?.setAvailable(state == .ready)
    case .requestAccess(let mediaType): try requestAccess(mediaType)
    case .answer(let mediaType, let isGranted):
      if !cast.prompts.answer(mediaType, isGranted: isGranted) {
        cast.log.note(.refusal, "answer", detail: "nobody has asked about the \(ScriptPrompts.name(mediaType))")
      }
    case .finishDeferred(afterRestart: true): state.withLock { $0.isFinishedAfterRestart = true }
    case .finishDeferred(afterRestart: false): finishDeferred()
    case .failEncoders(let count): cast.encoders.fail(afterFrames: count)
    case .failAudioEncoders(let count): cast.encoders.failSound(afterFrames: count)
    case .failStills(let count): cast.stills.fail(next: count)
    case .slowDelegate(let duration): cast.work.slowDelegate(by: duration)
    case .disk(let disk): change(disk)
    case .createFile(let name):
      do { try cast.files.put(name, Array("in the way".utf8)) } catch {
        cast.log.note(.refusal, "createFile", detail: "\(error)")
      }
    case .order(let order, let names): give(order, names)
    }
  }

  private func give(_ order: DeviceOrder, _ names: [String]) {
    let first: String? =
      switch order.terms.recipient {
      case .camera: cast.script.cameraNames.first
      case .microphone: cast.script.microphoneNames.first
      case nil: nil
      }
    for name in names.isEmpty ? first.map({ [$0] }) ?? [] : names { cast.catalog.give(order, to: name) }
  }

  private func change(_ disk: ScriptDisk) {
    switch disk {
    case .works:
      cast.files.disk.setRoom(nil)
      cast.files.disk.setFolder(.open)
      cast.work.slowDisk(by: .zero)
    case .full(let room): cast.files.disk.setRoom(room)
    case .unwritable: cast.files.disk.setFolder(.unwritable)
    case .vanishes: cast.files.disk.setFolder(.vanishes)
    case .slow(let delay): cast.work.slowDisk(by: delay)
    }
  }

  /// Stops the session. Time goes on meanwhile where a slow disk needs it.
  func stopSession() async throws {
    let stopping = Task.immediate { [session = cast.session] in try await session.stopRunning() }
    // Queued behind the stop, so that it has begun when this returns.
    _ = await cast.session.isRunning
    await cast.settle()
    await passDelays(of: .file)
    try await stopping.value
  }

  /// Advances the clock until no work of a kind is delayed.
  func passDelays(of kind: WorkKind) async {
    while cast.work.delayedCount(of: kind) > 0, let next = cast.clock.nextActionTime {
      await advance(to: max(next, cast.clock.now))
    }
  }

  // MARK: The shutter

  private func press(_ press: ScriptPress, _ number: Int, _ output: ScriptOutput) throws {
    let own = press.delegate == .full ? delegate : nil
    let delegate = own ?? ScriptDelegate.type(press.delegate)?.init(cast.log, cast.files, cast.outputs)
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
