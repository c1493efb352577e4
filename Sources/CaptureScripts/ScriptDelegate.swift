import LiveCapture
import MediaCore

/// An app in small: notes every call and keeps stills as files. One for each capture.
// Unchecked because the class is open to the two below; nothing in it changes.
class ScriptDelegate: DelegateCallReceiver, @unchecked Sendable {
  private let log: ScriptLog
  private let files: ScriptStore
  /// The labels of outputs, where there are several; the outputs themselves are not held.
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

  func receive(_ call: DelegateCall, from output: PhotoOutput) {
    log.note(
      .call, call.name, capture: call.number, output: names[ObjectIdentifier(output)] ?? nil,
      detail: Self.detail(of: call), error: call.error?.avErrorCode, facts: ScriptFacts(call))
    guard let photo = call.photo, let bytes = photo.fileDataRepresentation() else { return }
    files.keep(photo, bytes, suffix: call.step == .didCaptureProxy ? "-proxy" : "")
  }

  private static func detail(of call: DelegateCall) -> String? {
    if let photo = call.photo {
      if call.step == .didCaptureProxy { return "\(photo.byteCount) bytes" }
      let offset = photo.shutterError
      return "photo \(photo.photoCount)" + (photo.byteCount > 0 ? ", \(photo.byteCount) bytes" : "")
        + (offset.isNumeric ? ", \(offset.milliseconds) off the shutter" : "")
    }
    guard let (duration, photoDisplayTime) = call.movieTimes, duration.isNumeric else { return nil }
    return "\(duration.milliseconds) long, the still at \(photoDisplayTime.milliseconds)"
  }
}

class ScriptPhotoDelegate: ScriptDelegate, PhotoProcessingDelegate, @unchecked Sendable {}  // adds calls alone

final class ScriptFullDelegate: ScriptPhotoDelegate, LivePhotoCaptureDelegate, DeferredPhotoDelegate,
  @unchecked Sendable  // adds calls alone
{}
