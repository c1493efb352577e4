import MediaCore
import Simulator

/// A camera or a microphone of a course, and what became of its samples.
struct CourseDevice: Sendable {
  let name: String
  let isCamera: Bool
  let runs: [DeliveryLog.Run]
}

extension ScriptCast {
  /// The script's devices, cameras first.
  var courseDevices: [CourseDevice] {
    script.cameraNames.map { CourseDevice(name: $0, isCamera: true, runs: catalog.deliveries(ofCamera: $0)) }
      + script.microphoneNames.map {
        CourseDevice(name: $0, isCamera: false, runs: catalog.deliveries(ofMicrophone: $0))
      }
  }
}
