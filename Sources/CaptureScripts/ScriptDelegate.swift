import LiveCapture
import MediaCore

/// An app in small: notes every call and keeps stills as files. One for each capture.
// Unchecked because the class is open to the two below; nothing in it changes.
class ScriptDelegate: PhotoCaptureDelegate, @unchecked Sendable {
  let log: ScriptLog
  let files: ScriptStore
  /// What outputs are called where there are several; they themselves are not held.
  private let names: [ObjectIdentifier: String?]

  required init(_ log: ScriptLog, _ files: ScriptStore, _ outputs: [ScriptOutput]) {
    self.log = log
    self.files = files
    names = Dictionary(uniqueKeysWithValues: outputs.map { (ObjectIdentifier($0.photo), $0.label) })
  }

  static func type(_ kind: ScriptPress.Delegate) -> ScriptDelegate.Type? {
    switch kind {
    case .full: ScriptFullDelegate.self
    case .photos: ScriptPhotoDelegate.self
    case .bare: ScriptDelegate.self
    case .none: nil
    }
  }

  func note(
    _ step: CaptureStep, _ settings: ResolvedPhotoSettings, of output: PhotoOutput, detail: String? = nil,
    error: CaptureError? = nil, facts: ScriptFacts? = nil
  ) {
    log.note(
      .call, "\(step.rawValue) \(step)", capture: Int(settings.uniqueID.rawValue),
      output: names[ObjectIdentifier(output)] ?? nil,
      detail: detail, error: error?.avErrorCode, facts: facts ?? ScriptFacts(step))
  }

  func photoOutput(_ output: PhotoOutput, willBeginCaptureFor settings: ResolvedPhotoSettings) {
    note(.willBegin, settings, of: output)
  }

  func photoOutput(_ output: PhotoOutput, willCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.willCapture, settings, of: output)
  }

  func photoOutput(_ output: PhotoOutput, didCapturePhotoFor settings: ResolvedPhotoSettings) {
    note(.didCapture, settings, of: output)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor settings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    note(.didFinish, settings, of: output, error: error)
  }

  func receive(_ photo: CapturePhoto, of output: PhotoOutput, _ error: CaptureError?) {
    let offset = photo.shutterError
    note(
      .didProcessPhoto, photo.resolvedSettings, of: output,
      detail: "photo \(photo.photoCount)" + (photo.byteCount > 0 ? ", \(photo.byteCount) bytes" : "")
        + (offset.isNumeric ? ", \(offset.milliseconds) off the shutter" : ""), error: error,
      facts: ScriptFacts(.didProcessPhoto, photo))
    guard let bytes = photo.fileDataRepresentation() else { return }
    files.keep(photo, bytes)
  }
}

class ScriptPhotoDelegate: ScriptDelegate, PhotoProcessingDelegate, @unchecked Sendable {  // adds calls alone
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    receive(photo, of: output, error)
  }
}

final class ScriptFullDelegate: ScriptPhotoDelegate, LivePhotoCaptureDelegate, DeferredPhotoDelegate,
  @unchecked Sendable  // adds calls alone
{
  func photoOutput(
    _ output: PhotoOutput, didFinishCapturingDeferredPhotoProxy proxy: DeferredPhotoProxy?, error: CaptureError?
  ) {
    guard let photo = proxy?.photo else { return }
    note(
      .didCaptureProxy, photo.resolvedSettings, of: output, detail: "\(photo.byteCount) bytes", error: error,
      facts: ScriptFacts(.didCaptureProxy, photo))
    guard let bytes = proxy?.fileDataRepresentation() else { return }
    files.keep(photo, bytes, suffix: "-proxy")
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: ResolvedPhotoSettings
  ) {
    note(.didRecordMovie, resolvedSettings, of: output)
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    var facts = ScriptFacts(.didProcessMovie)
    facts.describeMovie(duration: duration, photoDisplayTime: photoDisplayTime)
    note(
      .didProcessMovie, resolvedSettings, of: output,
      detail: duration.isNumeric
        ? "\(duration.milliseconds) long, the still at \(photoDisplayTime.milliseconds)" : nil, error: error,
      facts: facts)
  }
}
