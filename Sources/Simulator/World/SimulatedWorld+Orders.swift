public import CaptureDevices
import MediaCore
import Synchronization

extension SimulatedWorld {
  /// Returns the camera of an identifier as it was opened last; `nil` if it is not open.
  public func camera(_ id: String) -> FaultyCamera? { slot(of: id, SimulatedCamera.self)?.source }

  /// Returns the microphone of an identifier as it was opened last; `nil` if it is not open.
  public func microphone(_ id: String) -> FaultyMicrophone? { slot(of: id, SimulatedMicrophone.self)?.source }

  /// Returns what became of the frames of a camera since it was plugged in or the
  /// world was made.
  package func deliveries(ofCamera id: String) -> [DeliveryLog.Run] {
    slot(of: id, SimulatedCamera.self)?.deliveries.runs ?? []
  }

  /// Returns the same of a microphone's chunks.
  package func deliveries(ofMicrophone id: String) -> [DeliveryLog.Run] {
    slot(of: id, SimulatedMicrophone.self)?.deliveries.runs ?? []
  }

  /// Returns the value that a control has now of a camera that films the scene, by V4L2's number for it; `nil` if there
  /// is no such control, or the camera is not plugged in.
  public func value(ofControl id: UInt32, camera: String) -> Int64? {
    guard let controls = slot(of: camera, SimulatedCamera.self)?.controls else { return nil }
    return try? controls.value(id)  // what cannot be read is not there
  }

  /// Plugs a camera in that films the scene. One that has the same identifier is taken for the same one, and is
  /// unplugged first.
  public func plugIn(_ camera: SimulatedCamera) { plugIn(camera, SimulatedCamera.self) }

  /// Plugs in a microphone that records the scene.
  public func plugIn(_ microphone: SimulatedMicrophone) { plugIn(microphone, SimulatedMicrophone.self) }

  /// Unplugs the camera and the microphone of an identifier: streams end with `.disconnected`, then observers are
  /// notified. Does nothing for devices that are not plugged in.
  public func unplug(_ id: String) {
    unplug(id, SimulatedCamera.self) { $0.fail($1) }
    unplug(id, SimulatedMicrophone.self) { $0.fail($1) }
  }

  /// Plugs the camera and the microphone of an identifier in again, a camera perhaps at another node, with another
  /// name.
  ///
  /// They are new devices: what was set on the old ones and ordered of them is forgotten. Harmless for what is plugged
  /// in.
  public func replug(_ id: String, node: String? = nil, name: String? = nil) {
    replug(id, SimulatedCamera.self) { camera in
      camera.node = node ?? camera.node
      camera.name = name ?? camera.name
    }
    replug(id, SimulatedMicrophone.self) { _ in }
  }

  /// Makes the devices of an identifier busy, as if another program had opened them, or free again. A running stream
  /// continues.
  public func setBusy(_ isBusy: Bool, _ id: String) {
    change(id, SimulatedCamera.self) { $0.isBusy = isBusy }
    change(id, SimulatedMicrophone.self) { $0.isBusy = isBusy }
  }

  /// Sets this user's access to the devices of an identifier. A running stream continues.
  public func setAccess(_ access: DeviceAccess, _ id: String) {
    change(id, SimulatedCamera.self) { $0.device.access = access }
    change(id, SimulatedMicrophone.self) { $0.device.access = access }
  }

  /// Something has come or gone that devices here are made of. The streams of what has gone end by themselves.
  func follow(_ event: DeviceEvent) {
    switch event {
    case .videoConnected(let device): follow(true, [device.id, device.node], SimulatedCamera.self)
    case .videoDisconnected(let device): follow(false, [device.id, device.node], SimulatedCamera.self)
    case .audioConnected(let device): follow(true, [device.id, device.pcm], SimulatedMicrophone.self)
    case .audioDisconnected(let device): follow(false, [device.id, device.pcm], SimulatedMicrophone.self)
    }
  }

  // MARK: Both kinds of devices

  private func follow<Device: SimulatedDevice>(_ isThere: Bool, _ names: [String?], _ kind: Device.Type) {
    let events = state.withLock { state in
      state[keyPath: Device.slots].indices.compactMap { place -> DeviceEvent? in
        var slot = state[keyPath: Device.slots][place]
        guard let original = slot.device.original, names.contains(original) else { return nil }
        let wasPresent = slot.isPresent
        _ = slot.handle(isThere ? .originalCame : .originalLeft)
        state[keyPath: Device.slots][place] = slot
        return slot.isPresent == wasPresent ? nil : slot.device.event(isConnected: isThere)
      }
    }
    tell(events)
  }

  func slot<Device: SimulatedDevice>(of id: String, _ kind: Device.Type) -> SimulatedSlot<Device>? {
    state.withLock { $0[keyPath: Device.slots].first { $0.device.id == id } }
  }

  /// Changes a device's place; returns what it was before.
  @discardableResult
  private func change<Device: SimulatedDevice>(
    _ id: String, _ kind: Device.Type, _ body: (inout SimulatedSlot<Device>) -> Void
  ) -> SimulatedSlot<Device>? {
    state.withLock { state in
      guard let place = state[keyPath: Device.slots].firstIndex(where: { $0.device.id == id }) else { return nil }
      let before = state[keyPath: Device.slots][place]
      body(&state[keyPath: Device.slots][place])
      return before
    }
  }

  private func plugIn<Device: SimulatedDevice>(_ device: Device, _ kind: Device.Type) {
    unplug(device.id)
    state.withLock { state in
      state[keyPath: Device.slots].removeAll { $0.device.id == device.id }
      state[keyPath: Device.slots].append(SimulatedSlot(device, clock))
    }
    tell([device.event(isConnected: true)])
  }

  private func unplug<Device: SimulatedDevice>(
    _ id: String, _ kind: Device.Type, _ fail: (FaultySource<Device.Faults>, DeviceError) -> Void
  ) {
    let before = change(id, Device.self) { _ = $0.handle(.unplugged) }
    guard let before, before.isPresent else { return }
    if let source = before.source {
      fail(
        source,
        DeviceError(.disconnected, context: id, message: "The device has been unplugged. Plug it in again."))
    }
    tell([before.device.event(isConnected: false)])
  }

  private func replug<Device: SimulatedDevice>(_ id: String, _ kind: Device.Type, _ rename: (inout Device) -> Void) {
    var event: DeviceEvent?
    change(id, Device.self) { slot in
      var renamed = slot
      rename(&renamed.device)
      // Controls are made anew, those of the device as it is called now.
      guard renamed.handle(.pluggedIn) else { return }
      slot = renamed
      if slot.isPresent { event = slot.device.event(isConnected: true) }
    }
    if let event { tell([event]) }
  }
}
