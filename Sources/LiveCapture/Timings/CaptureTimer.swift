public import Diagnostics
public import MediaCore
import Synchronization

/// Collects the timings of one capture from all queues that work for it.
public final class CaptureTimer: Sendable {
  /// The recorder of the work that is done for this capture alone.
  let recorder: StageRecorder
  /// Measures what the capture's delegate does as the stage `delegate`, without what it measures as the stage `write`.
  public let delegateRecorder: StageRecorder
  private let state: Mutex<CaptureTimings>

  init(clock: any StageClock, resolved: ResolvedPhotoSettings) {
    recorder = StageRecorder(clock: clock)
    delegateRecorder = StageRecorder(clock: clock)
    var timings = CaptureTimings(resolvedSettings: resolved)
    timings.marks[.shutter] = resolved.shutterTime
    state = Mutex(timings)
  }

  var timings: CaptureTimings {
    var timings = state.withLock { $0 }
    timings.work.add(recorder.profile)
    timings.work.add(delegateRecorder.profile)
    return timings
  }

  func update(_ body: (inout CaptureTimings) -> Void) { state.withLock { body(&$0) } }

  /// Sets a mark; of several calls with the same mark the last one counts.
  public func mark(_ mark: CaptureMark, at time: MediaTime) {
    update { $0.marks[mark] = max($0.marks[mark] ?? time, time) }
  }

  /// The gathering of the movie has ended, if no sample has said so before.
  func gatheringEnded(at time: MediaTime) {
    update { $0.marks[.gatheringEnded] = $0.marks[.gatheringEnded] ?? time }
  }

  func add(_ work: StageLog.Work?) {
    guard let work else { return }
    update { timings in
      timings.work.add(work.all)
      timings.reusedWork.add(work.reused)
    }
  }

  /// All that a movie holds has come out of the encoders.
  func footageEncoded(
    _ video: VideoFootage.Cut, of camera: VideoLane, _ audio: AudioFootage.Cut?, of microphone: AudioLane?,
    at time: MediaTime
  ) {
    mark(.footageEncoded, at: time)
    add(video.work)
    if let first = video.samples.first, let last = video.samples.last {
      add(camera.takeWork(from: first.time, through: last.time))
    }
    guard let audio, let microphone else { return }
    add(audio.work)
    let statistics = microphone.statistics
    guard let uncertainty = statistics.syncUncertainty else { return }
    update { timings in
      timings.sound = CaptureTimings.SoundError(
        error: audio.error, uncertainty: uncertainty, driftPPM: statistics.driftPPM)
    }
  }
}

extension CaptureTimer? {
  func measureDelegate(_ body: () -> Void) {
    guard let recorder = self?.delegateRecorder else { return body() }
    let (start, written) = (recorder.clock.now, recorder.profile[.write])
    body()
    recorder.add(since: start, to: .delegate, without: .write, before: written)
  }
}
