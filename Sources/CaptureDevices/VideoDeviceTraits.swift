public import MediaCore

/// The abilities of a camera beyond delivering frames: what an app may ask for depends on them.
///
/// For a V4L2 camera it follows from the controls; a simulated camera can have anything.
public struct VideoDeviceTraits: Sendable, Hashable {
  /// The kind of camera.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The camera is part of the machine.
    case builtIn
    /// The camera is plugged in.
    case external
    /// A scene or a fixture in place of a camera.
    case simulated
  }

  /// The direction in which a camera looks.
  public enum Position: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The camera's direction is unknown.
    case unspecified = 0
    /// The camera looks away from the user.
    case back = 1
    /// The camera looks toward the user.
    case front = 2

    /// Compares the numbers.
    public static func < (left: Position, right: Position) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind of camera.
  public var kind: Kind
  /// The direction in which it looks.
  public var position: Position
  /// A Boolean value that indicates whether the camera has a flash of its own.
  public var hasFlash: Bool
  /// The exposure times that can be set, shortest and longest; `nil` if none can.
  public var exposureDurations: ClosedRange<MediaTime>?
  /// The sensitivities that can be set, in ISO or in the driver's own units of gain; `nil` if none can.
  public var sensitivities: ClosedRange<Double>?
  /// The exposure biases that can be set, in EV; `nil` if none can.
  public var exposureBiases: ClosedRange<Double>?
  /// The formats among its modes whose stills are RAW after the camera's own processing (what Apple calls ProRAW).
  public var processedRawFormats: Set<PixelFormat>
  /// A Boolean value that indicates whether the camera's frames are in a logarithmic colour space, which no still can
  /// be made of.
  public var isLogarithmic: Bool

  /// Traits; by default those of a plugged-in camera that can do nothing more.
  public init(
    kind: Kind = .external, position: Position = .unspecified, hasFlash: Bool = false,
    exposureDurations: ClosedRange<MediaTime>? = nil, sensitivities: ClosedRange<Double>? = nil,
    exposureBiases: ClosedRange<Double>? = nil, processedRawFormats: Set<PixelFormat> = [], isLogarithmic: Bool = false
  ) {
    self.kind = kind
    self.position = position
    self.hasFlash = hasFlash
    self.exposureDurations = exposureDurations
    self.sensitivities = sensitivities
    self.exposureBiases = exposureBiases
    self.processedRawFormats = processedRawFormats
    self.isLogarithmic = isLogarithmic
  }

  /// Derives the traits from a camera's place in the machine and its controls. Where these are fixed, neither exposure
  /// nor a flash can be asked for.
  public init(of device: VideoDevice, areControlsFixed: Bool = false) {
    func control(_ number: UInt32) -> DeviceControl? { device.controls.first { $0.id == number } }
    // The sensor's own word first. A camera that is plugged in looks anywhere.
    let orientation = control(CameraControlNumber.orientation)?.value
    let kind = orientation == 2 ? .external : device.kind ?? (device.node == nil ? .simulated : .external)
    let positions: [Int64: Position] = [0: .front, 1: .back, 2: .unspecified]
    self.init(kind: kind, position: orientation.flatMap { positions[$0] } ?? device.position)
    guard !areControlsFixed else { return }
    hasFlash = control(CameraControlNumber.flashMode) != nil
    if let exposure = control(CameraControlNumber.exposureTime), exposure.minimum > 0,
      exposure.minimum <= exposure.maximum
    {
      // V4L2 counts exposure in units of 100 µs.
      exposureDurations =
        MediaTime(value: exposure.minimum, timescale: 10_000)...MediaTime(value: exposure.maximum, timescale: 10_000)
    }
    // The one that a bracket sets: see `CameraControls.gain`.
    let gain = control(CameraControlNumber.analogueGain) ?? control(CameraControlNumber.gain)
    if let gain, gain.minimum <= gain.maximum { sensitivities = Double(gain.minimum)...Double(gain.maximum) }
    if let bias = control(CameraControlNumber.exposureBias) {
      // A menu of thousandths of an EV, or the driver's own numbers in the same unit.
      let values = bias.menu.values.compactMap { Double($0) }
      let range = (values.min() ?? Double(bias.minimum), values.max() ?? Double(bias.maximum))
      if range.0 <= range.1 { exposureBiases = range.0 / 1000...range.1 / 1000 }
    }
  }
}
