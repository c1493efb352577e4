public import CaptureDevices
public import MediaCore

/// A camera of a ``SimulatedWorld``: its identity, its abilities, and the access to it.
///
/// It films the world's scene, or stands for a camera of the catalog that the world is made of.
public struct SimulatedCamera: Sendable, Hashable {
  /// A name that stays the same when the camera is plugged in again.
  public var id: String
  /// The name that people read.
  public var name: String
  /// The camera's node, such as `/dev/video0`; `nil` for none. The same camera may come back at another node.
  public var node: String?
  /// The abilities of the camera beyond delivering frames: flash, exposure, bias, position, RAW of its own processing.
  ///
  /// The traits determine what an app may request, and ``controls`` what a request sets. A camera that is made of
  /// another one has the traits of that one.
  public var traits: VideoDeviceTraits
  /// The modes, in the camera's order. A camera that films the scene may have any size and format that
  /// ``SceneVideoSource`` paints.
  public var modes: [VideoModeCapability]
  /// The controls, with their values when the camera is first opened. Changed values are kept when the camera is
  /// closed, as drivers do.
  public var controls: [DeviceControl]
  /// The access that this user has to the camera.
  public var access: DeviceAccess
  /// The camera of another catalog that it is made of; `nil` films the scene.
  let original: String?
  private let identity: DeviceIdentity
  private let driver: String

  /// Creates a camera that films the scene, by default one that delivers small pictures, 30 or 15 a second, and can do
  /// nothing more.
  public init(
    _ id: String, name: String? = nil, node: String? = nil, traits: VideoDeviceTraits = VideoDeviceTraits(),
    modes: [VideoModeCapability] = SimulatedCamera.smallModes, controls: [DeviceControl] = [],
    access: DeviceAccess = .granted
  ) {
    let name = name ?? "Simulated camera \(id)"
    (self.id, self.name, self.node, self.traits) = (id, name, node, traits)
    (self.modes, self.controls, self.access) = (modes, controls, access)
    identity = DeviceIdentity(serial: id, portPath: nil, model: name)
    driver = "simulated"
    original = nil
  }

  /// Creates a camera that is made of the one that another catalog has under the name `original`.
  public init(_ device: VideoDevice, madeOf original: String) {
    (id, name, node, traits) = (device.id, device.name, device.node, VideoDeviceTraits(of: device))
    (modes, controls, access) = (device.modes, device.controls, .granted)
    (identity, driver, self.original) = (device.identity, device.driver, original)
  }

  /// The modes 320x240 and 160x120 as planar pixels, at 30 and 15 frames a second: quickly painted.
  public static let smallModes: [VideoModeCapability] = [(320, 240), (160, 120)].map {
    mode(.yu12, width: $0.0, height: $0.1)
  }

  /// The samples of a sensor, 10 bits each, red first: what ``raw(_:isProcessed:)`` delivers. V4L2's `RG10`.
  public static let sensorFormat = PixelFormat(fourCC: 0x3031_4752)

  /// Returns a mode at 30 and 15 frames a second.
  public static func mode(_ format: PixelFormat, width: Int, height: Int) -> VideoModeCapability {
    VideoModeCapability(
      pixelFormat: format, width: width, height: height,
      frameIntervals: [MediaTime(value: 1, timescale: 30), MediaTime(value: 1, timescale: 15)])
  }

  /// Returns the camera at the back of a phone: flash, exposure times from 0.1 to 500 ms, gain 32 to 3200, bias from −2
  /// to 2 EV.
  ///
  /// Setting them shows: pictures of ``smallModes`` get brighter and darker.
  public static func back(_ id: String = "back") -> SimulatedCamera {
    SimulatedCamera(id, name: "Back camera", position: .back, controls: SimulatedControls.all)
  }

  /// Returns the camera at the front of a phone: nothing can be set but the bias.
  public static func front(_ id: String = "front") -> SimulatedCamera {
    SimulatedCamera(id, name: "Front camera", position: .front, controls: [SimulatedControls.bias])
  }

  /// Creates a built-in camera whose traits follow from its controls.
  private init(_ id: String, name: String, position: VideoDeviceTraits.Position, controls: [DeviceControl]) {
    self.init(id, name: name, controls: controls)
    traits = VideoDeviceTraits(of: device)
    traits.kind = .builtIn
    traits.position = position
  }

  /// Returns a camera that also delivers its sensor's samples, of 10 bits. With `isProcessed` they count as RAW that
  /// the camera has processed, what Apple calls ProRAW.
  public static func raw(_ id: String = "raw", isProcessed: Bool = false) -> SimulatedCamera {
    var camera = SimulatedCamera.back(id)
    camera.modes = [mode(sensorFormat, width: 320, height: 240)] + smallModes
    if isProcessed { camera.traits.processedRawFormats = [sensorFormat] }
    return camera
  }

  var device: VideoDevice {
    VideoDevice(
      id: id, name: name, node: node, identity: identity, driver: driver, modes: modes, controls: controls)
  }
}
