import CV4L2
import CaptureDevices
import Diagnostics
import Glibc
import MediaCore

/// The machine's V4L2 cameras.
///
/// Every call looks anew; nothing is kept open in between. Nodes that are not cameras (metadata, outputs, codecs)
/// are passed over. Opened cameras ask the driver for `bufferCount` buffers, and date frames that come without a usable
/// stamp by `clock`, which has to be the monotonic one.
struct V4L2Catalog: Sendable {
  // A camera together with what it takes to open it. Its modes and controls are asked for when they are needed:
  // reading the values of controls takes a USB camera a while.
  struct Camera: Sendable {
    var device: VideoDevice
    let path: String
    let number: Int
    let type: V4L2BufferType

    // With every mode and control, as the open node tells them.
    func detailed(on node: V4L2Node) -> VideoDevice {
      var device = device
      (device.modes, device.controls) = (node.modes(type), node.controls())
      return device
    }
  }

  let files: VideoNodeFiles
  let calls: any V4L2Calls
  let clock: any MediaClock
  let bufferCount: Int
  let stageClock: (any StageClock)?

  init(
    files: VideoNodeFiles = VideoNodeFiles(deviceRoot: "/dev", sysfsRoot: "/sys"),
    calls: any V4L2Calls = KernelV4L2Calls(), clock: any MediaClock, bufferCount: Int = 4,
    stageClock: (any StageClock)? = nil
  ) {
    self.files = files
    self.calls = calls
    self.clock = clock
    self.bufferCount = max(bufferCount, 2)
    self.stageClock = stageClock
  }

  // Every camera, with its modes and controls, ordered by identifier; and every other node, with why it is not a camera
  // or could not be asked, ordered by number, then cameras that were unplugged while they were being asked.
  func survey() -> (devices: [VideoDevice], skipped: [DeviceError]) {
    let cameras: [Camera]
    var skipped: [DeviceError]
    (cameras, skipped) = inspectAll()
    var devices: [VideoDevice] = []
    for camera in cameras {
      do throws(DeviceError) {
        devices.append(camera.detailed(on: try V4L2Node(path: camera.path, calls: calls)))
      } catch { skipped.append(error) }
    }
    return (devices, skipped)
  }

  // Every camera there is, ordered by identifier. Throws `.accessDenied` or `.busy` when there are nodes and all that
  // might be cameras refuse to be opened; no camera at all is an empty list.
  func videoDevices() throws(DeviceError) -> [VideoDevice] {
    let (devices, skipped) = survey()
    if devices.isEmpty, let refused = skipped.first(where: { $0.code == .accessDenied || $0.code == .busy }) {
      throw refused
    }
    return devices
  }

  // Opens the camera of a name and sets it to the mode nearest to the wish; the reason says why that one.
  func openVideo(_ name: String, wish: VideoWish) throws(DeviceError) -> (source: V4L2VideoSource, reason: String) {
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

  // Looks at every node, without asking for modes and controls, and gives cameras that would share an identifier
  // numbers.
  func inspectAll() -> (cameras: [Camera], skipped: [DeviceError]) {
    var cameras: [Camera] = []
    var skipped: [DeviceError] = []
    for number in files.numbers {
      do throws(DeviceError) { cameras.append(try inspect(number)) } catch { skipped.append(error) }
    }
    return (Self.distinguished(cameras), skipped)
  }

  // Looks at one node, without asking for modes and controls.
  func inspect(_ number: Int) throws(DeviceError) -> Camera {
    let path = files.path(number)
    let node = try V4L2Node(path: path, calls: calls)
    let capability = try node.capability()
    let type = try Self.captureType(capability.capabilities, path: path)
    let usb = files.usbDevice(number)
    let (driver, card) = (V4L2Node.text(capability.driver), V4L2Node.text(capability.card))
    let bus = V4L2Node.text(capability.bus_info)
    let port = bus.isEmpty ? usb?.port : bus
    let model = card.isEmpty ? driver : card
    let identity = DeviceIdentity(serial: usb?.serial, portPath: port, model: model)
    var device = VideoDevice(
      id: CameraName.identifier(identity), name: model, node: path, identity: identity, driver: driver,
      modes: [], controls: [])
    let place = CameraPlace(number, driver: driver, in: files.sysfsRoot)
    (device.kind, device.position) = (place.kind, place.position)
    return Camera(device: device, path: path, number: number, type: type)
  }

  private static func captureType(_ capabilities: UInt32, path: String) throws(DeviceError) -> V4L2BufferType {
    func has(_ flag: UInt32) -> Bool { capabilities & flag != 0 }
    let isSingle = has(CV4L2_CAP_VIDEO_CAPTURE)
    let isCamera = isSingle || has(CV4L2_CAP_VIDEO_CAPTURE_MPLANE)
    let kinds = [
      (!isCamera && has(CV4L2_CAP_META), "carries metadata, not pictures"),
      (has(CV4L2_CAP_VIDEO_M2M), "is a codec, not a camera"),
      (!isCamera && has(CV4L2_CAP_VIDEO_OUTPUT), "is an output, not a camera"),
      (!isCamera, "captures no video"),
    ]
    if let (_, kind) = kinds.first(where: \.0) {
      throw DeviceError(.unsuitable, context: path, message: "The node \(kind). Choose a camera's node.")
    }
    guard has(CV4L2_CAP_STREAMING) else {
      throw DeviceError(
        .unsuitable, context: path,
        message: "The camera's driver lends no buffers (it has read() only), which livecam needs. Use another camera.")
    }
    return isSingle ? .single : .multiPlanar
  }

  // Two cameras of one make may have the same serial; which is "-2" then depends on where they are plugged in.
  static func distinguished(_ cameras: [Camera]) -> [Camera] {
    var seen: [String: Int] = [:]
    let ordered = cameras.sorted {
      ($0.device.identity.portPath ?? "", $0.number) < ($1.device.identity.portPath ?? "", $1.number)
    }
    let named = ordered.map { camera in
      var camera = camera
      let id = CameraName.identifier(camera.device.identity)
      let count = (seen[id] ?? 0) + 1
      seen[id] = count
      camera.device.id = count > 1 ? "\(id)-\(count)" : id
      return camera
    }
    return named.sorted { ($0.device.id, $0.number) < ($1.device.id, $1.number) }
  }
}
