public import MediaCore

/// The exposure of one photo of a bracket.
///
/// Stands for `AVCaptureManualExposureBracketedStillImageSettings` and
/// `AVCaptureAutoExposureBracketedStillImageSettings`.
public enum PhotoBracketElement: Sendable, Hashable {
  /// The exposure lasts this long and has this sensitivity; `nil` keeps the present setting.
  case manual(exposureDuration: MediaTime?, sensitivity: Double?)
  /// The camera exposes automatically, brighter by this number of EV.
  case automatic(exposureTargetBias: Double)

  var isManual: Bool { if case .manual = self { true } else { false } }
}
