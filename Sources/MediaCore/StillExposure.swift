/// The exposure of a still, as far as it is known. Unknown values are `nil`, and are not written.
///
/// Stands for the tags of CIPA DC-008 (Exif 2.32) that tell of picture-taking conditions.
public struct StillExposure: Sendable, Hashable {
  /// The time for which the frame was exposed, in seconds, above 0. Exif's `ExposureTime`.
  public var exposureSeconds: Double?
  /// The sensitivity in ISO, above 0. Exif's `PhotographicSensitivity`, once `ISOSpeedRatings`.
  public var isoSpeed: Double?
  /// The aim of exposure beside its target, in EV. Exif's `ExposureBiasValue`.
  public var bias: Double?
  /// The flash's order and work, by the bits of Exif's `Flash`: bit 0 is set when it fired.
  public var flash: UInt16?
  /// Who chose the exposure: the camera, the photographer, or a bracket. Exif's `ExposureMode`.
  public var mode: Mode?

  /// The control of exposure, by Exif's numbers.
  public enum Mode: UInt16, Sendable, Hashable, CaseIterable {
    /// The camera chose the exposure.
    case automatic = 0
    /// The photographer chose the exposure.
    case manual = 1
    /// The camera chose the exposure of several pictures, each brighter or darker than the others.
    case automaticBracket = 2
  }

  /// Creates an exposure of which nothing is known.
  public init() {}
}
