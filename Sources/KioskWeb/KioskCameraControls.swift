/// The controls of a camera, as pages know them.
public struct KioskCameraControls: Sendable, Hashable, Encodable {
  /// A control with its present value, and the values that it can have.
  public struct Control: Sendable, Hashable, Encodable {
    /// The name of the control, in one word, such as `exposureDuration`.
    public let id: String
    /// The present value; `nil` for one that cannot be read.
    public var value: KioskControlValue?
    /// The driver's default.
    public var usual: KioskControlValue?
    /// A Boolean value that indicates whether the control has an effect: not while an automatic one rules it.
    public var isActive = true
    /// The words that the control takes; empty for a control that takes numbers.
    public var options: [String] = []
    /// The least number.
    public var minimum: Double?
    /// The greatest number.
    public var maximum: Double?
    /// The distance between numbers; 0 for a control with ``values``.
    public var step: Double?
    /// The numbers, ascending, of a control that has a list of them.
    public var values: [Double] = []
    /// The unit of numbers, such as `s`; empty if the camera's maker has one of its own.
    public var unit = ""

    /// Creates a control without a value.
    public init(id: String) { self.id = id }
  }

  /// The name of the camera, for people.
  public let camera: String
  /// The reason why the camera cannot be set now, such as that it is away; `nil` while it can.
  public var trouble: String?
  /// The controls that the camera has, in the order in which they are shown.
  public let controls: [Control]

  /// Creates the controls of a camera.
  public init(camera: String, controls: [Control]) { (self.camera, self.controls) = (camera, controls) }
}
