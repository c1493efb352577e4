/// A change of an operator's to the camera's controls.
public struct KioskCameraChange: Sendable, Hashable, Decodable {
  /// The new values, by the controls' names.
  public var values: [String: KioskControlValue]?
  /// A Boolean value that indicates whether all other controls go back to their defaults.
  public var reset: Bool?

  /// Creates a change; with `reset`, the controls without a value go back to their defaults.
  public init(values: [String: KioskControlValue]? = nil, reset: Bool? = nil) {
    (self.values, self.reset) = (values, reset)
  }
}
