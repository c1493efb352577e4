import CaptureDevices
import LiveCapture
import MediaCore
import Synchronization

extension ScriptPlay {
  func requestAccess(_ mediaType: MediaType) throws {
    let name = ScriptPrompts.name(mediaType)
    try cast.system.requestAccess(for: mediaType) { [log = cast.log] isGranted in
      log.note(.access, "\(name) \(isGranted ? "granted" : "denied")")
    }
  }

  /// Finishes the stills that wait, with nothing but what was stored.
  func finishDeferred() {
    let processor = deferredProcessor
    do {
      for pending in try processor.pending() {
        let number = Int(pending.id.rawValue)
        do {
          let photo = try processor.finish(pending)
          guard let bytes = photo.fileDataRepresentation(), cast.files.keep(photo, bytes) else { continue }
          var facts = ScriptFacts()
          (facts.frames, facts.bytes) = (photo.frameCount, bytes.count)
          cast.log.note(
            .deferred, "finished", capture: number, detail: "\(photo.frameCount) frames, \(bytes.count) bytes",
            facts: facts)
          try processor.remove(pending)
        } catch {
          cast.log.note(
            .refusal, "finishDeferred", capture: number, detail: "\(error)",
            error: (error as? CaptureError)?.avErrorCode)
        }
      }
    } catch {
      cast.log.note(.refusal, "finishDeferred", detail: "\(error)")
    }
  }

  /// The captures whose stills are not finished yet; empty if a faulty disk hides them.
  var waitingStills: [Int] {
    ((try? deferredProcessor.pending()) ?? []).map { Int($0.id.rawValue) }  // the disk's faults are the script's own
  }

  private var deferredProcessor: DeferredPhotoProcessor {
    DeferredPhotoProcessor(
      cast.deferred, media: cast.media, configuration: cast.script.session.configuration)
  }

  func prepare(_ kinds: [ScriptPress.Kind], _ output: ScriptOutput) {
    let number = preparationCount.add(1, ordering: .relaxed).newValue
    let settings = kinds.map { preparedSettings($0, of: output) }
    output.photo.setPreparedPhotoSettingsArray(settings) { [log = cast.log, label = output.label] isPrepared, error in
      log.note(.prepared, "\(number) \(isPrepared)", output: label, error: error?.avErrorCode)
    }
  }

  func setActiveFormat(_ order: ScriptFormat) throws {
    guard let name = order.camera ?? cast.script.cameraNames.first,
      let device = cast.system.devices.first(where: { $0.uniqueID == name }),
      let owner = cast.system.devices.first(where: { $0.uniqueID == order.owner ?? name }),
      let format = owner.formats.first(where: { $0.dimensions == order.size })
    else {
      throw DeviceError(
        .unsupportedMode, context: order.owner ?? "camera", message: "No camera here has a format of \(order.size).")
    }
    if order.isLocked { try device.lockForConfiguration() }
    defer { if order.isLocked { device.unlockForConfiguration() } }
    try device.setActiveFormat(format)
  }

  private func preparedSettings(_ kind: ScriptPress.Kind, of output: ScriptOutput) -> PhotoSettings {
    switch kind {
    case .still, .bracket: PhotoSettings()
    case .live: PhotoSettings(livePhotoMoviePath: cast.files.path("prepared.mov"))
    case .raw: PhotoSettings(format: nil, rawPixelFormat: output.rawFormat)
    case .rawAndStill, .rawBracket: PhotoSettings(rawPixelFormat: output.rawFormat)
    }
  }
}
