public import CaptureDevices
import MediaCore

/// The checks that every camera and microphone must pass, real or simulated.
///
/// The source must be open, not running, and expected to deliver; it is started and stopped twice and left stopped.
/// Under a virtual clock it must deliver from the clock's actions. The result lists what was violated, empty if
/// nothing was, so that tests and commands alike can show it.
public struct DeviceConformance: Sendable {
  /// How time passes.
  public let pace: DevicePace
  /// How many frames or chunks are looked at in the first run; the second takes half as many.
  public let sampleCount: Int

  /// A suite that lets time pass by `pace` and looks at `sampleCount` samples, at least 4.
  public init(pace: DevicePace, sampleCount: Int = 12) {
    self.pace = pace
    self.sampleCount = max(4, sampleCount)
  }

  /// What a camera violates.
  public func violations(of source: any VideoSource) -> [ConformanceViolation] {
    let drive = Drive(
      period: source.mode.frameInterval, makeSink: { VideoSinkLog(clock: pace.clock) },
      start: { (sink) throws(DeviceError) in try source.start(delivering: sink) }, stop: source.stop)
    return run(drive) { VideoJudge(source: source, start: $1, sink: $0).violations }
  }

  /// What a microphone violates.
  public func violations(of source: any AudioSource) -> [ConformanceViolation] {
    let drive = Drive(
      // Chunks are about 10 ms; some devices hand over larger ones.
      period: MediaTime(value: 1, timescale: 50), makeSink: { AudioSinkLog(clock: pace.clock) },
      start: { (sink) throws(DeviceError) in try source.start(delivering: sink) }, stop: source.stop)
    return run(drive) { AudioJudge(source: source, start: $1, sink: $0).violations }
  }

  /// A source of either kind, with what is needed to work it.
  private struct Drive<Sink: ConformanceSink> {
    /// The longest usual time between two samples.
    let period: MediaTime
    let makeSink: () -> Sink
    let start: (Sink) throws(DeviceError) -> Void
    let stop: () -> Void
  }

  private func run<Sink: ConformanceSink>(
    _ drive: Drive<Sink>, judge: (_ sink: Sink, _ start: MediaTime) -> [ConformanceViolation]
  ) -> [ConformanceViolation] {
    drive.stop()  // harmless before the first start; what it set going would be heard as an early failure to start
    let first = drive.makeSink()
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
    let heard = first.log.events.count
    let second = drive.makeSink()
    let secondStart = pace.clock.now
    let again = startUp(drive, second, expecting: sampleCount / 2, check: .restart)
    drive.stop()
    violations += again
    if again.isEmpty { violations += judge(second, secondStart) }
    if let time = second.firstTime, let before = first.lastTime, time <= before || time < last - drive.period * 2 {
      violations.append(.init(.restart, "the first sample after a restart is of \(time), the last before of \(before)"))
    }
    if first.log.events.count != heard {
      violations.append(.init(.restart, "after a restart the sink of the first run was called again"))
    }
    return violations
  }

  private func startUp<Sink: ConformanceSink>(
    _ drive: Drive<Sink>, _ sink: Sink, expecting count: Int, check: ConformanceViolation.Check
  ) -> [ConformanceViolation] {
    do throws(DeviceError) {
      try drive.start(sink)
    } catch {
      return [.init(check, "start threw \(error.code): \(error)")]
    }
    if pace.pass(sink.log, until: { Sink.sampleCount(of: $0) >= count || Sink.hasFailed($0) }),
      !Sink.hasFailed(sink.log.events)
    {
      return []
    }
    let came = Sink.sampleCount(of: sink.log.events)
    return [
      .init(
        check == .starts ? .delivers : check,
        "\(came) of \(count) samples came within \(pace.patience.seconds) s of start")
    ]
  }

  private func startTwice<Sink: ConformanceSink>(_ drive: Drive<Sink>, _ sink: Sink) -> [ConformanceViolation] {
    var violations: [ConformanceViolation] = []
    let intruder = drive.makeSink()
    do throws(DeviceError) {
      try drive.start(intruder)
      violations.append(.init(.startTwice, "a second start did not throw"))
    } catch {
      if error.code != .invalidState {
        violations.append(.init(.startTwice, "a second start threw \(error.code), not invalidState"))
      }
    }
    let count = Sink.sampleCount(of: sink.log.events)
    if !pace.pass(sink.log, until: { Sink.sampleCount(of: $0) >= count + 2 }) {
      violations.append(.init(.startTwice, "after a second start nothing more came to the first sink"))
    }
    if !intruder.log.events.isEmpty {
      violations.append(.init(.startTwice, "the sink of the second start was called"))
    }
    return violations
  }

  private func stopTwice<Sink: ConformanceSink>(_ drive: Drive<Sink>, _ sink: Sink) -> [ConformanceViolation] {
    let quiet = drive.period * 5
    drive.stop()
    var count = sink.log.events.count
    var violations: [ConformanceViolation] = []
    if !pace.passQuietly(sink.log, for: quiet, expecting: count) {
      violations.append(.init(.silentAfterStop, "the sink was called after stop had returned"))
    }
    drive.stop()
    count = sink.log.events.count
    if violations.isEmpty, !pace.passQuietly(sink.log, for: quiet, expecting: count) {
      violations.append(.init(.stopIdempotent, "the sink was called after a second stop"))
    }
    return violations
  }
}
