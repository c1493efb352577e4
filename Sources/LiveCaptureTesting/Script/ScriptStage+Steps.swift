import CaptureDevices
import LiveCapture
import MediaCore
import Synchronization
import Simulator

extension ScriptStage {
  /// Takes every step, then waits for the script's end.
  func play() async {
    await settle()
    if script.session.starts { await start() }
    await settle()
    for step in script.steps {
      await wait(for: step)
      await take(step.action, outputs[script.place(ofOutput: step.output)])
      await settle()
    }
    let end = script.end.map { log.begin + $0 } ?? clock.now + MediaTime(value: 10, timescale: 1)
    await advance(to: end)
  }

  private func start() async {
    await attempt("session: start") { try await noteStart { try await session.startRunning() } }
  }

  private func wait(for step: ScriptStep) async {
    switch step.moment {
    case .next: break
    case .at(let time):
      // What the step before it has waited for, such as a slow disk, may have taken longer than the script thought.
      if clock.now > log.begin + time { violate(step, "is of \(time.milliseconds), and it was later already") }
      await advance(to: log.begin + time)
    case .after(let time): await advance(by: time)
    case .frame(let number):
      // A camera that delivers nothing is not waited for longer than anybody would.
      let limit = clock.now + MediaTime(value: 3600, timescale: 1)
      guard let name = script.cameraNames.first else { return }
      while (catalog.camera(name)?.deliveredCount ?? 0) < number, let next = clock.nextActionTime, next <= limit {
        await advance(to: max(next, clock.now))
        if next <= clock.now { clock.advance(to: clock.now) }
      }
      let count = catalog.camera(name)?.deliveredCount ?? 0
      if count < number { violate(step, "waits for frame \(number), and \(name) has delivered \(count) and no more") }
    }
  }

  private func violate(_ step: ScriptStep, _ message: String) {
    let place = script.file + (step.line.map { ":\($0)" } ?? "")
    let instant = (clock.now - log.begin).milliseconds
    let sentence = "\(place): this step \(message); it was taken at \(instant)"
    state.withLock { $0.violations.append(ScriptRun.Violation(kind: .late, message: sentence)) }
  }

  /// Does what may be refused, and notes it either way.
  func attempt(
    _ name: String, capture: Int? = nil, output: String? = nil, isTold: Bool = true,
    _ body: () async throws -> Void
  ) async {
    if isTold { log.note(.step, name, capture: capture, output: output) }
    do {
      try await body()
    } catch {
      noteRefusal(error, capture: capture, output: output)
    }
  }

  private func noteRefusal(_ error: any Error, capture: Int? = nil, output: String? = nil) {
    guard let error = error as? CaptureError else {
      return log.note(.refusal, "error", capture: capture, output: output, detail: "\(error)")
    }
    log.note(
      .refusal, error.rule?.rawValue ?? "\(error.code)", capture: capture, output: output, detail: error.description,
      error: error.avErrorCode)
  }

  private func take(_ action: ScriptAction, _ output: ScriptOutput) async {
    switch action {
    case .press(let press): await self.press(press, output)
    case .release(let number):
      log.note(.step, "release", capture: number)
      if state.withLock({ $0.delegates.removeValue(forKey: number) }) == nil {
        log.note(.refusal, "release", capture: number, detail: "this capture has no delegate, or never came about")
      }
    case .stop:
      log.note(.step, "session: stop")
      await stopSession()
    case .start: await start()
    case .record(let recording): await record(recording)
    case .stopRecording:
      log.note(.step, "record: stop")
      state.withLock { $0.movieOutput }?.stopRecording()
    case .advance(let time): await advance(by: time)
    case .flash(let state):
      log.note(.step, "flash: \(state.rawValue)")
      flash?.set(state)
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
      log.note(.step, "unplug: \(names.joined(separator: ", "))")
      for name in names { catalog.unplug(name) }
    case .replug(let names, let node, let model):
      log.note(.step, "replug: \(names.joined(separator: ", "))")
      for name in names { catalog.replug(name, node: node, name: model) }
    case .busy(let name, let isBusy):
      log.note(.step, "\(isBusy ? "busy" : "free"): \(name)")
      catalog.setBusy(isBusy, name)
    case .spoil(let spoiling, let count, let name):
      log.note(.step, "\(spoiling.rawValue): \(count)")
      if let camera = camera(name) { spoil(camera, spoiling, count) }
    case .freeze(let names, let isFrozen):
      log.note(.step, "\(isFrozen ? "freeze" : "thaw"): \(names.joined(separator: ", "))")
      for name in names {
        if isFrozen { catalog.camera(name)?.freeze() } else { catalog.camera(name)?.thaw() }
        if isFrozen { catalog.microphone(name)?.freeze() } else { catalog.microphone(name)?.thaw() }
      }
    case .stepClock(let step, let name):
      log.note(.step, "clockStep: \(step.milliseconds)")
      camera(name)?.stepClock(by: step)
    case .share(let share, let name):
      log.note(.step, "share: \(share)")
      camera(name)?.setShare(share)
    case .overrun(let frames, let name):
      log.note(.step, "overrun: \(frames)")
      if let name = name ?? script.microphoneNames.first { catalog.microphone(name)?.overrun(frames) }
    case .failAudioEncoders(let frames, let name):
      log.note(.step, "failAudioEncoders: \(frames.map { "\($0)" } ?? "never")")
      if let name = name ?? script.microphoneNames.first { catalog.microphone(name)?.poison(afterFrames: frames) }
    case .permit(let names, let isAllowed):
      log.note(.step, "\(isAllowed ? "allow" : "deny"): \(names.joined(separator: ", "))")
      for name in names { catalog.setAccess(isAllowed ? .granted : .denied, name) }
    default: break
    }
  }

