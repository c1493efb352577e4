import CaptureDevices
import MediaCore
import Synchronization

@testable import LiveCaptureTesting

/// A camera with one fault: passes on what a good camera delivers, and breaks one clause of the contract.
final class DefectiveCamera: VideoSource, VideoSink {
  enum Fault: String, CaseIterable, Sendable {
    case doesNotStart, deliversNothing, deliversTooSlowly, wrongFormat, shortFrames, repeatedTimes, timesInTheFuture
    case timesBeforeTheStart, repeatedSequence, hiddenGaps, overlappingCalls, wrongSource, failsByItself, startsTwice
    case wrongErrorOnSecondStart, secondStartStopsTheFirst, deliversAfterStop, secondStopStarts, startsOnlyOnce
    case restartsIntoThePast, feedsTheOldSink

    /// The check that has to notice it.
    var check: ConformanceViolation.Check {
      switch self {
      case .doesNotStart: .starts
      case .deliversNothing: .delivers
      case .deliversTooSlowly: .rate
      case .wrongFormat: .format
      case .shortFrames: .byteCount
      case .repeatedTimes: .timesIncrease
      case .timesInTheFuture, .timesBeforeTheStart: .timesMatchClock
      case .repeatedSequence: .sequenceIncreases
      case .hiddenGaps: .gapsReported
      case .overlappingCalls: .oneCallAtATime
      case .wrongSource: .sourceIdentity
      case .failsByItself: .noFailure
      case .startsTwice, .wrongErrorOnSecondStart, .secondStartStopsTheFirst: .startTwice
      case .deliversAfterStop: .silentAfterStop
      case .secondStopStarts: .stopIdempotent
      case .startsOnlyOnce, .restartsIntoThePast, .feedsTheOldSink: .restart
      }
    }
  }

  private struct State {
    var sinks: [any VideoSink] = []
    var isRunning = false
    var starts = 0
    var stops = 0
    var frames = 0
    var overlap: BorrowedCall?
  }
  /// A call to repeat while another is being made.
  final class BorrowedCall: Sendable {
    let make: @Sendable () -> Void
    init(_ make: @escaping @Sendable () -> Void) { self.make = make }
  }

  private let good: any VideoSource
  private let fault: Fault
  private let state = Mutex(State())

  var device: VideoDevice { good.device }
  var mode: VideoMode { good.mode }
  var timestampInstant: TimestampInstant { good.timestampInstant }

  init(_ good: any VideoSource, fault: Fault) {
    self.good = good
    self.fault = fault
  }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    let (isRunning, starts) = state.withLock { state in
      if !state.isRunning || fault == .startsTwice { state.sinks.append(sink) }
      state.starts += 1
      return (state.isRunning, state.starts)
    }
    if isRunning {
      switch fault {
      case .startsTwice: return
      case .wrongErrorOnSecondStart: throw DeviceError(.busy, context: device.id, message: "Busy.")
      case .secondStartStopsTheFirst: good.stop()
      default: break
      }
      throw DeviceError(.invalidState, context: device.id, message: "Running.")
    }
    if fault == .doesNotStart || (fault == .startsOnlyOnce && starts > 1) {
      throw DeviceError(.system, context: device.id, message: "No.")
    }
    state.withLock { $0.isRunning = true }
    try good.start(delivering: self)
  }

  func stop() {
    let (wasRunning, stops) = state.withLock { state in
      defer { state.isRunning = false }
      if state.isRunning { state.stops = 0 }
      state.stops += 1
      return (state.isRunning, state.stops)
    }
    if fault == .deliversAfterStop, wasRunning { return }
    good.stop()
    if fault == .secondStopStarts, !wasRunning, stops == 2 { try? good.start(delivering: self) }
  }

  /// What the overlapping clock calls while the sink is inside a call.
  func repeatCall() { state.withLock { $0.overlap.take() }?.make() }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    let (sinks, count, starts) = state.withLock { state in
      state.frames += 1
      return (state.sinks, state.frames, state.starts)
    }
    guard fault != .deliversNothing, let sink = sinks.last else { return }
    if fault == .deliversTooSlowly, count % 6 != 0 { return }
    if fault == .failsByItself, count >= 8 { return count == 8 ? fail(sink) : () }
    if fault == .overlappingCalls {
      let copy = VideoFrame(copying: frame)
      state.withLock { $0.overlap = BorrowedCall { sink.videoSource(self, didCapture: Self.lend(copy)) } }
    }
    let named: any VideoSource = fault == .wrongSource ? good : self
    sink.videoSource(named, didCapture: altered(frame, count: count, starts: starts))
    if fault == .feedsTheOldSink, sinks.count > 1, let old = sinks.first {
      old.videoSource(self, didSkip: 1, reason: .dropped)
    }
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {}

  private func fail(_ sink: any VideoSink) {
    sink.videoSource(self, didFail: DeviceError(.disconnected, context: device.id, message: "Gone."))
  }

  private static func lend(_ frame: VideoFrame) -> BorrowedVideoFrame {
    BorrowedVideoFrame(
      format: frame.format, time: frame.time, sequence: frame.sequence,
      bytes: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private func altered(_ frame: BorrowedVideoFrame, count: Int, starts: Int) -> BorrowedVideoFrame {
    var (format, time, sequence, bytes) = (frame.format, frame.time, frame.sequence, frame.bytes)
    switch fault {
    case .wrongFormat: format = VideoFormat(pixelFormat: .nv12, width: 32, height: 32)
    case .shortFrames: bytes = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
    case .repeatedTimes: if sequence % 2 == 1 { time -= mode.frameInterval }
    case .timesInTheFuture: time += MediaTime(value: 1, timescale: 10)
    case .timesBeforeTheStart: time -= MediaTime(value: 1, timescale: 10)
    case .deliversTooSlowly: sequence /= 6
    case .repeatedSequence: sequence /= 2
    case .hiddenGaps: sequence *= 2
    case .restartsIntoThePast: if starts > 2 { time -= MediaTime(value: 3, timescale: 1) }
    default: break
    }
    return BorrowedVideoFrame(format: format, time: time, sequence: sequence, bytes: bytes)
  }
}
