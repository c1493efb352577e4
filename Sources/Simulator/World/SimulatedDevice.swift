import CaptureDevices

/// A camera or a microphone of a world, as far as the world treats them alike.
protocol SimulatedDevice: Sendable {
  associatedtype Faults: SourceFaults

  /// The place in a world's state where devices of the kind are kept.
  static var slots: WritableKeyPath<SimulatedWorld.State, [SimulatedSlot<Self>]> { get }
  var id: String { get }
  var name: String { get }
  /// The place of the device on the machine; `nil` if it has none.
  var place: String? { get }
  var access: DeviceAccess { get set }
  var original: String? { get }
  func event(isConnected: Bool) -> DeviceEvent
}

extension SimulatedCamera: SimulatedDevice {
  typealias Faults = VideoFaults
  static var slots: WritableKeyPath<SimulatedWorld.State, [SimulatedSlot<SimulatedCamera>]> { \.cameras }
  var place: String? { node }
  func event(isConnected: Bool) -> DeviceEvent { isConnected ? .videoConnected(device) : .videoDisconnected(device) }
}

extension SimulatedMicrophone: SimulatedDevice {
  typealias Faults = AudioFaults
  static var slots: WritableKeyPath<SimulatedWorld.State, [SimulatedSlot<SimulatedMicrophone>]> { \.microphones }
  var place: String? { device.pcm }
  func event(isConnected: Bool) -> DeviceEvent { isConnected ? .audioConnected(device) : .audioDisconnected(device) }
}
