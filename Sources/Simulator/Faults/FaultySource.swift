import Synchronization

/// A camera or a microphone that passes on the samples of another one, and fails on request as real devices do.
///
/// Samples are delivered in the other device's own calls, so equal faults at equal instants of a virtual clock have
/// equal outcomes. Faults may be requested on any thread and take effect with the next sample.
public final class FaultySource<Faults: SourceFaults>: Sendable {
  struct State {
    var stream: FaultyStream<Faults>?
    var isFrozen = false
    var faults = Faults()
  }

  let source: Faults.Source
  /// The memory of a camera's control values, if the camera belongs to a world.
  let memory: ControlMemory?
  /// Notes what becomes of samples, if it belongs to a world.
  let deliveries: DeliveryLog?
  let state = Mutex(State())

  /// The device that this source appears as.
  public let device: Faults.Device

  init(
    _ source: Faults.Source, device: Faults.Device, memory: ControlMemory? = nil, deliveries: DeliveryLog? = nil
  ) {
    (self.source, self.device, self.memory, self.deliveries) = (source, device, memory, deliveries)
  }

  var isRunning: Bool { state.withLock { $0.stream?.isOpen == true } }

  /// Stops delivering, without an error, until ``thaw()``, as a device does whose driver hangs.
  ///
  /// After it, a camera's frame numbers have a gap; a microphone reports the missed sound as lost.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Resumes delivery after ``freeze()``.
  public func thaw() { state.withLock { $0.isFrozen = false } }

  func change(_ body: (inout Faults) -> Void) { state.withLock { body(&$0.faults) } }
}

/// A camera that can be made to misbehave.
public typealias FaultyCamera = FaultySource<VideoFaults>

/// A microphone that can be made to misbehave.
public typealias FaultyMicrophone = FaultySource<AudioFaults>
