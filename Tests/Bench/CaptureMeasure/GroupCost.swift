/// What the session cost while it was armed, and what a group of captures cost.
struct GroupCost {
  /// Seconds of virtual time for which the session was armed before the group, and what they cost.
  private(set) var armedSeconds = 0.0
  private(set) var armedProcessorSeconds = 0.0
  /// Resident memory at the end of that.
  private(set) var armedResidentBytes = 0
  /// The payload in the rings of all cameras then.
  var ringBytes = 0
  private(set) var processorSeconds = 0.0
  private(set) var wallSeconds = 0.0
  /// The machine's monotonic clock at the end.
  private(set) var endInstant = 0.0
  /// The most resident memory of the process so far.
  private(set) var residentBytes = 0
  /// The most resident memory since the end of the armed stretch.
  private(set) var peakBytes = 0
  /// Frames that went into encoders.
  var frames = 0
  /// Seconds of footage that the group's movies cover, for each camera.
  var seconds = 0.0

  mutating func arm(seconds: Double) {
    armedSeconds = seconds
    armedProcessorSeconds = -ProcessUse.processorSeconds
  }

  mutating func begin() {
    armedProcessorSeconds += ProcessUse.processorSeconds
    ProcessUse.forgetPeak()
    armedResidentBytes = ProcessUse.residentBytes
    processorSeconds = -ProcessUse.processorSeconds
    wallSeconds = -ProcessUse.instant
  }

  mutating func end() {
    processorSeconds += ProcessUse.processorSeconds
    endInstant = ProcessUse.instant
    wallSeconds += endInstant
    residentBytes = ProcessUse.mostResidentBytes
    peakBytes = ProcessUse.peakBytes
  }

  func line(group: Int, captures: Int) -> String {
    """
    {"group": \(group), "captures": \(captures), "frames": \(frames), "seconds": \(seconds), \
    "cpu": \(processorSeconds), "wall": \(wallSeconds), "ended": \(endInstant), "resident": \(residentBytes), \
    "peak": \(peakBytes), "armed_seconds": \(armedSeconds), "armed_cpu": \(armedProcessorSeconds), \
    "armed_resident": \(armedResidentBytes), "ring": \(ringBytes)}
    """
  }
}
