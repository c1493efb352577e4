import MediaCore

/// Who gets a camera's frames as they come, and how hard that is for them. A plain value behind the lane's lock.
struct FrameFan {
  private var footages: [VideoFootage] = []
  private var receivers: [any VideoFrameReceiver] = []
  /// `nil` where pressure is not looked for.
  private var meter: PressureMeter?
  /// Frames that the driver has dropped since the newest.
  private var lost = 0

  /// A fan to nobody.
  init(meter: PressureMeter?) { self.meter = meter }

  /// Returns the newest footage that is encoded to a codec, if it can be extended. One that does not measure motion
  /// cannot do so for what it has encoded.
  func footage(
    of codec: VideoCodec, measuringMotion: Bool, ifExtended extend: (VideoFootage) -> Bool
  ) -> VideoFootage? {
    footages.last(where: { $0.codec == codec && ($0.measuresMotion || !measuringMotion) })
      .flatMap { extend($0) ? $0 : nil }
  }

  mutating func add(_ footage: VideoFootage) { footages.append(footage) }

  mutating func add(_ receiver: any VideoFrameReceiver) { receivers.append(receiver) }

  mutating func remove(_ footage: VideoFootage) { footages.removeAll { $0 === footage } }

  mutating func remove(_ receiver: any VideoFrameReceiver) { receivers.removeAll { $0 === receiver } }

  mutating func removeAll() { (footages, receivers) = ([], []) }

  /// Measures pressure anew.
  mutating func wake(meter: PressureMeter?) { (self.meter, lost) = (meter, 0) }

  /// The driver has dropped frames.
  mutating func noteLost(_ count: Int) { lost += count }

  /// Gives a frame to everybody who wants it; returns how hard that has become, if that has changed.
  mutating func offer(_ frame: VideoFrame) -> SystemPressureState? {
    var reception = FrameReception()
    for footage in footages {
      footage.offer(frame)
      if meter != nil { reception.backlog = max(reception.backlog, footage.backlog(at: frame.time)) }
    }
    for receiver in receivers {
      let other = receiver.receive(frame)
      reception.backlog = max(reception.backlog, other.backlog)
      reception.isDropped = reception.isDropped || other.isDropped
    }
    let lost = lost + (reception.isDropped ? 1 : 0)
    self.lost = 0
    return meter?.note(at: frame.time, isDelivered: !reception.isDropped, lost: lost, backlog: reception.backlog)
  }
}
