/// A control that a camera offers, such as brightness or exposure.
public struct DeviceControl: Sendable, Hashable {
  /// The kind of value that a control takes.
  public enum Kind: String, Sendable, Hashable {
    /// A whole number, in steps.
    case integer
    /// A value of 0 or 1.
    case boolean
    /// One of the entries of the menu, by its number.
    case menu
    /// A control without a value: setting it triggers an action.
    case button
    /// A text, which livecam neither reads nor sets.
    case string
    /// A set of bits.
    case bitmask
    /// A kind that livecam does not know.
    case other
  }

  /// V4L2's number for it (`V4L2_CID_…`).
  public let id: UInt32
  /// The driver's name for it.
  public let name: String
  /// The kind of value that it takes.
  public let kind: Kind
  /// The least value.
  public let minimum: Int64
  /// The greatest value.
  public let maximum: Int64
  /// The distance between values.
  public let step: Int64
  /// The driver's default.
  public let defaultValue: Int64
  /// The present value, when it could be read.
  public var value: Int64?
  /// The names of a menu's entries by value; empty for other kinds.
  public let menu: [Int64: String]

  /// Creates a control from its parts.
  public init(
    id: UInt32, name: String, kind: Kind, minimum: Int64, maximum: Int64, step: Int64, defaultValue: Int64,
    value: Int64?, menu: [Int64: String]
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.defaultValue = defaultValue
    self.value = value
    self.menu = menu
  }
}
