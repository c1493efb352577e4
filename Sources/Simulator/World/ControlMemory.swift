import CaptureDevices
import Synchronization

/// The values of the controls of a camera that is made of another catalog's camera.
///
/// A camera has one set of controls, whoever sets them, and drivers keep what is set when it is closed; what is opened
/// of the other catalog may begin anew.
final class ControlMemory: Sendable {
  private struct State {
    var values: [UInt32: Int64] = [:]
    weak var source: (any VideoSource)?
  }

  private let state = Mutex(State())

  /// The camera of the other catalog as it was opened last, while it is open.
  var source: (any VideoSource)? { state.withLock { $0.source } }

  /// Notes that the camera has been opened once more, and sets its controls as they were.
  func isOpened(as source: any VideoSource) {
    let values = state.withLock { state in
      state.source = source
      return state.values
    }
    for control in source.device.controls where control.kind != .button {
      guard let value = values[control.id] else { continue }
      // What cannot be read or set is as the other catalog has it.
      if (try? source.value(ofControl: control.id)) != value { try? source.setControl(control.id, to: value) }
    }
  }

  func remember(_ value: Int64, of id: UInt32) { state.withLock { $0.values[id] = value } }
}
