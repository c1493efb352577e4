import CaptureDevices
import LiveCapture
import LivePhotoFiles
import MediaCore
import Shooting
import Station

// The lines of `shoot --json`. Times and durations are in seconds; what does not apply is left out.

extension ShootEvent {
  /// The event as an object: its name in `event`, the session's clock in `time`, and what belongs to it.
  func json(now: MediaTime) -> JSONObject {
    switch self {
    case .capture(let event, let name, let live):
      // `live`: how many Live Photos are being filmed after the event.
      Self.object(event.name, event.time, event.resolvedSettings, ["name": name, "live": live]).merging(event.json)
    case .photoSaved(let photo, let name, let path, let byteCount):
      Self.object("photoSaved", now, photo.resolvedSettings, ["name": name, "file": path, "bytes": byteCount])
    case .proxySaved(let photo, let name, let path, let byteCount):
      Self.object("proxySaved", now, photo.resolvedSettings, ["name": name, "file": path, "bytes": byteCount])
    case .motionPhotoSaved(let name, let path, let byteCount, let settings):
      Self.object("motionPhotoSaved", now, settings, ["name": name, "file": path, "bytes": byteCount])
    case .photoNotSaved(let name, let error, let settings):
      Self.object("photoNotSaved", now, settings, ["name": name, "error": "\(error)"])
    case .motionPhotoNotSaved(let name, let error, let settings):
      Self.object("motionPhotoNotSaved", now, settings, ["name": name, "error": "\(error)"])
    case .assetSaved(let identifier, let name, let settings):
      Self.object("assetSaved", now, settings, ["name": name, "asset": identifier])
    case .timings(let timings, let name):
      Self.object("timings", now, timings.resolvedSettings, ["name": name, "timings": timings.json])
    case .session(let event): event.json
    case .refused(let name, let error): ["event": "refused", "time": now.seconds, "name": name, "error": "\(error)"]
    case .notice(let text): ["event": "notice", "time": now.seconds, "message": text]
    }
  }

  /// An event of a capture: its number in this run, its distance from the shutter, the identifier in its files.
  private static func object(
    _ name: String, _ time: MediaTime, _ settings: ResolvedPhotoSettings, _ rest: JSONObject
  ) -> JSONObject {
    let object: JSONObject = [
      "event": name, "time": time.seconds, "id": settings.uniqueID.rawValue,
      "sinceShutter": time.seconds - settings.shutterTime.seconds,
      "contentIdentifier": settings.contentIdentifier?.uuidString,
    ]
    return object.merging(rest)
  }
}

extension CaptureEvent {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["error": error.map { "\($0)" }]
    switch self {
    case .willBeginCapture(let settings, _):
      object["size"] = settings.stillDimensions.description
      // Footage from before the shutter that there is.
      object["availablePreRoll"] = settings.isLive ? settings.availablePreRoll.seconds : nil
    case .didFinishProcessingPhoto(let photo, _, _) where photo.timestamp.isValid:
      object["shutterError"] = photo.shutterError.seconds
      // The camera's number of the still's frame.
      object["sequence"] = photo.sequence
      object["bytes"] = photo.byteCount
    case .didFinishProcessingMovie(let movie?, let settings, _, _):
      object["file"] = movie.path.isEmpty ? nil : movie.path
      object["bytes"] = movie.byteCount
      object["size"] = settings.livePhotoMovieDimensions.description
      object["duration"] = movie.duration.seconds
      object["photoDisplayTime"] = movie.photoDisplayTime.seconds
      object["frames"] = movie.frameCount
      // Frames that the camera numbered and that are missing from the movie.
      object["drops"] = movie.droppedFrameCount
      object["hasAudio"] = movie.hasAudio
      // Seconds of sound that are silence in place of what was lost.
      object["audioFiller"] = movie.audioFiller.seconds
      // Left out for PCM.
      object["audioEncoder"] = movie.audioEncoder?.rawValue
    default: break
    }
    return object
  }
}

extension SessionEvent {
  fileprivate var json: JSONObject {
    let object: JSONObject =
      switch self {
      case .didStartRunning: ["event": "didStartRunning", "version": LivecamVersion.events]
      case .didStopRunning: ["event": "didStopRunning"]
      case .videoDidFail(let error, _): ["event": "videoDidFail", "error": "\(error)"]
      case .audioDidFail(let error, _): ["event": "audioDidFail", "error": "\(error)"]
      case .runtimeError(let error, _): ["event": "runtimeError", "error": "\(error)"]
      case .wasInterrupted(let reason, _): ["event": "wasInterrupted", "message": "\(reason)"]
      case .interruptionEnded: ["event": "interruptionEnded"]
      case .cameraClockDidJump(let step, _): ["event": "cameraClockDidJump", "message": "by \(step.seconds) s"]
      case .audioSamplesAreInvalid: ["event": "audioSamplesAreInvalid"]
      case .didChooseEncoding(let choice, _):
        // `pace`: seconds of footage that the machine makes in a second with the preset, all cameras together.
        [
          "event": "didChooseEncoding", "preset": "\(choice.preset)", "pace": choice.pace,
          "neededPace": choice.neededPace, "size": choice.dimensions.description, "reason": choice.reason.rawValue,
        ]
      }
    return object.merging(["time": time.seconds])
  }
}
