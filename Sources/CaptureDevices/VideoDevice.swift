/// A description of a camera: its identity, modes and controls.
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
  /// The codings and sizes that the camera offers, with their rates.
  public var modes: [VideoModeCapability]
  /// The camera's controls.
  public var controls: [DeviceControl]

  /// Creates a camera from its parts.
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
