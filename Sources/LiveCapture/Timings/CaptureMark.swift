public import MediaCore

/// An instant in the course of a capture. Raw values are what reports call it.
public enum CaptureMark: String, Sendable, Hashable, CaseIterable {
  /// The shutter was pressed.
  case shutter
  /// The still's frame was taken, as the camera stamped it. Of a bracket, the first one's.
  case stillTaken
  /// The still's frame was handed over by the camera; with zero shutter lag this may be before the shutter.
  case stillArrived
  /// The still was ready. Of several, the last one.
  case stillReady
  /// The still was complete on disk. The code that writes it sets this mark; the session does not.
  case stillSaved
  /// The last sample of the movie arrived, or the movie was ended early.
  case gatheringEnded = "recordingEnded"
  /// The encoders had returned the last of the movie's pictures and sound.
  case footageEncoded
  /// The movie was complete on disk.
  case movieComplete
  /// The capture had ended.
  case finished
}

/// A latency of a capture that its user notices. Raw values are the names in reports.
public enum CaptureLatency: String, Sendable, Hashable, CaseIterable {
  /// The time from the shutter to the arrival of the still's frame; negative if the frame arrived before.
  case shutterToStillArrived
  /// The time from the shutter to the still.
  case shutterToStillReady
  /// The time from the shutter to the still on disk.
  case shutterToStillSaved
  /// The time from the shutter or the frame's arrival, the later of the two, to the still.
  case arrivalToStillReady
  /// The time from the shutter or the frame's arrival, the later of the two, to the still on disk.
  case arrivalToStillSaved
  /// The time from the end of the gathering to the end of its encoding.
  case gatheringEndToFootageEncoded = "recordingEndToFootageEncoded"
  /// The time from the end of the gathering to the movie on disk.
  case gatheringEndToMovieComplete = "recordingEndToMovieComplete"
  /// The time from the shutter to the end of the capture.
  case shutterToFinished
}

extension CaptureTimings {
  /// The latency on the session's clock; `nil` if one of the two marks was not set.
  public subscript(latency: CaptureLatency) -> MediaTime? {
    switch latency {
    case .shutterToStillArrived: span(.shutter, .stillArrived)
    case .shutterToStillReady: span(.shutter, .stillReady)
    case .shutterToStillSaved: span(.shutter, .stillSaved)
    case .arrivalToStillReady: span(.shutter, and: .stillArrived, .stillReady)
    case .arrivalToStillSaved: span(.shutter, and: .stillArrived, .stillSaved)
    case .gatheringEndToFootageEncoded: span(.gatheringEnded, .footageEncoded)
    case .gatheringEndToMovieComplete: span(.gatheringEnded, .movieComplete)
    case .shutterToFinished: span(.shutter, .finished)
    }
  }

  /// Returns the time from the later of the first two instants, or from the first alone where no second is given, to
  /// the last.
  private func span(_ first: CaptureMark, and second: CaptureMark? = nil, _ last: CaptureMark) -> MediaTime? {
    guard let start = marks[first], let other = marks[second ?? first], let end = marks[last] else { return nil }
    return end - max(start, other)
  }
}
