import CaptureDevices
import FrameRing
import MediaCore
import MovieCoding
import Synchronization

/// A microphone's way into the session.
typealias AudioLane = Lane<SoundIntake>

extension AudioChunk: LaneSample {
  /// The instant at which the chunk's last frame was complete, at the nominal rate.
  var endTime: MediaTime {
    // Both are bounded: see `SoundIntake.accepts`.
    time + MediaTime(nanoseconds: Int64(frameCount) * 1_000_000_000 / Int64(format.sampleRate))
  }
}

extension Lane where Intake == SoundIntake {
  convenience init(
    source: any AudioSource, input: DeviceInput? = nil, configuration: SessionConfiguration,
    clock: (any MediaClock)? = nil, _ reports: Reports = Reports()
  ) {
    let retention = configuration.ringRetention
    let bytes = Int(retention.seconds.rounded(.up)) * source.format.sampleRate * source.format.frameBytes
    self.init(
      source, SoundIntake(source.format),
      RingLimits(retention: retention, count: 1 << 14, bytes: bytes * 2), input: input, clock: clock, meter: nil,
      reports)
  }

  var statistics: AudioStatistics {
    state.withLock { state in
      var statistics = state.intake.statistics
      let estimator = state.intake.estimator
      statistics.driftPPM = (state.intake.clockRate / Double(source.format.sampleRate) - 1) * 1e6
      if estimator.readingCount > 0 {
        statistics.syncUncertainty = estimator.uncertainty + LivePhotoMovie.pictureRounding
      }
      return statistics
    }
  }

  /// Notes how far the sound of a movie lies from its picture.
  func noteMovie(error: MediaTime) { state.withLock { $0.intake.statistics.movieError = error } }
}

extension Lane: AudioSink where Intake == SoundIntake {
  func audioSource(_ source: any AudioSource, didCapture borrowed: BorrowedAudioChunk) {
    arrive {
      $0.intake.accepts(borrowed)
    } take: { arrival, isMuted, state, outcome in
      let invalid = state.intake.statistics.invalid
      guard let chunk = state.intake.take(borrowed, at: arrival, isMuted: isMuted, into: &state.ring) else { return }
      if invalid == 0, state.intake.statistics.invalid > 0 { outcome.append { [reports] in reports.invalid() } }
      admit(chunk, &state, &outcome)
    }
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) {
    state.withLock { $0.intake.noteLoss() }
  }

  func audioSource(_ source: any AudioSource, didFail error: DeviceError) { reports.failure(error) }
}
