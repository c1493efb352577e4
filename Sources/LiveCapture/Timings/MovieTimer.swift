import Diagnostics
import MediaCore
import MovieCoding

/// What a capture's timer hears of its movie.
struct MovieTimer: Sendable {
  let timer: CaptureTimer
  let camera: VideoLane
  let microphone: AudioLane?

  var recorder: StageRecorder { timer.recorder }

  /// All that the movie holds has come out of the encoders.
  func footageEncoded(_ video: VideoFootage.Cut, _ audio: AudioFootage.Cut?, at time: MediaTime) {
    timer.mark(.footageEncoded, at: time)
    timer.add(video.work)
    if let first = video.samples.first, let last = video.samples.last {
      timer.add(camera.takeWork(from: first.time, through: last.time))
    }
    guard let measured = audio?.timings, let microphone else { return }
    timer.add(measured.work)
    let (drift, uncertainty) = microphone.clockEstimate
    timer.update { timings in
      timings.sound = CaptureTimings.SoundError(
        error: measured.error, uncertainty: uncertainty + LivePhotoMovie.pictureRounding, driftPPM: drift)
    }
  }

  func complete(showing visible: TimeRange, _ resolved: ResolvedPhotoSettings, _ configuration: SessionConfiguration) {
    timer.update { timings in
      let shutter = resolved.shutterTime
      timings.preRoll = .init(asked: configuration.preRoll, obtained: shutter - visible.start)
      timings.postRoll = .init(asked: configuration.postRoll, obtained: visible.end - shutter)
    }
  }
}
