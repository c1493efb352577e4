public import MediaCore

/// The marks that tell one camera or microphone from another, strongest first.
///
/// Node numbers change when a device is plugged in again, so they are the weakest of all.
public struct DeviceIdentity: Sendable, Hashable, Codable {
  /// The manufacturer's serial number, if the device has one.
  public let serial: String?
  /// The place where it is plugged in, such as `usb-0000:00:14.0-3`.
  public let portPath: String?
  /// The model's name, as the driver gives it.
  public let model: String

  /// An identity from what the driver and sysfs tell.
  public init(serial: String?, portPath: String?, model: String) {
    self.serial = serial
    self.portPath = portPath
    self.model = model
  }
}

/// One size and coding that a camera offers, with its rates.
public struct VideoModeCapability: Sendable, Hashable {
  /// The coding of pixels.
  public let pixelFormat: PixelFormat
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The exact intervals between frames, shortest first, in seconds; empty if the driver does not say.
  public let frameIntervals: [MediaTime]

  /// A capability from its parts.
  public init(pixelFormat: PixelFormat, width: Int, height: Int, frameIntervals: [MediaTime]) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.frameIntervals = frameIntervals
  }
}

/// A control that a camera offers, such as brightness or exposure.
public struct DeviceControl: Sendable, Hashable {
  /// The kind of value that a control takes.
  public enum Kind: String, Sendable, Hashable {
    /// A whole number, in steps.
    case integer
    /// 0 or 1.
    case boolean
    /// One of the entries of the menu, by its number.
    case menu
    /// No value: setting it does something.
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

  /// A control from its parts.
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

/// A camera: who it is and what it offers.
public struct VideoDevice: Sendable, Hashable {
  /// A name that stays the same when the camera is plugged in again: from its serial, else its port, else its model.
  public var id: String
  /// The name for people: the model's.
  public let name: String
  /// The node it has now, such as `/dev/video0`; `nil` for simulated cameras.
  public var node: String?
  /// The identity that tells it from other cameras.
  public let identity: DeviceIdentity
  /// The kernel driver, such as `uvcvideo`.
  public let driver: String
  /// The kind of camera; `nil` if the machine does not say.
  public var kind: VideoDeviceTraits.Kind?
  /// The direction in which it looks, as the machine says.
  public var position = VideoDeviceTraits.Position.unspecified
  /// Every coding and size, with rates.
  public var modes: [VideoModeCapability]
  /// Every control.
  public var controls: [DeviceControl]

  /// A camera from its parts.
  public init(
    id: String, name: String, node: String?, identity: DeviceIdentity, driver: String,
    modes: [VideoModeCapability], controls: [DeviceControl]
  ) {
    self.id = id
    self.name = name
    self.node = node
    self.identity = identity
    self.driver = driver
    self.modes = modes
    self.controls = controls
  }
}
