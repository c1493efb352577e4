public import CaptureDevices
import CV4L2
public import Diagnostics
import Glibc
public import MediaCore

/// The machine's V4L2 cameras.
///
/// Every call looks anew; nothing is kept open in between. Nodes that are not cameras (metadata, outputs, codecs)
/// are passed over.
public struct V4L2Catalog: Sendable {
  // A camera together with what it takes to open it. Its modes and controls are asked for when they are needed:
  // reading the values of controls takes a USB camera a while.
  struct Camera: Sendable {
    var device: VideoDevice
    let path: String
    let number: Int
    let type: V4L2BufferType
  }

  let files: VideoNodeFiles
  let calls: any V4L2Calls
  let clock: any MediaClock
  let bufferCount: Int
  let stageClock: (any StageClock)?

  /// The cameras of this machine.
  ///
  /// Opened cameras ask the driver for `bufferCount` buffers, and date frames that come without a usable stamp by
  /// `clock`, which has to be the monotonic one. With a `stageClock` they measure what taking each frame takes.
  public init(clock: any MediaClock, bufferCount: Int = 4, stageClock: (any StageClock)? = nil) {
    self.init(
      files: VideoNodeFiles(deviceRoot: "/dev", sysfsRoot: "/sys"), calls: KernelV4L2Calls(), clock: clock,
      bufferCount: bufferCount, stageClock: stageClock)
  }

  init(
    files: VideoNodeFiles, calls: any V4L2Calls, clock: any MediaClock, bufferCount: Int = 4,
    stageClock: (any StageClock)? = nil
  ) {
    self.files = files
    self.calls = calls
    self.clock = clock
    self.bufferCount = max(bufferCount, 2)
    self.stageClock = stageClock
  }

  /// What there is: cameras, and nodes that were passed over.
  public struct Survey: Sendable {
    /// Every camera, with its modes and controls, ordered by identifier.
    public let devices: [VideoDevice]
    /// Every other video node, with why it is not a camera or could not be asked, ordered by number; then cameras
    /// that were unplugged while they were being asked.
    public let skipped: [DeviceError]
  }

  /// Looks at every node. Those that cannot be opened are among the skipped.
  public func survey() -> Survey {
    let (cameras, skipped) = inspectAll()
    var devices: [VideoDevice] = []
    var gone: [DeviceError] = []
    for camera in cameras {
      do throws(DeviceError) {
        devices.append(camera.detailed(on: try V4L2Node(path: camera.path, calls: calls)))
      } catch {
        gone.append(error)
      }
    }
    return Survey(devices: devices, skipped: skipped + gone)
  }

  /// Every camera there is, ordered by identifier.
  /// - Throws: ``DeviceError`` with `.accessDenied` or `.busy` when there are nodes and all that might be cameras
  ///   refuse to be opened. No camera at all is an empty list.
  public func videoDevices() throws(DeviceError) -> [VideoDevice] {
    let survey = survey()
    if survey.devices.isEmpty,
      let refused = survey.skipped.first(where: { $0.code == .accessDenied || $0.code == .busy })
    {
      throw refused
    }
    return survey.devices
  }

  /// Whether this user may open a camera: by the permissions of its node.
  public func access(to device: VideoDevice) -> DeviceAccess { device.node.map(NodeAccess.access) ?? .granted }

  /// The camera of a name: its identifier, its node (`/dev/video0`, or a link to it as in `/dev/v4l/by-id`), its
  /// node's number, or a part of its name or identifier that no other camera has, in upper or lower case.
  /// - Throws: ``DeviceError`` with `.notFound` (listing the cameras), `.accessDenied`, `.busy` or `.unsuitable`.
  public func videoDevice(named name: String) throws(DeviceError) -> VideoDevice {
    let camera = try camera(named: name)
    return camera.detailed(on: try V4L2Node(path: camera.path, calls: calls))
  }

