import CaptureDevices
import Synchronization

/// The flash of a script: notes when it is switched.
final class ScriptFlash: Flash {
  private let log: ScriptLog
  private let state: Mutex<CaptureScript.FlashState>

  init(_ state: CaptureScript.FlashState, _ log: ScriptLog) {
    self.state = Mutex(state)
    self.log = log
  }

  var isAvailable: Bool { state.withLock { $0 } == .ready }

  func set(_ new: CaptureScript.FlashState) { state.withLock { $0 = new } }

  func setOn(_ isOn: Bool) { log.note(.flash, isOn ? "on" : "off") }
}
