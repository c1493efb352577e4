import CaptureDevices
import MediaCore
import Synchronization

/// A camera that is nothing but its controls.
final class ScriptedControlSource: VideoSource {
  let device: VideoDevice
  private let values: Mutex<[UInt32: Int64]>
  private let log = Mutex<[Setting]>([])
  /// Controls that cannot be set, now.
  private let refused: Set<UInt32>

  /// A control that was set.
  struct Setting: Equatable {
    let id: UInt32
    let value: Int64

    init(_ id: UInt32, _ value: Int64) { (self.id, self.value) = (id, value) }
  }

  init(_ controls: [DeviceControl], refusing refused: Set<UInt32> = []) {
    let identity = DeviceIdentity(serial: nil, portPath: nil, model: "Scripted")
    device = VideoDevice(
      id: "scripted", name: "Scripted", node: nil, identity: identity, driver: "none", modes: [], controls: controls)
    values = Mutex(Dictionary(controls.map { ($0.id, $0.defaultValue) }) { first, _ in first })
    self.refused = refused
  }

  /// What was set, in order.
  var settings: [Setting] { log.withLock { $0 } }

  /// Lets the camera have a value that nobody set.
  func assume(_ value: Int64, of id: UInt32) { values.withLock { $0[id] = value } }

  var mode: VideoMode {
    VideoMode(
      format: VideoFormat(pixelFormat: .yuyv, width: 2, height: 2), frameInterval: MediaTime(value: 1, timescale: 30))
  }
  var timestampInstant: TimestampInstant { .unknown }
  func start(delivering sink: any VideoSink) {}
  func stop() {}

  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    guard let value = values.withLock({ $0[id] }) else { throw error(.unsupportedControl) }
    return value
  }

  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    guard device.controls.contains(where: { $0.id == id }) else { throw error(.unsupportedControl) }
    if refused.contains(id) { throw error(.invalidControlValue) }
    log.withLock { $0.append(Setting(id, value)) }
    values.withLock { $0[id] = value }
  }

  private func error(_ code: DeviceError.Code) -> DeviceError { DeviceError(code, context: "scripted", message: "No.") }
}

extension DeviceControl {
  /// A control as a driver might have it.
  static func scripted(
    _ id: UInt32, _ kind: Kind = .integer, _ minimum: Int64 = 0, _ maximum: Int64 = 1, step: Int64 = 1,
    value: Int64 = 0, menu: [Int64: String] = [:]
  ) -> DeviceControl {
    DeviceControl(
      id: id, name: "Control \(id)", kind: kind, minimum: minimum, maximum: maximum, step: step, defaultValue: value,
      value: value, menu: menu)
  }
}
