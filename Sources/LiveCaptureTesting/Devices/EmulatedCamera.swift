public import CaptureDevices
public import MediaCore

/// A camera that a test makes up: who it is, what it can do, whether it may be opened.
///
/// What it films is the scene of its ``EmulatedDevices``.
public struct EmulatedCamera: Sendable, Hashable {
  /// A name that stays the same when the camera is plugged in again.
  public var id: String
  /// For people.
  public var name: String
  /// Where the machine has it, such as `/dev/video0`; `nil` for nowhere. The same camera may come back at another place.
  public var node: String?
  /// What it can do beyond delivering frames: flash, exposure, bias, position, RAW of its own processing.
  ///
  /// What an app may ask for follows from here; what is set when it does, from ``controls``.
  public var traits: VideoDeviceTraits
  /// What it can be set to, in its order; the formats are those that a scene can be filmed in.
  public var modes: [VideoModeCapability]
  /// Its controls, with their values when it is first opened. What is set stays set, as drivers have it.
  public var controls: [DeviceControl]
  /// Whether this user may open it.
  public var access: DeviceAccess

  /// A camera. By default one that can do nothing more than deliver small pictures, 30 or 15 a second.
  public init(
    _ id: String, name: String? = nil, node: String? = nil, traits: VideoDeviceTraits = VideoDeviceTraits(),
    modes: [VideoModeCapability] = EmulatedCamera.smallModes, controls: [DeviceControl] = [],
    access: DeviceAccess = .granted
  ) {
    self.id = id
    self.name = name ?? "Emulated camera \(id)"
    self.node = node
    self.traits = traits
    self.modes = modes
    self.controls = controls
    self.access = access
  }

  /// 320x240 and 160x120 as pixels, at 30 and 15 frames a second: quickly painted.
  public static let smallModes: [VideoModeCapability] = [(320, 240), (160, 120)].map {
    mode(.yu12, width: $0.0, height: $0.1)
  }

  /// The samples of a sensor, 10 bits each, red first: what ``raw(_:isProcessed:)`` delivers. V4L2's `RG10`.
  public static let sensorFormat = PixelFormat(fourCC: 0x3031_4752)

  /// A mode at 30 and 15 frames a second.
  public static func mode(_ format: PixelFormat, width: Int, height: Int) -> VideoModeCapability {
    VideoModeCapability(
      pixelFormat: format, width: width, height: height,
      frameIntervals: [MediaTime(value: 1, timescale: 30), MediaTime(value: 1, timescale: 15)])
  }

  /// The camera at the back of a phone: flash, exposure times from 0.1 to 500 ms, gain 32 to 3200, bias from −2 to 2 EV.
  ///
  /// Setting them shows: pictures of ``smallModes`` get brighter and darker.
  public static func back(_ id: String = "back") -> EmulatedCamera {
    EmulatedCamera(id, name: "Back camera", position: .back, controls: EmulatedControls.all)
  }

  /// The camera at the front of a phone: neither flash nor anything to be set but the bias.
  public static func front(_ id: String = "front") -> EmulatedCamera {
    EmulatedCamera(id, name: "Front camera", position: .front, controls: [EmulatedControls.bias])
  }

  /// A built-in camera whose traits follow from its controls.
  private init(_ id: String, name: String, position: VideoDeviceTraits.Position, controls: [DeviceControl]) {
    self.init(id, name: name, controls: controls)
    traits = VideoDeviceTraits(of: device)
    traits.kind = .builtIn
    traits.position = position
  }

  /// A camera whose sensor's samples can be had, of 10 bits. With `isProcessed` they count as RAW that the camera has
  /// processed, what Apple calls ProRAW.
  public static func raw(_ id: String = "raw", isProcessed: Bool = false) -> EmulatedCamera {
    var camera = EmulatedCamera.back(id)
    camera.modes = [mode(sensorFormat, width: 320, height: 240)] + smallModes
    if isProcessed { camera.traits.processedRawFormats = [sensorFormat] }
    return camera
  }

  /// The camera as a catalog lists it.
  var device: VideoDevice {
    VideoDevice(
      id: id, name: name, node: node, identity: DeviceIdentity(serial: id, portPath: nil, model: name),
      driver: "emulated", modes: modes, controls: controls)
  }
}

/// A microphone that a test makes up.
public struct EmulatedMicrophone: Sendable, Hashable {
  /// A name that stays the same when the microphone is plugged in again.
  public var id: String
  /// For people.
  public var name: String
  /// The shapes of sound it offers, best first: 8000 to 192 000 frames a second, 1 or 2 channels.
  public var formats: [AudioFormat]
  /// Whether this user may open it.
  public var access: DeviceAccess

  /// A microphone. By default 48 000 frames a second, in one channel.
  public init(
    _ id: String = "microphone", name: String? = nil,
    formats: [AudioFormat] = [AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)],
    access: DeviceAccess = .granted
  ) {
    self.id = id
    self.name = name ?? "Emulated \(id)"
    self.formats = formats
    self.access = access
  }

  /// The microphone as a catalog lists it.
  var device: AudioDevice {
    AudioDevice(
      id: id, name: name, pcm: id, identity: DeviceIdentity(serial: id, portPath: nil, model: name), formats: formats)
  }
}
