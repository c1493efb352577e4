import MediaCore

/// A device's place in a world, and what is wrong with it there.
struct SimulatedSlot<Device: SimulatedDevice>: Sendable {
  var device: Device
  private(set) var presence = SimulatedPresence.present
  /// Indicates whether another program has the device open.
  var isBusy = false
  /// The device as it was opened last. Not held: whoever has opened it does that.
  weak var source: FaultySource<Device.Faults>?
  /// The controls of a camera that films the scene.
  var controls: SimulatedControls?
  /// The controls of a camera that is made of another one.
  var memory = ControlMemory()
  /// The record of what happened to the device's samples, however often it was unplugged.
  let deliveries: DeliveryLog

  init(_ device: Device, _ clock: any MediaClock) {
    self.device = device
    deliveries = DeliveryLog(clock)
    reset()
  }

  var isPresent: Bool { presence == .present }

  /// Applies an event to the presence; returns whether it has changed anything.
  mutating func handle(_ event: SimulatedPresence.Event) -> Bool {
    if event == .unplugged { controls?.unplug() }
    guard presence.handle(event) else { return false }
    if event == .pluggedIn || event == .originalCame { reset() }
    return true
  }

  /// Forgets what was ordered of the device and set on it: it has been without power.
  private mutating func reset() {
    source = nil
    memory = ControlMemory()
    controls = (device as? SimulatedCamera).map { SimulatedControls(of: $0.device) }
  }
}