  /// Opens the camera of a name and sets it to the mode nearest to the wish; the reason says why that one.
  /// - Throws: ``DeviceError`` as for ``videoDevice(named:)``, `.unsupportedMode` listing what the camera has, or
  ///   what the driver said against it.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: V4L2VideoSource, reason: String) {
    let camera = try camera(named: name)
    let node = try V4L2Node(path: camera.path, calls: calls)
    let device = camera.detailed(on: node)
    let readable = device.modes.filter {
      PixelFormat.native.contains($0.pixelFormat) || ConvertibleFormat.of($0.pixelFormat) != nil
    }
    let choice = try ModeNegotiator(device: camera.path, capabilities: readable).choose(wish)
    let setting = try V4L2Setting(choice, wish: wish, type: camera.type, on: node)
    let source = try V4L2VideoSource(
      device: device, node: node, setting: setting, clock: clock, bufferCount: bufferCount, stageClock: stageClock)
    return (source, choice.reason + setting.remark)
  }

  // Looks at every node, without asking for modes and controls, and gives cameras that would share an identifier numbers.
  func inspectAll() -> (cameras: [Camera], skipped: [DeviceError]) {
    var cameras: [Camera] = []
    var skipped: [DeviceError] = []
    for number in files.numbers {
      do throws(DeviceError) {
        cameras.append(try inspect(number))
      } catch {
        skipped.append(error)
      }
    }
    return (Self.distinguished(cameras), skipped)
  }

  // Looks at one node, without asking for modes and controls.
  func inspect(_ number: Int) throws(DeviceError) -> Camera {
    let path = files.path(number)
    let node = try V4L2Node(path: path, calls: calls)
    let capability = try node.capability()
    let type = try Self.captureType(capability, path: path)
    let usb = files.usbDevice(number)
    let port = capability.busInfo.isEmpty ? usb?.port : capability.busInfo
    let model = capability.card.isEmpty ? capability.driver : capability.card
    let identity = DeviceIdentity(serial: usb?.serial, portPath: port, model: model)
    let device = VideoDevice(
      id: CameraName.identifier(identity), name: model, node: path, identity: identity, driver: capability.driver,
      modes: [], controls: [])
    return Camera(device: device, path: path, number: number, type: type)
  }

  private static func captureType(_ capability: V4L2Capability, path: String) throws(DeviceError) -> V4L2BufferType {
    let isSingle = capability.has(CV4L2_CAP_VIDEO_CAPTURE)
    guard isSingle || capability.has(CV4L2_CAP_VIDEO_CAPTURE_MPLANE) else {
      let kind =
        capability.has(CV4L2_CAP_META)
        ? "carries metadata, not pictures"
        : capability.has(CV4L2_CAP_VIDEO_M2M)
          ? "is a codec, not a camera"
          : capability.has(CV4L2_CAP_VIDEO_OUTPUT) ? "is an output, not a camera" : "captures no video"
      throw DeviceError(.unsuitable, device: path, message: "The node \(kind). Choose a camera's node.")
    }
    guard !capability.has(CV4L2_CAP_VIDEO_M2M) else {
      throw DeviceError(
        .unsuitable, device: path, message: "The node is a codec, not a camera. Choose a camera's node.")
    }
    guard capability.has(CV4L2_CAP_STREAMING) else {
      throw DeviceError(
        .unsuitable, device: path,
        message: "The camera's driver lends no buffers (it has read() only), which livecam needs. Use another camera.")
    }
    return isSingle ? .single : .multiPlanar
  }

  // Two cameras of one make may have the same serial; which is "-2" then depends on where they are plugged in.
  static func distinguished(_ cameras: [Camera]) -> [Camera] {
    var seen: [String: Int] = [:]
    let plain = cameras.map { camera in
      var camera = camera
      camera.device = camera.device.renamed(id: CameraName.identifier(camera.device.identity))
      return camera
    }
    let ordered = plain.sorted {
      ($0.device.identity.portPath ?? "", $0.number) < ($1.device.identity.portPath ?? "", $1.number)
    }
    let named = ordered.map { camera in
      var camera = camera
      let count = (seen[camera.device.id] ?? 0) + 1
      seen[camera.device.id] = count
      if count > 1 { camera.device = camera.device.renamed(id: "\(camera.device.id)-\(count)") }
      return camera
    }
    return named.sorted { ($0.device.id, $0.number) < ($1.device.id, $1.number) }
  }
}

extension V4L2Catalog.Camera {
  // With every mode and control, as the open node tells them.
  func detailed(on node: V4L2Node) -> VideoDevice {
    VideoDevice(
      id: device.id, name: device.name, node: device.node, identity: device.identity, driver: device.driver,
      modes: node.modes(type), controls: node.controls())
  }
}

extension VideoDevice {
  fileprivate func renamed(id: String) -> VideoDevice {
    VideoDevice(
      id: id, name: name, node: node, identity: identity, driver: driver, modes: modes, controls: controls)
  }
}
