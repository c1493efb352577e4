public import MediaCore

/// One photo of a bracket: how it is exposed.
///
/// Stands for `AVCaptureManualExposureBracketedStillImageSettings` and
/// `AVCaptureAutoExposureBracketedStillImageSettings`.
public enum PhotoBracketElement: Sendable, Hashable {
  /// For so long and at such a sensitivity; `nil` keeps what is set.
  case manual(exposureDuration: MediaTime?, sensitivity: Double?)
  /// As the camera thinks, so many EV brighter.
  case automatic(exposureTargetBias: Double)

  var isManual: Bool { if case .manual = self { true } else { false } }
}
