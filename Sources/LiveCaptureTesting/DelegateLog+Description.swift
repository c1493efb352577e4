import CaptureScripts
import LiveCapture
import MediaCore

extension DelegateLog: CustomStringConvertible {
  /// For people: the calls in the notation of ``CaptureScripts/CaptureStep``, and a line for each error.
  public var description: String {
    let calls = calls
    let errors = calls.compactMap { call in call.error.map { "  - \(call.step) of \(call.settings.uniqueID): \($0)" } }
    return ([calls.isEmpty ? "no calls" : timeline] + errors).joined(separator: "\n")
  }
}

extension DelegateLog.Call: CustomStringConvertible {
  /// For people: the method, the capture, and the error if it brought one.
  public var description: String {
    "\(step) of \(settings.uniqueID)" + (error.map { ": \($0)" } ?? "")
  }
}
