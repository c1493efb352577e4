public import CaptureDevices
import MediaCore

/// The checks that every camera and microphone must pass, real or simulated.
///
/// The source must be open, not running, and expected to deliver; it is started and stopped twice and left stopped.
/// Under a virtual clock it must deliver from the clock's actions. The result lists what was violated, empty if
/// nothing was, so that tests and commands alike can show it.
public struct DeviceConformance: Sendable {
  /// The passing of time.
  public let pace: DevicePace
  /// The number of frames or chunks that are looked at in the first run; the second takes half as many.
  public let sampleCount: Int

  /// Creates a suite that examines `sampleCount` samples, at least 4, in the time that `pace` makes.
  public init(pace: DevicePace, sampleCount: Int = 12) {
    self.pace = pace
    self.sampleCount = max(4, sampleCount)
  }

  /// Returns what a camera violates.
  public func violations(of source: any VideoSource) -> [ConformanceViolation] {
    let drive = Drive<VideoSinkEvent>(
      period: source.mode.frameInterval,
      start: { (sink) throws(DeviceError) in try source.start(delivering: sink) }, stop: source.stop)
    return run(drive) { VideoJudge(source: source, start: $1, sink: $0).violations }
  }

  /// Returns what a microphone violates.
  public func violations(of source: any AudioSource) -> [ConformanceViolation] {
    let drive = Drive<AudioSinkEvent>(
      // Chunks are about 10 ms; some devices hand over larger ones.
      period: MediaTime(value: 1, timescale: 50),
      start: { (sink) throws(DeviceError) in try source.start(delivering: sink) }, stop: source.stop)
    return run(drive) { AudioJudge(source: source, start: $1, sink: $0).violations }
  }

  /// A source of either kind, with what is needed to work it.
  private struct Drive<Event: SinkEvent> {
    /// The longest usual time between two samples.
    let period: MediaTime
    let start: (SinkLog<Event>) throws(DeviceError) -> Void
    let stop: () -> Void
  }

  private func run<Event: SinkEvent>(
    _ drive: Drive<Event>, judge: (_ sink: SinkLog<Event>, _ start: MediaTime) -> [ConformanceViolation]
  ) -> [ConformanceViolation] {
    drive.stop()  // harmless before the first start; what it set going would be heard as an early failure to start
    let first = SinkLog<Event>(clock: pace.clock)
    let firstStart = pace.clock.now
    var violations = startUp(drive, first, expecting: sampleCount, check: .starts)
    guard violations.isEmpty else {
      drive.stop()
      return violations + judge(first, firstStart)
    }
    violations += startTwice(drive, first)
    violations += stopTwice(drive, first)
    let last = pace.clock.now
    violations += judge(first, firstStart)
    let heard = first.events.count
    let second = SinkLog<Event>(clock: pace.clock)
    let secondStart = pace.clock.now
    let again = startUp(drive, second, expecting: sampleCount / 2, check: .restart)
    drive.stop()
    violations += again
    if again.isEmpty { violations += judge(second, secondStart) }
    if let time = second.events.lazy.compactMap(\.time).first, let before = first.events.compactMap(\.time).last,
      time <= before || time < last - drive.period * 2
    {
      violations.append(.init(.restart, "the first sample after a restart is of \(time), the last before of \(before)"))
    }
    if first.events.count != heard {
      violations.append(.init(.restart, "after a restart the sink of the first run was called again"))
    }
    return violations
  }

  private func startUp<Event: SinkEvent>(
    _ drive: Drive<Event>, _ sink: SinkLog<Event>, expecting count: Int, check: ConformanceViolation.Check
  ) -> [ConformanceViolation] {
    do throws(DeviceError) {
      try drive.start(sink)
    } catch {
      return [.init(check, "start threw \(error.code): \(error)")]
    }
    if pace.pass(sink.log, until: { $0.count(where: \.isSample) >= count || $0.contains { $0.failure != nil } }),
      sink.failure == nil
    {
      return []
    }
    let came = sink.events.count(where: \.isSample)
    return [
      .init(
        check == .starts ? .delivers : check,
        "\(came) of \(count) samples came within \(pace.patience.seconds) s of start")
    ]
  }

  private func startTwice<Event: SinkEvent>(_ drive: Drive<Event>, _ sink: SinkLog<Event>) -> [ConformanceViolation] {
    var violations: [ConformanceViolation] = []
    let intruder = SinkLog<Event>(clock: pace.clock)
    do throws(DeviceError) {
      try drive.start(intruder)
      violations.append(.init(.startTwice, "a second start did not throw"))
    } catch {
      if error.code != .invalidState {
        violations.append(.init(.startTwice, "a second start threw \(error.code), not invalidState"))
      }
    }
    let count = sink.events.count(where: \.isSample)
    if !pace.pass(sink.log, until: { $0.count(where: \.isSample) >= count + 2 }) {
      violations.append(.init(.startTwice, "after a second start nothing more came to the first sink"))
    }
    if !intruder.events.isEmpty {
      violations.append(.init(.startTwice, "the sink of the second start was called"))
    }
    return violations
  }

  private func stopTwice<Event: SinkEvent>(_ drive: Drive<Event>, _ sink: SinkLog<Event>) -> [ConformanceViolation] {
    let quiet = drive.period * 5
    drive.stop()
    var count = sink.events.count
    var violations: [ConformanceViolation] = []
    if !pace.passQuietly(sink.log, for: quiet, expecting: count) {
      violations.append(.init(.silentAfterStop, "the sink was called after stop had returned"))
    }
    drive.stop()
    count = sink.events.count
    if violations.isEmpty, !pace.passQuietly(sink.log, for: quiet, expecting: count) {
      violations.append(.init(.stopIdempotent, "the sink was called after a second stop"))
    }
    return violations
  }
}
