public import LiveCapture

/// What whoever follows a shoot is told: the captures' steps, stored files, and notices.
public enum ShootEvent: Sendable {
  /// A capture has gone on. `name` is the stem of its files, `live` how many Live Photos are being recorded. In a shoot
  /// that leaves Motion Photos alone, the path of a movie is empty: it is no file.
  case capture(CaptureEvent, name: String, live: Int)
  /// A still is complete on disk.
  case photoSaved(CapturePhoto, name: String, path: String, byteCount: Int)
  /// The proxy of a still that is finished later is complete on disk.
  case proxySaved(CapturePhoto, name: String, path: String, byteCount: Int)
  /// A still could not be put on disk; nothing is left of it.
  case photoNotSaved(name: String, error: CaptureError, resolvedSettings: ResolvedPhotoSettings)
  /// A Motion Photo is complete on disk.
  case motionPhotoSaved(name: String, path: String, byteCount: Int, resolvedSettings: ResolvedPhotoSettings)
  /// A Motion Photo could not be made or put on disk; nothing is left of it, and its still and movie are files.
  case motionPhotoNotSaved(name: String, error: CaptureError, resolvedSettings: ResolvedPhotoSettings)
  /// A capture's files are an asset of a photo library, which has this local identifier.
  case assetSaved(identifier: String, name: String, resolvedSettings: ResolvedPhotoSettings)
  /// The time that each stage of a capture took, including its files. The capture's last event; sent only where the
  /// environment has a clock for stages.
  case timings(CaptureTimings, name: String)
  /// The session as a whole: devices that started, stopped or failed.
  case session(SessionEvent)
  /// The shutter could not be pressed.
  case refused(name: String, error: CaptureError)
  /// A message for the user.
  case notice(String)
}

extension ShootEvent: CustomStringConvertible {
  /// The photo's name and what has happened to it, such as `IMG_0001 didFinishProcessingPhoto, LIVE 1`.
  public var description: String {
    switch self {
    case .capture(let event, let name, let live): "\(name) \(event.name)" + (live > 0 ? ", LIVE \(live)" : "")
    case .photoSaved(_, _, let path, let byteCount), .proxySaved(_, _, let path, let byteCount),
      .motionPhotoSaved(_, let path, let byteCount, _):
      "\(path) saved, \(byteCount) bytes"
    case .photoNotSaved(let name, let error, _), .motionPhotoNotSaved(let name, let error, _):
      "\(name) not saved: \(error)"
    case .assetSaved(let identifier, let name, _): "\(name) saved as asset \(identifier)"
    case .timings(_, let name): "\(name) timings"
    case .session(let event): "\(event)"
    case .refused(let name, let error): "\(name) not taken: \(error)"
    case .notice(let text): text
    }
  }
}
