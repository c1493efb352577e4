import CaptureDevices
import MediaCore

/// What is still to go wrong with a camera's frames, and what becomes of each of them. A plain value.
struct VideoFaults {
  /// How a frame is delivered.
  struct Plan {
    var copies = 1
    var isDamaged = false
    /// Nanoseconds that are added to its time.
    var clockStep: Int64 = 0
    /// How many numbers of frames before it are hushed up.
    var hushed: UInt64 = 0
  }

  /// What becomes of a frame.
  enum Fate {
    case nothing
    case skip(SkipReason)
    /// It is delivered, after those that had been held back.
    case deliver(held: [VideoFrame], Plan)
  }

  var lost = 0
  var flagged = 0
  var truncated = 0
  var damaged = 0
  var duplicated = 0
  var toHold = 0
  var held: [VideoFrame] = []
  var clockStep: Int64 = 0
  var share = 1.0
  private(set) var delivered = 0
  private var hushed: UInt64 = 0
  private var portion = 1.0

  /// Decides about the next frame.
  mutating func take(_ frame: BorrowedVideoFrame) -> Fate {
    portion += share
    guard portion >= 1 else {
      hushed += 1
      return .nothing
    }
    portion -= portion.rounded(.down)
    if let reason = skipped() { return .skip(reason) }
    var plan = Plan(clockStep: clockStep, hushed: hushed)
    if toHold > 0 {
      toHold -= 1
      held.append(VideoFrame(copying: Self.stamped(frame, plan, bytes: frame.bytes)))
      return .nothing
    }
    if damaged > 0, frame.format.pixelFormat.isCompressed {
      damaged -= 1
      plan.isDamaged = true
    }
    if duplicated > 0 {
      duplicated -= 1
      plan.copies = 2
    }
    delivered += held.count + plan.copies
    defer { held = [] }
    return .deliver(held: held, plan)
  }

  private mutating func skipped() -> SkipReason? {
    if lost > 0 {
      lost -= 1
      return .dropped
    }
    if flagged > 0 {
      flagged -= 1
      return .flaggedError
    }
    if truncated > 0 {
      truncated -= 1
      return .truncated
    }
    return nil
  }

  /// A frame with the time and the number that it is given out for.
  static func stamped(
    _ frame: BorrowedVideoFrame, _ plan: Plan, bytes: UnsafeRawBufferPointer
  ) -> BorrowedVideoFrame {
    BorrowedVideoFrame(
      format: frame.format,
      time: plan.clockStep == 0 ? frame.time : frame.time + MediaTime(nanoseconds: plan.clockStep),
      sequence: frame.sequence - min(frame.sequence, plan.hushed), bytes: bytes)
  }
}
