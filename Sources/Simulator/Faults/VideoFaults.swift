public import CaptureDevices
public import MediaCore

/// The pending faults of a camera, and the plan for each of its frames. A plain value.
public struct VideoFaults: SourceFaults {
  /// A camera.
  public typealias Device = VideoDevice
  /// An open camera.
  public typealias Source = any VideoSource
  /// Takes the samples of an open camera.
  public typealias Sink = any VideoSink

  struct Plan {
    var copies = 1
    var isDamaged = false
    var clockStepNanoseconds: Int64 = 0
    /// The number that is added to the frame's sequence: below zero for frames before it that were dropped without a
    /// report, above for those that were inserted.
    var shift: Int64 = 0
    /// The instants, without the step of the clock, of frames in between it and the one before.
    var between: [MediaTime] = []
  }

  /// The most frames that a camera delivers in the place of one.
  static let largestShare = 4.0

  enum Fate {
    case nothing
    case skip(SkipReason)
    /// The frame is delivered, after those that had been held back.
    case deliver(held: [VideoFrame], Plan)
  }

  var pending: [FrameFault: Int] = [:]
  var held: [VideoFrame] = []
  var clockStepNanoseconds: Int64 = 0
  var share = 1.0
  private(set) var delivered = 0
  private var shift: Int64 = 0
  private var portion = 1.0
  private var last: (time: MediaTime, sequence: UInt64)?

  /// Creates a list of faults without any.
  public init() {}

  mutating func take(_ frame: BorrowedVideoFrame) -> Fate {
    let interval = intervalSinceLast(frame)
    portion += share
    guard portion >= 1 else {
      shift -= 1
      return .nothing
    }
    let count = Int64(portion)
    portion -= portion.rounded(.down)
    for fault in FrameFault.allCases {
      if let reason = fault.skipReason, isDue(fault) { return .skip(reason) }
    }
    var plan = Plan(clockStepNanoseconds: clockStepNanoseconds, shift: shift)
    if isDue(.late) {
      held.append(VideoFrame(copying: Self.stamped(frame, plan, bytes: frame.bytes)))
      return .nothing
    }
    plan.isDamaged = frame.format.pixelFormat.isCompressed && isDue(.damage)
    if isDue(.duplicate) { plan.copies = 2 }
    if count > 1, let interval {
      plan.between = (1..<count).map { frame.time - MediaTime(nanoseconds: interval * (count - $0) / count) }
      shift += count - 1
      plan.shift = shift
    }
    delivered += held.count + plan.between.count + plan.copies
    defer { held = [] }
    return .deliver(held: held, plan)
  }

  /// The nanoseconds between two frames of the other camera, by this one and the last; `nil` for the first of a stream,
  /// with which numbers begin anew.
  private mutating func intervalSinceLast(_ frame: BorrowedVideoFrame) -> Int64? {
    defer { last = (frame.time, frame.sequence) }
    guard let last else { return nil }
    guard frame.sequence > last.sequence else {
      shift = 0
      return nil
    }
    let time = (frame.time - last.time).nanoseconds
    return time > 0 ? time / Int64(clamping: frame.sequence - last.sequence) : nil
  }

  /// Tells whether the fault is due, and counts one off the frames that it still concerns.
  private mutating func isDue(_ fault: FrameFault) -> Bool {
    guard let count = pending[fault], count > 0 else { return false }
    pending[fault] = count - 1
    return true
  }

  static func stamped(
    _ frame: BorrowedVideoFrame, _ plan: Plan, bytes: UnsafeRawBufferPointer
  ) -> BorrowedVideoFrame {
    BorrowedVideoFrame(
      format: frame.format,
      time: plan.clockStepNanoseconds == 0
        ? frame.time : frame.time + MediaTime(nanoseconds: plan.clockStepNanoseconds),
      sequence: UInt64(max(0, Int64(clamping: frame.sequence) + plan.shift)), bytes: bytes)
  }

  /// The frames that come in between, in order: they show the picture of the one that they come before.
  static func between(_ frame: BorrowedVideoFrame, _ plan: Plan) -> [BorrowedVideoFrame] {
    let next = stamped(frame, plan, bytes: frame.bytes)
    return plan.between.enumerated().map { index, time in
      BorrowedVideoFrame(
        format: frame.format, time: time + (next.time - frame.time),
        sequence: next.sequence - UInt64(plan.between.count - index), bytes: frame.bytes)
    }
  }
}

extension FaultyCamera {
  /// Applies a fault to the next `count` frames.
  public func spoil(_ fault: FrameFault, _ count: Int) { change { $0.pending[fault, default: 0] += max(0, count) } }

  /// Stamps frames from now on with instants that are later by `step`, or earlier for a step below zero, as a camera
  /// does whose clock was set.
  public func stepClock(by step: MediaTime) { change { $0.clockStepNanoseconds += step.nanoseconds } }

  /// Delivers `share` frames for each of the other camera's from now on, evenly and numbered without gaps, whatever the
  /// mode says.
  ///
  /// Below 1 it is such a share of them; above 1, up to 4, there are more. Those are delivered together with the frame
  /// that they lie before, with instants between it and the last, and show its picture.
  public func setShare(_ share: Double) { change { $0.share = min(VideoFaults.largestShare, max(0, share)) } }
}
