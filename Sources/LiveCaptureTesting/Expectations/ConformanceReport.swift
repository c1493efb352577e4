public import CaptureDevices

/// A report on what a device violates of its role's contract, for a test of one's own device.
public struct ConformanceReport: ExpectationReport {
  /// The device.
  public let subject: String
  /// The violations that were found, of any check.
  public let violations: [ConformanceViolation]
  /// The violations, for people: each check once, with what was seen first, how often it was violated, and what devices
  /// are held to.
  public var problems: [String] {
    var checks: [ConformanceViolation.Check] = []
    for violation in violations where !checks.contains(violation.check) { checks.append(violation.check) }
    return checks.map { check in
      let own = violations.filter { $0.check == check }
      let count = own.count > 1 ? " (the first of \(own.count))" : ""
      return "\(check.rawValue): \(own.first?.message ?? "")\(count)\n(\(check.requirement))"
    }
  }
}

extension DeviceConformance {
  /// Returns what a camera violates, as a report.
  public func report(on source: any VideoSource) -> ConformanceReport {
    ConformanceReport(subject: "conformance of camera \(source.device.id)", violations: violations(of: source))
  }

  /// Returns what a microphone violates, as a report.
  public func report(on source: any AudioSource) -> ConformanceReport {
    ConformanceReport(subject: "conformance of microphone \(source.device.id)", violations: violations(of: source))
  }
}

extension ConformanceViolation.Check {
  /// The requirement on a device, as a sentence.
  public var requirement: String {
    switch self {
    case .starts: "A device that can be used starts: start(delivering:) throws nothing."
    case .delivers: "Samples come within the pace's patience of the start."
    case .rate: "Samples come at about the rate that the mode or the format announces."
    case .format: "Each sample has the shape that the source announces."
    case .byteCount: "Each sample has as many bytes as its shape says; JPEG begins with FF D8 and ends with FF D9."
    case .timesIncrease: "The time of each frame is later than that of the one before."
    case .timesMatchClock: "Times are the session clock's: between the start and the arrival, give or take a frame."
    case .sequenceIncreases: "The number of each frame is greater than that of the one before."
    case .gapsReported: "Before a frame whose number skips some, didSkip tells how many."
    case .positionsContiguous: "Positions begin at 0, and each chunk begins where the one before ended."
    case .clockReadings: "Chunks bring readings of both clocks, which go on together at about the nominal rate."
    case .fillerMatchesLoss: "What didLose told is made good by filler: as many frames, all of them silent."
    case .oneCallAtATime: "A call to the sink begins after the one before has ended."
    case .sourceIdentity: "Calls name the source that was started, not one inside of it."
    case .noFailure: "A device that is not unplugged does not end its stream."
    case .startTwice: "A second start throws invalidState, and the stream goes on as it was."
    case .silentAfterStop: "Once stop has returned, the sink is not called."
    case .stopIdempotent: "A second stop does nothing."
    case .restart: "After a stop it starts again, with later times, and calls the new sink alone."
    }
  }
}
