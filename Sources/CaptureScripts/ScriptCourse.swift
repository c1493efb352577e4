import CaptureDevices
package import LiveCapture
import MediaCore

/// The course of a script in words and letters.
package enum ScriptCourse {
  /// All captures' steps with the captures' own numbers: `B1 W1 C1 P1 F1`.
  static func timeline(_ calls: [DelegateCall]) -> String {
    calls.map { $0.mark($0.number) }.joined(separator: " ")
  }

  /// A session's event in a word, with its reason in parentheses.
  package static func word(_ event: SessionEvent) -> String {
    switch event {
    case .didStartRunning: "didStartRunning"
    case .didStopRunning: "didStopRunning"
    case .videoDidFail(let error, _): "videoDidFail(\(error.code))"
    case .audioDidFail(let error, _): "audioDidFail(\(error.code))"
    case .wasInterrupted(let reason, _): "wasInterrupted(\(reason.rawValue))"
    case .interruptionEnded: "interruptionEnded"
    case .cameraClockDidJump: "cameraClockDidJump"
    case .audioSamplesAreInvalid: "audioSamplesAreInvalid"
    case .didChooseEncoding: "didChooseEncoding"
    case .runtimeError(let error, _): "runtimeError(\(error.avErrorCode))"
    }
  }

  /// Seconds to the millisecond, without what is not needed: `3`, `3.5`.
  static func seconds(_ time: MediaTime) -> String {
    let text = "\((time.seconds * 1000).rounded() / 1000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
