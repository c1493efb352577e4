import CaptureDevices
import LiveCapture
import Synchronization

/// A flash that notes when it is switched.
final class Light: Flash {
  let isAvailable: Bool
  private let noted = Mutex<[Bool]>([])
  var changes: [Bool] { noted.withLock { $0 } }

  init(isAvailable: Bool = true) { self.isAvailable = isAvailable }

  func setOn(_ isOn: Bool) { noted.withLock { $0.append(isOn) } }
}
