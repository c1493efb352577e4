import LiveCapture
import MediaCore

/// An app in small: notes every call and keeps stills as files. One for each capture.
class ScriptDelegate: PhotoCaptureDelegate, @unchecked Sendable {
  // Unchecked because the class is open to the two below; nothing in it changes.
  let log: ScriptLog
  let files: ScriptFiles

  init(_ log: ScriptLog, _ files: ScriptFiles) {
    self.log = log
    self.files = files
  }

  static func make(
    _ kind: ScriptPress.Delegate, _ log: ScriptLog, _ files: ScriptFiles
  ) -> (any PhotoCaptureDelegate)? {
    switch kind {
    case .full: ScriptFullDelegate(log, files)
    case .photos: ScriptPhotoDelegate(log, files)
    case .bare: ScriptDelegate(log, files)
    case .none: nil
    }
  }

  func note(
    _ step: CaptureStep, _ settings: ResolvedPhotoSettings, detail: String? = nil, error: CaptureError? = nil,
    facts: ScriptFacts? = nil
  ) {
    log.note(
      .call, "\(step.rawValue) \(step)", capture: Int(settings.uniqueID.rawValue), detail: detail,
      error: error?.avErrorCode, facts: facts ?? ScriptFacts(step))
  }

  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) {
    note(.willBegin, settings)
  }

  func photoOutput(_ output: PhotoOutput, willCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.willCapture, settings)
  }

  func photoOutput(_ output: PhotoOutput, didCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.didCapture, settings)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor settings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(.didFinish, settings, error: error)
  }

  func receive(_ photo: CapturePhoto, _ error: CaptureError?) {
    let offset = photo.shutterError
    note(
      .didProcessPhoto, photo.resolvedSettings,
      detail: "photo \(photo.photoCount)" + (photo.byteCount > 0 ? ", \(photo.byteCount) bytes" : "")
        + (offset.isNumeric ? ", \(offset.milliseconds) off the shutter" : ""), error: error,
      facts: ScriptFacts(.didProcessPhoto, photo))
    guard let bytes = photo.fileDataRepresentation() else { return }
    files.keep(photo, bytes)
  }
}

/// Receives stills.
class ScriptPhotoDelegate: ScriptDelegate, PhotoProcessingDelegate, @unchecked Sendable {
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    receive(photo, error)
  }
}

/// Receives everything.
final class ScriptFullDelegate: ScriptPhotoDelegate, LivePhotoCaptureDelegate, DeferredPhotoDelegate,
  @unchecked Sendable
{
  func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?
  ) {
    guard let photo = proxy?.photo else { return }
    note(
      .didCaptureProxy, photo.resolvedSettings, detail: "\(photo.byteCount) bytes", error: error,
      facts: ScriptFacts(.didCaptureProxy, photo))
    guard let bytes = proxy?.fileDataRepresentation() else { return }
    files.keep(photo, bytes, suffix: "-proxy")
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    note(.didRecordMovie, resolvedSettings)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    var facts = ScriptFacts(.didProcessMovie)
    facts.describeMovie(duration: duration, photoDisplayTime: photoDisplayTime)
    note(
      .didProcessMovie, resolvedSettings,
      detail: duration.isNumeric
        ? "\(duration.milliseconds) long, the still at \(photoDisplayTime.milliseconds)" : nil, error: error,
      facts: facts)
  }
}