  private func camera(_ name: String?) -> ScriptedVideoSource? {
    (name ?? script.cameraNames.first).flatMap { catalog.camera($0) }
  }

  private func spoil(_ camera: ScriptedVideoSource, _ spoiling: ScriptSpoiling, _ count: Int) {
    switch spoiling {
    case .drop: camera.lose(count)
    case .duplicate: camera.duplicate(count)
    case .errorFlag: camera.flagErrors(count)
    case .truncate: camera.truncate(count)
    case .damage: camera.damage(count)
    case .late: camera.holdBack(count)
    }
  }

  private func takeWithFiles(_ action: ScriptAction) {
    switch action {
    case .failEncoders(let count):
      log.note(.step, "failEncoders: \(count.map { "\($0)" } ?? "never")")
      encoders.fail(afterFrames: count)
    case .disk(let disk):
      switch disk {
      case .works:
        log.note(.step, "disk: works")
        files.disk.setRoom(nil)
        files.disk.setFolder(.open)
        work.setFileDelay(.zero)
      case .full(let room):
        log.note(.step, "disk: full at byte \(room)")
        files.disk.setRoom(room)
      case .unwritable, .vanishes:
        log.note(.step, "disk: \(disk)")
        files.disk.setFolder(disk == .unwritable ? .unwritable : .vanishes)
      case .slow(let delay):
        log.note(.step, "disk: slow by \(delay.milliseconds)")
        work.setFileDelay(delay)
      }
    case .createFile(let name):
      log.note(.step, "createFile: \(name)")
      do { try files.put(name, Array("in the way".utf8)) } catch {
        log.note(.refusal, "createFile", detail: "\(error)")
      }
    default: break
    }
  }

  private func takeWithSession(_ action: ScriptAction, _ output: ScriptOutput) async {
    switch action {
    case .preset(let preset):
      await attempt("preset: \(preset.rawValue)") { try await session.setSessionPreset(preset) }
    case .live(let isOn):
      await attempt("live: \(isOn)", output: output.label) { try output.photo.setLivePhotoCaptureEnabled(isOn) }
    case .suspend(let isOn):
      await attempt("suspend: \(isOn)", output: output.label) { try output.photo.setLivePhotoCaptureSuspended(isOn) }
    case .feature(let feature, let isOn):
      await attempt("\(feature.rawValue): \(isOn)", output: output.label) { try output.switchFeature(feature, isOn) }
    case .switchCamera(let old, let new):
      await attempt("switchCamera: \(old) to \(new)") { try await exchange(try input(old), try input(new)) }
    case .addInput(let name): await attempt("addInput: \(name)") { try await addInput(try input(name)) }
    case .removeInput(let name):
      await attempt("removeInput: \(name)") { try await session.removeInput(try input(name)) }
    case .movieOutput(let isAdded):
      await attempt("movieOutput: \(isAdded ? "add" : "remove")") { try await setMovieOutput(isAdded) }
    case .interrupt(let reason):
      log.note(.step, "interrupt: \(reason.rawValue)")
      await session.beginInterruption(reason)
    case .endInterruption(let reason):
      log.note(.step, "endInterruption: \(reason.rawValue)")
      await session.endInterruption(reason)
    default: break
    }
  }

  private func setMovieOutput(_ isAdded: Bool) async throws {
    if isAdded {
      let movieOutput = MovieFileOutput()
      try await session.addOutput(movieOutput)
      state.withLock { state in
        state.movieOutput = movieOutput
        state.recordings.append(movieOutput.events)
      }
    } else if let movieOutput = state.withLock({ $0.movieOutput.take() }) {
      try await session.removeOutput(movieOutput)
    }
  }

