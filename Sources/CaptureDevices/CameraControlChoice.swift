public import MediaCore

/// A camera's control that is one of a few named things.
public struct CameraControlChoice<Option>: Sendable
where Option: RawRepresentable<Int64> & CaseIterable & Sendable & Hashable {
  /// The driver's control, with its name and its numbers.
  public let control: DeviceControl
  /// The options that the camera offers for the control.
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

  /// Returns the present choice; `nil` for one that has no name here, as drivers may have their own.
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
