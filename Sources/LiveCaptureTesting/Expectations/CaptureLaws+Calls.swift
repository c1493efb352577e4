public import CaptureScripts
public import LiveCapture

extension CaptureLaws {
  /// Looks at what a delegate heard.
  ///
  /// While captures are still under way, say so by `areFinished`: then what has not come yet is not missed. `profile` is
  /// that of the session's environment. A list that is empty as it is written, `[]`, counts as one of events.
  @_disfavoredOverload
  public static func check(
    _ calls: [DelegateLog.Call], areFinished: Bool = true, profile: CaptureProfile = CaptureProfile()
  ) -> Report {
    check(
      calls.map { call in
        LawStep(
          step: call.step, settings: call.settings, photoCount: call.photo?.photoCount, hasError: call.error != nil)
      }, areFinished: areFinished, profile: profile)
  }
}
