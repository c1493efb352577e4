import FrameRing
import MediaCore

/// The result of offering a sample to a receiver.
struct SampleReception {
  /// The backlog of the receiver, relative to its limit; 0 when there is none.
  var backlog = 0.0
  /// Indicates whether the receiver dropped the sample because its backlog has reached the limit.
  var isDropped = false
}

/// The receivers of a device's samples as they arrive, and the pressure that they are under. A plain value behind the
/// lane's lock.
struct SampleFan<Footage: SampleFootage> {
  /// Takes a sample that is in the ring, on the device's thread and under the lane's lock: it must be quick.
  /// `clockRate` is how many frames a microphone takes in a second of the session's clock; it says nothing of pictures.
  typealias Receive = @Sendable (_ sample: Footage.Sample, _ clockRate: Double) -> SampleReception

  private(set) var footages: [Footage] = []
  private var receivers: [(owner: ObjectIdentifier, receive: Receive)] = []
  /// `nil` where pressure is not looked for.
  private var meter: PressureMeter?
  /// Samples that the driver has dropped since the newest.
  private var lost = 0

  init(meter: PressureMeter?) { self.meter = meter }

  mutating func add(_ footage: Footage) { footages.append(footage) }

  /// One that has them already goes on as it is.
  mutating func add(for owner: AnyObject, _ receive: @escaping Receive) {
    guard !receivers.contains(where: { $0.owner == ObjectIdentifier(owner) }) else { return }
    receivers.append((ObjectIdentifier(owner), receive))
  }

  mutating func remove(_ footage: Footage) { footages.removeAll { $0 === footage } }

  mutating func remove(_ owner: AnyObject) { receivers.removeAll { $0.owner == ObjectIdentifier(owner) } }

  mutating func end() {
    for footage in footages { footage.endInput() }
    (footages, receivers) = ([], [])
  }

  mutating func wake(meter: PressureMeter?) { (self.meter, lost) = (meter, 0) }

  mutating func noteLost(_ count: Int) { lost += count }

  /// Gives a sample to everybody who wants it; returns how hard that has become, if that has changed.
  mutating func offer(_ sample: Footage.Sample, clockRate: Double) -> SystemPressureState? {
    var reception = SampleReception()
    for footage in footages {
      footage.offer(sample, clockRate: clockRate)
      if meter != nil { reception.backlog = max(reception.backlog, footage.backlog(at: sample.time)) }
    }
    for receiver in receivers {
      let other = receiver.receive(sample, clockRate)
      reception.backlog = max(reception.backlog, other.backlog)
      reception.isDropped = reception.isDropped || other.isDropped
    }
    let lost = lost + (reception.isDropped ? 1 : 0)
    self.lost = 0
    return meter?.note(at: sample.time, isDelivered: !reception.isDropped, lost: lost, backlog: reception.backlog)
  }
}
