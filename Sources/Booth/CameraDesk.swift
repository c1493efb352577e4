import CaptureDevices
import Dispatch
import KioskWeb
import LiveCapture
import MediaCore
import Synchronization

/// The operator's hand on the camera's controls: sets them, keeps what was set, and sets it again on a camera that has
/// been without power.
///
/// One thread talks to the camera, so that nothing else waits for it.
final class CameraDesk: KioskCamera {
  // More than anybody plugs into one booth.
  private static let mostCameras = 16

  private let desk: BoothDesk
  private let memory: BoothMemory
  private let queue = DispatchQueue(label: "livecam.booth.camera")
  private let device = Mutex<CaptureDevice?>(nil)

  init(_ desk: BoothDesk, remembering memory: BoothMemory) { (self.desk, self.memory) = (desk, memory) }

  /// Takes up a camera, and sets its controls as they were set before.
  func use(_ device: CaptureDevice) async {
    self.device.withLock { $0 = device }
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        restore(device)
        continuation.resume()
      }
    }
  }

  func controls() async throws(WebFailure) -> KioskCameraControls {
    do throws(WebFailure) {
      return try await answer { [self] (device, table) throws(WebFailure) in try told(device, table) }
    } catch  where error.code == "unavailable" {
      // That it is away or not ready yet is a state like others, and no failure of who asks.
      var controls = KioskCameraControls(camera: desk.read { $0.camera?.name ?? "" }, controls: [])
      controls.trouble = error.message
      return controls
    }
  }

  func change(_ change: KioskCameraChange) async throws(WebFailure) -> KioskCameraControls {
    try await answer { [self] (device, table) throws(WebFailure) in
      for (id, value) in change.values ?? [:] {
        guard let control = table.first(where: { $0.id == id }) else {
          throw .invalid("\(id): this camera has no such control that can be set.")
        }
        try control.check(value)
      }
      try apply(change, table, to: device)
      keep(change, of: device)
      return try told(device, table)
    }
  }

  /// Answers a request by what `body` does on the camera's thread.
  private func answer(
    _ body: @escaping @Sendable (CaptureDevice, [BoothControl]) throws(WebFailure) -> KioskCameraControls
  ) async throws(WebFailure) -> KioskCameraControls {
    if let reason = desk.read(\.operation.reason) { throw WebFailure(503, "unavailable", reason.message) }
    guard let device = device.withLock({ $0 }) else {
      throw WebFailure(503, "unavailable", "The camera is not ready yet. Try again in a second.")
    }
    let result: Result<KioskCameraControls, WebFailure> = await withCheckedContinuation { continuation in
      queue.async {
        let table = Self.table(device)
        do throws(WebFailure) { continuation.resume(returning: .success(try body(device, table))) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private static func table(_ device: CaptureDevice) -> [BoothControl] {
    guard let controls = device.controls, !controls.source.areControlsFixed else { return [] }
    return BoothControl.all(of: controls)
  }

  // MARK: The camera

  private func told(_ device: CaptureDevice, _ table: [BoothControl]) throws(WebFailure) -> KioskCameraControls {
    var values: [String: KioskControlValue] = [:]
    for control in table {
      do throws(DeviceError) { values[control.id] = try control.read() } catch  where error.code == .disconnected {
        throw Self.failure(error)
      } catch {
        // One that cannot be read is shown without a value; the others can be set all the same.
      }
    }
    let controls = table.map { control in
      var told = control.told
      told.value = values[control.id]
      told.isActive = control.ruler.map { values[$0.id] == .word($0.word) } ?? true
      return told
    }
    return KioskCameraControls(camera: device.localizedName, controls: controls)
  }

  private func apply(
    _ change: KioskCameraChange, _ table: [BoothControl], to device: CaptureDevice
  ) throws(WebFailure) {
    do throws(CaptureError) { try device.lockForConfiguration() } catch {
      throw WebFailure(503, "unavailable", "\(error)", underlying: error)
    }
    defer { device.unlockForConfiguration() }
    guard let source = device.controls?.source else { return }
    var writer = ControlWriter(source: source)
    do throws(DeviceError) {
      if change.reset == true { try writer.reset(table) }
      // A table has what rules before what is ruled.
      for control in table {
        if let value = change.values?[control.id] { try writer.write(value, to: control) }
      }
    } catch {
      writer.undo()
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: DeviceError) -> WebFailure {
    let (status, code) = error.code == .disconnected ? (503, "unavailable") : (409, "refused")
    return WebFailure(status, code, error.message, underlying: error)
  }

  // MARK: What is kept

  private func keep(_ change: KioskCameraChange, of device: CaptureDevice) {
    var cameras = memory.cameras
    var kept = cameras.first { $0.camera == device.uniqueID } ?? CameraMemory(camera: device.uniqueID, values: [:])
    if change.reset == true { kept.values = [:] }
    kept.values.merge(change.values ?? [:]) { $1 }
    cameras.removeAll { $0.camera == device.uniqueID }
    if !kept.values.isEmpty { cameras = cameras.suffix(Self.mostCameras - 1) + [kept] }
    if cameras != memory.cameras { memory.keep(cameras) }
  }

  /// Sets what was set before, as far as the camera has it; what is ruled by an automatic control is left to it.
  private func restore(_ device: CaptureDevice) {
    guard let kept = memory.cameras.first(where: { $0.camera == device.uniqueID }) else { return }
    let table = Self.table(device)
    do throws(CaptureError) { try device.lockForConfiguration() } catch {
      // It has gone again; when it comes, this is done anew.
      return
    }
    defer { device.unlockForConfiguration() }
    for control in table {
      guard let value = kept.values[control.id] else { continue }
      do throws(DeviceError) {
        if let ruler = control.ruler, let ruling = table.first(where: { $0.id == ruler.id }),
          try ruling.read() != .word(ruler.word)
        {
          continue
        }
        if try control.read() != value { try control.write(value) }
      } catch {
        desk.notify("warning", "\(control.id) of the camera is not as it was set: \(error.message)")
      }
    }
  }
}

/// Writes controls, and remembers what they were.
private struct ControlWriter {
  let source: any ControlledCamera
  private var restoration = ControlRestoration()

  init(source: any ControlledCamera) { self.source = source }

  mutating func write(_ value: KioskControlValue, to control: BoothControl) throws(DeviceError) {
    try restoration.remember(control.number, of: source)
    if try control.read() != value { try control.write(value) }
  }

  /// Sets all controls to their defaults: those that an automatic control rules while it does not.
  mutating func reset(_ table: [BoothControl]) throws(DeviceError) {
    for control in table {
      // One that cannot be read cannot be put back, and is left alone.
      guard let usual = control.told.usual, let now = try? control.read(), now != usual else { continue }
      if let ruler = control.ruler, let ruling = table.first(where: { $0.id == ruler.id }) {
        try write(.word(ruler.word), to: ruling)
      }
      try write(usual, to: control)
    }
    for control in table where !control.told.options.isEmpty {
      if let usual = control.told.usual { try write(usual, to: control) }
    }
  }

  mutating func undo() {
    // Whatever is left of it shows in the controls that pages ask for next.
    try? restoration.restore(on: source)
  }
}
