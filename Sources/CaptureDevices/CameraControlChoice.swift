public import MediaCore

/// A camera's control that is one of a few named things.
public struct CameraControlChoice<Option>: Sendable
where Option: RawRepresentable<Int64> & CaseIterable & Sendable & Hashable {
  /// The control behind it, with the driver's name for it and its own numbers.
  public let control: DeviceControl
  /// The options that the camera offers of it.
  public let options: [Option]

  private let source: any ControlledCamera
  // The bit that stands for the choice, where other bits of the control stand for other things: set for 0.
  private let bit: Int64?

  // A menu or switch whose numbers are the options'; nil if it offers none of them.
  init?(_ control: DeviceControl, of source: any ControlledCamera) {
    let options = Option.allCases.filter { option in
      switch control.kind {
      case .menu: control.menu[option.rawValue] != nil
      case .boolean: option.rawValue == 0 || option.rawValue == 1
      default: false
      }
    }
    guard !options.isEmpty else { return nil }
    self.control = control
    self.options = options
    self.source = source
    bit = nil
  }

  // One bit of a bitmask; nil if the control does not have it.
  init?(bit: Int64, of control: DeviceControl, _ source: any ControlledCamera) {
    guard control.kind == .bitmask, control.maximum & bit == bit else { return nil }
    self.control = control
    self.source = source
    self.bit = bit
    options = Option.allCases.filter { $0.rawValue == 0 || $0.rawValue == 1 }
  }

  /// The driver's default; `nil` for one that has no name here.
  public var defaultValue: Option? { option(control.defaultValue) }

  /// The present choice; `nil` for one that has no name here, as drivers may have their own.
  /// - Throws: ``DeviceError`` for what reading it led to.
  public func value() throws(DeviceError) -> Option? {
    option(try source.value(ofControl: control.id))
  }

  private func option(_ number: Int64) -> Option? {
    guard let bit else { return Option(rawValue: number) }
    return Option(rawValue: number & bit == 0 ? 1 : 0)
  }

  /// Sets the choice.
  /// - Throws: ``DeviceError`` with `.invalidControlValue`, listing what the camera offers, or what setting it led
  ///   to.
  public func set(_ option: Option) throws(DeviceError) {
    guard options.contains(option) else {
      throw DeviceError(
        .invalidControlValue, context: source.device.node ?? source.device.id,
        message: "The control \(control.name) takes \(options.map { "\($0)" }.joined(separator: ", ")), "
          + "not \(option).")
    }
    guard let bit else { return try source.setControl(control.id, to: option.rawValue) }
    let others = try source.value(ofControl: control.id) & ~bit
    try source.setControl(control.id, to: option.rawValue == 0 ? others | bit : others)
  }
}

/// The one who rules exposure time and iris.
///
/// Webcams, whose iris is fixed, have `.manual` and `.aperturePriority`: the latter is their automatic one.
/// Stands for `V4L2_EXPOSURE_…` and for `AVCaptureDevice.ExposureMode`.
public enum CameraExposureMode: Int64, Sendable, Hashable, CaseIterable {
  /// The camera rules both.
  case automatic = 0
  /// The user rules both.
  case manual = 1
  /// The user rules the time, the camera the iris.
  case shutterPriority = 2
  /// The user rules the iris, the camera the time.
  case aperturePriority = 3
}

/// The state of something that a camera can adjust by itself.
public enum CameraAdjustment: Int64, Sendable, Hashable, CaseIterable {
  /// The value stays as it is, or as it is set.
  case locked = 0
  /// The camera adjusts the value all the time.
  case continuous = 1
}

/// The frequency of the mains, with twice which lamps flicker. Stands for `V4L2_CID_POWER_LINE_FREQUENCY_…`.
public enum PowerLineFrequency: Int64, Sendable, Hashable, CaseIterable {
  /// Flicker is not suppressed.
  case disabled = 0
  /// 50 Hz.
  case hertz50 = 1
  /// 60 Hz.
  case hertz60 = 2
  /// The camera finds it out.
  case automatic = 3
}

/// The use of a camera's light. Stands for `V4L2_FLASH_LED_MODE_…`.
public enum CameraFlashMode: Int64, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case off = 0
  /// The light fires on request.
  case flash = 1
  /// The light is on.
  case torch = 2
}
