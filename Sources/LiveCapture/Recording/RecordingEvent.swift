public import MediaCore

/// An event of a recording. `at` is its instant on the session's clock.
public enum RecordingEvent: Sendable {
  /// The first frame has been taken. Once, unless the recording failed before.
  case didStartRecording(path: String, at: MediaTime)
  /// The recording has ended: its last event, exactly once. With a movie, its file is complete, and an error names what
  /// ended it; without a movie, the error says why there is none.
  case didFinishRecording(RecordedMovie?, path: String, error: CaptureError?, at: MediaTime)

  /// The movie's file.
  public var path: String {
    switch self {
    case .didStartRecording(let path, _), .didFinishRecording(_, let path, _, _): path
    }
  }

  /// The instant at which it happened, on the session's clock.
  public var time: MediaTime {
    switch self {
    case .didStartRecording(_, let time), .didFinishRecording(_, _, _, let time): time
    }
  }
}

/// Receives the events of a recording, one call at a time, on the output's delegate queue.
///
/// The output holds a delegate weakly: keep it until the last call. Stands for
/// `AVCaptureFileOutputRecordingDelegate`.
public protocol MovieRecordingDelegate: AnyObject, Sendable {
  /// The first frame has been taken. Once, unless the recording failed before.
  func fileOutput(
    _ output: MovieFileOutput, didStartRecordingTo path: String, from connections: [CaptureConnection])
  /// The recording has ended. Last, exactly once for every recording that was begun.
  ///
  /// Without an error the file is complete. With one ``CaptureError/recordingSuccessfullyFinished`` tells whether it is
  /// complete all the same, as after an interruption or at the longest duration, or not there at all.
  func fileOutput(
    _ output: MovieFileOutput, didFinishRecordingTo path: String, from connections: [CaptureConnection],
    error: CaptureError?)
}

extension MovieRecordingDelegate {
  /// Does nothing.
  public func fileOutput(
    _ output: MovieFileOutput, didStartRecordingTo path: String, from connections: [CaptureConnection]
  ) {}
}
