import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// Simulated devices that refuse what a test says: to be opened, to be set to a size, or to run beside another camera.
final class ObstinateCatalog: DeviceCatalog {
  private struct State {
    var refusals: [String: DeviceError] = [:]
    var refusedWidths: [String: Int] = [:]
    var isNarrow = false
    var running: Set<ObjectIdentifier> = []
    var opened: [String] = []
  }

  private let devices: SimulatedWorld
  private let state = Mutex(State())

  init(_ devices: SimulatedWorld) { self.devices = devices }

  /// What was opened, in order.
  var opened: [String] { state.withLock { $0.opened } }

  /// Refuses to open a device from now on; `nil` opens it again.
  func refuse(_ id: String, _ code: DeviceError.Code?) {
    state.withLock { $0.refusals[id] = code.map { DeviceError($0, context: id, message: "The test refuses it.") } }
  }

  /// A camera's driver fails at one of the sizes that it offers.
  func refuse(_ id: String, width: Int) { state.withLock { $0.refusedWidths[id] = width } }

  /// The bus has room for one camera.
  func makeNarrow() { state.withLock { $0.isNarrow = true } }

  func videoDevices() -> [VideoDevice] { devices.videoDevices() }
  func audioDevices() -> [AudioDevice] { devices.audioDevices() }
  func access(to device: VideoDevice) -> DeviceAccess { devices.access(to: device) }
  func access(to device: AudioDevice) -> DeviceAccess { devices.access(to: device) }
  func traits(of device: VideoDevice) -> VideoDeviceTraits { devices.traits(of: device) }
  func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    devices.observe(handler)
  }

  func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let (source, reason) = try devices.openVideo(name, wish: wish)
    try check(source.device.id)
    let isRefused = state.withLock { $0.refusedWidths[source.device.id] == source.mode.format.width }
    if isRefused {
      throw DeviceError(.system, context: source.device.id, message: "VIDIOC_S_FMT: an input/output error.")
    }
    return (Source(source, self), reason)
  }

  func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    try check(name)
    return try devices.openAudio(name, wish: wish)
  }

  private func check(_ id: String) throws(DeviceError) {
    let refusal = state.withLock { state in
      state.opened.append(id)
      return state.refusals[id]
    }
    if let refusal { throw refusal }
  }

  /// A camera that needs room on the bus.
  private final class Source: VideoSource {
    private let source: any VideoSource
    private let catalog: ObstinateCatalog

    init(_ source: any VideoSource, _ catalog: ObstinateCatalog) { (self.source, self.catalog) = (source, catalog) }

    var device: VideoDevice { source.device }
    var mode: VideoMode { source.mode }
    var timestampInstant: TimestampInstant { source.timestampInstant }

    func start(delivering sink: any VideoSink) throws(DeviceError) {
      let hasRoom = catalog.state.withLock { !$0.isNarrow || $0.running.isEmpty }
      guard hasRoom else {
        throw DeviceError(.busy, context: device.id, status: 28, message: "The USB bus has no bandwidth left.")
      }
      try source.start(delivering: sink)
      catalog.state.withLock { _ = $0.running.insert(ObjectIdentifier(self)) }
    }

    func stop() {
      source.stop()
      catalog.state.withLock { _ = $0.running.remove(ObjectIdentifier(self)) }
    }
  }
}

/// A catalog that is made together with the bench that uses it.
final class CatalogSlot: Sendable {
  private let catalog = Mutex<ObstinateCatalog?>(nil)
  var value: ObstinateCatalog? { catalog.withLock { $0 } }

  func make(_ devices: SimulatedWorld) -> any DeviceCatalog {
    let new = ObstinateCatalog(devices)
    catalog.withLock { $0 = new }
    return new
  }
}