  /// The input of a device: the one that the session has or had, or a new one.
  func input(_ name: String) throws -> DeviceInput {
    if let input = state.withLock({ $0.inputs[name] }), input.device.isConnected { return input }
    guard let device = system.devices.first(where: { $0.uniqueID == name }) else {
      throw DeviceError(.notFound, device: name, message: "The device is not plugged in.")
    }
    let input = try DeviceInput(device, of: system)
    state.withLock { $0.inputs[name] = input }
    return input
  }

  /// Stops the session. Time goes on meanwhile where a slow disk needs it.
  func stopSession() async {
    let stopping = Task.immediate { [session] in try await session.stopRunning() }
    // Queued behind the stop, so that it has begun when this returns.
    _ = await session.isRunning
    await settle()
    while work.delayedFileCount > 0, let next = clock.nextActionTime { await advance(to: max(next, clock.now)) }
    do { try await stopping.value } catch { noteRefusal(error) }
    await settle()
  }

  // MARK: The shutter

  private func press(_ press: ScriptPress, _ output: ScriptOutput) async {
    let number = state.withLock { state in
      state.pressCount += 1
      return state.pressCount
    }
    let delegate = ScriptDelegate.make(press.delegate, log, files, ScriptOutputNames(outputs))
    await attempt("press: \(press.kind.rawValue)", capture: number, output: output.label) {
      do {
        let settings = try settings(of: press, number: number, output)
        state.withLock { $0.settings[number] = settings }
        try output.photo.capturePhoto(with: settings, delegate: delegate)
      } catch {
        state.withLock { $0.refusedPresses.append((number, "\(error)")) }
        throw error
      }
      if let delegate { state.withLock { $0.delegates[number] = delegate } }
    }
  }

  private func settings(
    of press: ScriptPress, number: Int, _ output: ScriptOutput
  ) throws(CaptureError) -> PhotoSettings {
    if let again = press.again, let settings = state.withLock({ $0.settings[again] }) { return settings }
    let id = CaptureID(rawValue: Int64(number))
    let format =
      switch press.format {
      case .one: press.pixels.map { PhotoFormat.pixels($0) } ?? PhotoFormat(codec: press.codec)
      case .both: PhotoFormat(codec: press.codec, pixelFormat: press.pixels ?? .bgra)
      case .neither: PhotoFormat()
      }
    var settings: PhotoSettings
    switch press.kind {
    case .bracket, .rawBracket:
      settings = try PhotoSettings(
        uniqueID: id, format: format, rawPixelFormat: press.kind == .bracket ? nil : rawFormat(of: output),
        bracket: press.bracket)
    case .raw: settings = PhotoSettings(uniqueID: id, format: nil, rawPixelFormat: rawFormat(of: output))
    case .rawAndStill:
      settings = PhotoSettings(uniqueID: id, format: format, rawPixelFormat: rawFormat(of: output))
    case .still: settings = PhotoSettings(uniqueID: id, format: format)
    case .live:
      settings = PhotoSettings(
        uniqueID: id, format: format, livePhotoMoviePath: files.path(press.movie ?? "\(number).mov"),
        livePhotoVideoCodec: press.movieCodec)
    }
    settings.photoQualityPrioritization = settings.rawPixelFormat == nil ? press.quality : .speed
    settings.flashMode = press.flash
    settings.orientation = press.orientation
    settings.maxPhotoDimensions = press.maxDimensions
    for (key, value) in press.metadata.sorted(by: { $0.key < $1.key }) {
      try settings.metadata.set(value, forKey: key)
    }
    if !press.movieMetadata.isEmpty {
      try settings.setLivePhotoMovieMetadata(
        press.movieMetadata.sorted { $0.key < $1.key }.map { LivePhotoMetadataItem(key: $0.key, value: $0.value) })
    }
    if let size = press.preview {
      settings.previewPhotoFormat = PhotoPreviewFormat(
        pixelFormat: output.photo.availablePreviewPhotoPixelFormatTypes.first, width: size.width, height: size.height)
    }
    if press.lag > .zero { settings.shutterTime = clock.now - press.lag }
    return settings
  }

  func rawFormat(of output: ScriptOutput) -> PixelFormat? {
    output.photo.availableRawPhotoPixelFormatTypes.first ?? PixelFormat("RGGB")
  }
}

extension ScriptPress {
  /// The photos of a bracket.
  fileprivate var bracket: [PhotoBracketElement] {
    (biases ?? (exposures.isEmpty ? [-1, 0, 1] : [])).map { .automatic(exposureTargetBias: $0) }
      + exposures.map { .manual(exposureDuration: $0.duration, sensitivity: $0.gain) }
  }
}
