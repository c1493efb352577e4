import CaptureDevices
import FileStorage
import MediaCore
import Synchronization

/// Movies that are recorded to files: how they begin, and what ends them.
extension CaptureSession {
  static let configurationChanged = CaptureError(
    .configurationChanged, message: "the session was put together anew while it recorded")

  // MARK: Beginning

  nonisolated func startRecording(
    to path: String, from output: MovieFileOutput, delegate: (any MovieRecordingDelegate)?
  ) throws(CaptureError) {
    let now = environment.clock.now
    let failure: CaptureError? = sync { session in
      do throws(CaptureError) {
        try session.beginRecording(to: path, from: output, at: now, delegate: delegate)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func beginRecording(
    to path: String, from output: MovieFileOutput, at start: MediaTime, delegate: (any MovieRecordingDelegate)?
  ) throws(CaptureError) {
    guard let connection = graph.connection(to: output, of: .video), connection.isActive else {
      throw CaptureError(
        .invalidConfiguration, message: "the output has no active and enabled video connection: add a camera",
        rule: .videoConnectionIsActive)
    }
    guard !path.isEmpty, !path.hasSuffix("/"), !path.contains("://") else {
      throw CaptureError(
        breaking: .moviePathIsReachable, context: path, "name a file by its path, not a folder or a URL")
    }
    guard !output.isRecording else {
      throw CaptureError(
        .recordingInProgress, context: path, message: "the output records already; call stopRecording first")
    }
    let connections = graph.connections.filter { $0.output === output }
    guard case .running = state, let video = ports[ObjectIdentifier(connection.input)]?.video else {
      let error = CaptureError(.sessionNotRunning, message: "the session does not run; call startRunning first")
      return refuse(path, output, connections, delegate, error)
    }
    if environment.files.exists(path) {
      let error = CaptureError(.fileExists, context: path, message: "a file of this name exists already")
      return refuse(path, output, connections, delegate, error)
    }
    guard environment.files.canCreate(path) else {
      let error = CaptureError(
        .writingFailed, context: path, message: "there is no such folder, or it cannot be written to")
      return refuse(path, output, connections, delegate, error)
    }
    let sound = graph.connection(to: output, of: .audio).flatMap { connection in
      connection.isActive ? ports[ObjectIdentifier(connection.input)]?.audio : nil
    }
    let settings = output.state.withLock { $0.settings }
    let recorder = makeRecorder(to: path, settings, at: start, connection, video, sound)
    recordings.append(
      MovieRecording(
        output: output, path: path, connections: connections, video: video, audio: sound, recorder: recorder,
        maximumDuration: settings.maximumDuration, delegate: delegate))
    output.state.withLock { $0.current = MovieFileOutput.Current(path: path, recorder: recorder) }
    video.add(recorder, from: start)
  }

  private func makeRecorder(
    to path: String, _ settings: MovieFileOutput.Settings, at start: MediaTime, _ connection: CaptureConnection,
    _ video: VideoPort, _ sound: AudioPort?
  ) -> MovieRecorder {
    let plan = RecordingEncoding.Plan(
      path: path, mode: video.source.mode, codec: settings.codec, audioFormat: sound?.source.format,
      orientation: connection.orientation, model: video.source.device.name, configuration: configuration,
      fragmentInterval: settings.fragmentInterval, maximumSize: settings.maximumSize, counter: counter,
      media: environment.media, pace: reckonedPace, files: environment.files, wallClock: environment.wallClock)
    let limits = RecordingInbox.Limits(
      backlog: configuration.maximumRecordingBacklog, bytes: configuration.maximumRingBytes,
      duration: settings.maximumDuration)
    // The recorder is who it is told of: there may be two of one output, when a second one begins at once.
    let name = Mutex<ObjectIdentifier?>(nil)
    let recorder = MovieRecorder(
      plan, from: start, limits: limits, scheduler: scheduler,
      onFirstFrame: { [weak self] time in
        self?.enter { session in session.recordingBegan(name.withLock { $0 }, at: time) }
      },
      onEnd: { [weak self] in self?.enter { session in session.recordingEndedItself(name.withLock { $0 }) } })
    name.withLock { $0 = ObjectIdentifier(recorder) }
    return recorder
  }

  /// A recording that fails before anything was taken.
  private func refuse(
    _ path: String, _ output: MovieFileOutput, _ connections: [CaptureConnection],
    _ delegate: (any MovieRecordingDelegate)?, _ error: CaptureError
  ) {
    var error = error
    error.recordingSuccessfullyFinished = false
    tell(
      .didFinishRecording(nil, path: path, error: error, at: environment.clock.now), connections, of: output, delegate)
  }

  private func recording(_ name: ObjectIdentifier?) -> MovieRecording? {
    recordings.first { ObjectIdentifier($0.recorder) == name }
  }

  /// The first frame is there: the sound that goes with it is in the ring, or on its way.
  private func recordingBegan(_ name: ObjectIdentifier?, at begin: MediaTime) {
    guard let recording = recording(name), recording.state != .finishing else { return }
    recording.audio?.add(recording.recorder)
    tell(
      .didStartRecording(path: recording.path, at: environment.clock.now), recording.connections,
      of: recording.output, recording.delegate)
    guard let longest = recording.maximumDuration else { return }
    let end = begin + longest
    recording.video.watch(for: end) { [weak self] in
      self?.enter { session in
        guard let recording = session.recording(name), recording.state == .recording else { return }
        recording.ending = CaptureError(
          .maximumDurationReached, context: recording.path, message: "the movie is as long as it may be")
        session.stop(recording, at: end)
      }
    }
  }

  // MARK: Ending

  nonisolated func stopRecording(of output: MovieFileOutput) {
    let now = environment.clock.now
    sync { session in
      for recording in session.recordings where recording.output === output && recording.state == .recording {
        session.stop(recording, at: now)
      }
    }
  }

  /// Ends a recording with what was taken before `end`, as soon as that is in the rings.
  private func stop(_ recording: MovieRecording, at end: MediaTime) {
    recording.recorder.limit(to: end)
    recording.state = .stopping(at: end, waitingFor: recording.audio == nil ? [.video] : [.video, .audio])
    noteEnd(of: recording)
    let name = ObjectIdentifier(recording.recorder)
    recording.video.watch(for: end) { [weak self] in self?.enter { $0.recorded(.video, name) } }
    recording.audio?.watch(for: end) { [weak self] in self?.enter { $0.recorded(.audio, name) } }
  }

  private func recorded(_ medium: MovieRecording.Medium, _ name: ObjectIdentifier) {
    guard let recording = recording(name), case .stopping(let end, var media) = recording.state else { return }
    media.remove(medium)
    recording.state = .stopping(at: end, waitingFor: media)
    if media.isEmpty { finish(recording) }
  }

  /// The file is as large as it may be, or cannot be gone on with.
  private func recordingEndedItself(_ name: ObjectIdentifier?) {
    guard let recording = recording(name), recording.state != .finishing else { return }
    // If it cannot be gone on with, what comes of it says why.
    if recording.ending == nil {
      recording.ending = CaptureError(
        .maximumFileSizeReached, context: recording.path, message: "the movie's file is as large as it may be")
    }
    finish(recording)
  }

  /// Ends recordings because of something else than their own end; their movies are kept or dropped as the profile
  /// says. One that was stopped already, and waits for what is on its way, ends without an error.
  func end(_ ended: [MovieRecording], _ error: CaptureError) {
    for recording in ended where recording.state != .finishing {
      if case .stopping = recording.state {
        finish(recording)
      } else {
        recording.ending = error
        finish(recording, isKept: environment.profile.recordingEndedEarly == .isKept)
      }
    }
  }

  /// Ends recordings whose output has gone or is connected otherwise.
  func endRecordings(changedFrom old: SessionGraph) {
    end(
      recordings.filter { recording in
        let now = graph.connections.filter { $0.output === recording.output }
        return now.count != recording.connections.count
          || !recording.connections.allSatisfy { connection in now.contains { $0 === connection } }
      }, Self.configurationChanged)
    for output in old.outputs where !graph.contains(output) { (output as? MovieFileOutput)?.detach() }
  }

  /// No sound passes any more: what is still to come is silence.
  func silence(_ recording: MovieRecording) {
    recording.audio?.remove(recording.recorder)
    recording.audio = nil
    recorded(.audio, ObjectIdentifier(recording.recorder))
  }

  /// The output may record again.
  private func noteEnd(of recording: MovieRecording) {
    recording.output.state.withLock { state in
      if state.current?.recorder === recording.recorder { state.current = nil }
    }
  }

  private func finish(_ recording: MovieRecording, isKept: Bool = true) {
    var end: MediaTime?
    if case .stopping(let time, _) = recording.state { end = time }
    recording.state = .finishing
    noteEnd(of: recording)
    recording.video.remove(recording.recorder)
    recording.audio?.remove(recording.recorder)
    let name = ObjectIdentifier(recording.recorder)
    recording.recorder.finish(at: end, isKept: isKept) { [weak self] result in
      self?.enter { $0.recordingFinished(name, result) }
    }
  }

  private func recordingFinished(_ name: ObjectIdentifier, _ result: Result<RecordedMovie, CaptureError>?) {
    guard let recording = recording(name) else { return }
    recordings.removeAll { $0 === recording }
    var movie: RecordedMovie?
    var error = recording.ending
    switch result {
    case .success(let finished):
      movie = finished
      error?.recordingSuccessfullyFinished = true
    case .failure(let failure):
      // Of two reasons the one for which nothing was recorded is no news.
      let isEmpty = failure.code == .noFrames
      error = isEmpty ? error ?? failure : failure
      error?.recordingSuccessfullyFinished = false
    case nil: error?.recordingSuccessfullyFinished = false
    }
    tell(
      .didFinishRecording(movie, path: recording.path, error: error, at: environment.clock.now),
      recording.connections, of: recording.output, recording.delegate)
    noteClosedCapture()
  }

  // MARK: Telling

  private func tell(
    _ event: RecordingEvent, _ connections: [CaptureConnection], of output: MovieFileOutput,
    _ delegate: (any MovieRecordingDelegate)?
  ) {
    output.emit(event)
    guard let delegate else { return }
    // Held weakly on the way too: a delegate that has been let go hears nothing.
    scheduler.run(on: output.delegateQueue) { [weak delegate] in
      switch event {
      case .didStartRecording(let path, _):
        delegate?.fileOutput(output, didStartRecordingTo: path, from: connections)
      case .didFinishRecording(_, let path, let error, _):
        delegate?.fileOutput(output, didFinishRecordingTo: path, from: connections, error: error)
      }
    }
  }
}
