public import MediaCore

/// A camera's control that takes a number, in a unit that means something: seconds, EV, ISO.
public struct CameraControlRange: Sendable {
  /// The scale by which a driver's numbers stand for values.
  enum Scale: Sendable {
    // value = zero + number * factor; the factor is not zero.
    case linear(factor: Double, zero: Double)
    // A menu's entries with their values, ascending by value.
    case menu([(number: Int64, value: Double)])
  }

  /// The driver's control, with its name and its numbers.
  public let control: DeviceControl
  /// The unit, for people, such as `s`; empty if the maker has one of its own.
  public let unit: String
  /// The least and the greatest value.
  public let range: ClosedRange<Double>
  /// The possible values, ascending, if the camera has a list of them; otherwise empty.
  public let values: [Double]
  /// The distance between values; 0 where the camera has a list.
  public let step: Double

  private let source: any ControlledCamera
  private let scale: Scale

  // A control on a scale of so much a number; nil if its limits make no sense.
  init?(_ control: DeviceControl, of source: any ControlledCamera, factor: Double, zero: Double = 0, unit: String) {
    guard control.kind == .integer, control.minimum <= control.maximum, factor != 0, factor.isFinite, zero.isFinite
    else { return nil }
    let ends = [control.minimum, control.maximum].map { zero + Double($0) * factor }.sorted()
    self.control = control
    self.unit = unit
    self.source = source
    range = ends[0]...ends[1]
    values = []
    step = Double(max(control.step, 1)) * abs(factor)
    scale = .linear(factor: factor, zero: zero)
  }

  // A menu of numbers, of which each is so much; nil if it has none.
  init?(menu control: DeviceControl, of source: any ControlledCamera, factor: Double, unit: String) {
    let entries = control.menu.compactMap { entry in
      Int64(entry.value).map { (number: entry.key, value: Double($0) * factor) }
    }.sorted { ($0.value, $0.number) < ($1.value, $1.number) }
    guard control.kind == .menu, let first = entries.first, let last = entries.last else { return nil }
    self.control = control
    self.unit = unit
    self.source = source
    range = first.value...last.value
    values = entries.map(\.value)
    step = 0
    scale = .menu(entries)
  }

  /// Returns the present value.
  /// - Throws: ``DeviceError`` for what reading it led to; `.system` when the driver gives a number not on its menu.
  public func value() throws(DeviceError) -> Double {
    let number = try source.value(ofControl: control.id)
    if let value = value(of: number) { return value }
    throw error(.system, "has the value \(number), which is not on its menu. Set it to one that is.")
  }

  /// The driver's default; `nil` if it is not on the control's menu.
  public var defaultValue: Double? { value(of: control.defaultValue) }

  private func value(of number: Int64) -> Double? {
    switch scale {
    case .linear(let factor, let zero): zero + Double(number) * factor
    case .menu(let entries): entries.first { $0.number == number }?.value
    }
  }

  /// Sets the nearest value that the camera has, and returns it.
  /// - Throws: ``DeviceError`` with `.invalidControlValue`, naming the ``range``, or what setting it led to.
  @discardableResult public func set(_ value: Double) throws(DeviceError) -> Double {
    // Values that were worked out, such as 1/3 EV, may be off by their last digits.
    let slack = max(abs(range.lowerBound), abs(range.upperBound)) * 1e-9
    guard value >= range.lowerBound - slack, value <= range.upperBound + slack else {
      throw error(.invalidControlValue, "takes \(limits), not \(value).")
    }
    let nearest = nearest(to: min(max(value, range.lowerBound), range.upperBound))
    try source.setControl(control.id, to: nearest.number)
    return nearest.value
  }

  private func nearest(to value: Double) -> (number: Int64, value: Double) {
    switch scale {
    case .menu(let entries):
      // A menu has at least one entry, or there would be no range.
      return entries.dropFirst().reduce(entries[0]) { abs($1.value - value) < abs($0.value - value) ? $1 : $0 }
    case .linear(let factor, let zero):
      let step = Double(max(control.step, 1))
      let least = Double(control.minimum)
      let steps = (((value - zero) / factor - least) / step).rounded()
      // The last step may be cut short by the greatest value.
      let most = ((Double(control.maximum) - least) / step).rounded(.down)
      let wanted = least + min(max(steps, 0), most) * step
      let number = min(max(Int64(exactly: wanted.rounded()) ?? control.maximum, control.minimum), control.maximum)
      return (number, zero + Double(number) * factor)
    }
  }

  private var limits: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    guard values.isEmpty else { return values.map(Self.text).joined(separator: ", ") + suffix }
    return "\(Self.text(range.lowerBound))…\(Self.text(range.upperBound))\(suffix)"
  }

  // To the microsecond, and to the same part of other units.
  private static func text(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }

  private func error(_ code: DeviceError.Code, _ rest: String) -> DeviceError {
    DeviceError(
      code, context: source.device.node ?? source.device.id, message: "The control \(control.name) \(rest)")
  }
}
