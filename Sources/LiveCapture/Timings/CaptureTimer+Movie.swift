import Diagnostics
import MediaCore
import MovieCoding

extension CaptureTimer {
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
    guard let measured = audio?.timings, let microphone else { return }
    add(measured.work)
    let (drift, uncertainty) = microphone.clockEstimate
    update { timings in
      timings.sound = CaptureTimings.SoundError(
        error: measured.error, uncertainty: uncertainty + LivePhotoMovie.pictureRounding, driftPPM: drift)
    }
  }
}
