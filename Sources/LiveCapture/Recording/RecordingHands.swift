import CaptureDevices
import Diagnostics
import FileStorage
import MediaCore
import Synchronization

/// Carries out what ``Recordings`` decides: on recorders, lanes, outputs and delegates. Belongs to the session's queue.
final class RecordingHands {
  private struct Job {
    let output: MovieFileOutput
    let connections: [CaptureConnection]
    weak var delegate: (any MovieRecordingDelegate)?
    let video: VideoLane
    let audio: AudioLane?
    let recorder: MovieRecorder
  }

  private var jobs: [Recordings.ID: Job] = [:]

  /// - Throws: What ``Recordings/begin(_:)`` throws.
  func begin(
    to path: String, from output: MovieFileOutput, at start: MediaTime, delegate: (any MovieRecordingDelegate)?,
    in session: isolated CaptureSession
  ) throws(CaptureError) {
    let camera = session.graph.connection(to: output, of: .video)
    let video = session.isRunning ? camera.flatMap { session.runner.lane(of: $0.input)?.video } : nil
    let audio = session.microphone(of: output)
    let connections = session.graph.connections.filter { $0.output === output }
    let settings = output.state.withLock { $0.settings }
    let environment = session.environment
    if audio != nil, let absent = environment.media.sound.absent(session.configuration.usedAudioEncoder) {
      throw environment.media.reasoned(
        CaptureError(breaking: .movieCodecIsAvailable, context: "audioEncoder", absent.absence), sound: absent)
    }
    let files = environment.files
    let beginning = try session.recordings.begin(
      Recordings.Order(
        path: path, output: ObjectIdentifier(output), connections: connections.map { ObjectIdentifier($0) },
        isConnected: camera?.isActive == true, camera: video.map { ObjectIdentifier($0) }, hasSound: audio != nil,
        maximumDuration: settings.maximumDuration, isTaken: files.exists(path), isWritable: files.canCreate(path)))
    switch beginning {
    case .failure(let error):
      tell(
        .didFinishRecording(nil, path: path, error: error, at: session.now), connections, of: output,
        delegate, in: session)
    case .success(let id):
      // One that begins has both.
      guard let camera, let video else { return }
      let plan = RecordingEncoding.Plan(
        path: path, pictures: session.inputHands.plan(of: video, settings.codec, in: session),
        audioFormat: (audio?.source.format).map(session.configuration.movieFormat), orientation: camera.orientation,
        model: video.source.device.name,
        fragmentInterval: settings.fragmentInterval, maximumSize: settings.maximumSize, sound: environment.media.sound,
        files: files, wallClock: environment.wallClock)
      let recorder = MovieRecorder(
        plan, from: start, maximumDuration: settings.maximumDuration, scheduler: session.scheduler,
        onFirstFrame: { [weak session] time in session?.enter { $0.record { $0.began(id, at: time) } } },
        onEnd: { [weak session] in session?.enter { $0.record { $0.endedItself(id) } } })
      jobs[id] = Job(
        output: output, connections: connections, delegate: delegate, video: video, audio: audio, recorder: recorder)
      output.state.withLock { $0.recorder = recorder }
      video.add(for: recorder, from: start) { frame, _ in recorder.receive(frame) }
    }
  }

  func perform(_ action: Recordings.Action, in session: isolated CaptureSession) {
    switch action {
    case .begin(let id, let hasSound, let maximum):
      guard let job = jobs[id] else { return }
      if hasSound {
        job.audio?.add(for: job.recorder, from: .negativeInfinity) { [recorder = job.recorder] chunk, clockRate in
          recorder.receive(chunk, clockRate: clockRate)
          return SampleReception()
        }
      }
      tell(
        .didStartRecording(path: job.recorder.path, at: session.now), job.connections, of: job.output,
        job.delegate, in: session)
      guard let maximum else { return }
      job.video.watch(for: maximum) { [weak session] in
        session?.enter { $0.record { $0.reachedMaximum(id, at: maximum) } }
      }
    case .removeSound(let id):
      if let job = jobs[id] { job.audio?.remove(job.recorder) }
    case .stop(let id, let end, let media):
      guard let job = jobs[id] else { return }
      job.recorder.limit(to: end)
      free(job)
      for medium in media {
        let report: @Sendable () -> Void = { [weak session] in
          session?.enter { $0.record { $0.arrived(medium, of: id) } }
        }
        switch medium {
        case .video: job.video.watch(for: end, report)
        case .audio: job.audio?.watch(for: end, report)
        }
      }
    case .finish(let id, let end, let isKept):
      guard let job = jobs[id] else { return }
      free(job)
      job.video.remove(job.recorder)
      job.audio?.remove(job.recorder)
      job.recorder.finish(at: end, isKept: isKept) { [weak session] result in
        session?.enter { $0.record { $0.finished(id, result) } }
      }
    case .tellEnd(let id, let movie, let error):
      guard let job = jobs.removeValue(forKey: id) else { return }
      tell(
        .didFinishRecording(movie, path: job.recorder.path, error: error, at: session.now), job.connections,
        of: job.output, job.delegate, in: session)
      session.noteClosedCapture()
    }
  }

  private func free(_ job: Job) {
    job.output.state.withLock { state in
      if state.recorder === job.recorder { state.recorder = nil }
    }
  }

  private func tell(
    _ event: RecordingEvent, _ connections: [CaptureConnection], of output: MovieFileOutput,
    _ delegate: (any MovieRecordingDelegate)?, in session: isolated CaptureSession
  ) {
    output.eventFeed.tell(event)
    guard let delegate else { return }
    // Held weakly on the way too: a delegate that has been let go hears nothing.
    session.scheduler.run(on: output.delegateQueue) { [weak delegate] in
      switch event {
      case .didStartRecording(let path, _):
        delegate?.fileOutput(output, didStartRecordingTo: path, from: connections)
      case .didFinishRecording(_, let path, let error, _):
        delegate?.fileOutput(output, didFinishRecordingTo: path, from: connections, error: error)
      }
    }
  }
}
