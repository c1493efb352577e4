public import CaptureDevices
import MediaCore

/// The faults that are still to befall a microphone's sound. A plain value.
public struct AudioFaults: SourceFaults {
  /// A microphone.
  public typealias Device = AudioDevice
  /// An open microphone.
  public typealias Source = any AudioSource
  /// Takes the samples of an open microphone.
  public typealias Sink = any AudioSink

  /// A plan for the delivery of a chunk: after filler for what was lost before it, and without the frames at its
  /// beginning that are skipped.
  struct Plan {
    var position: Int64
    /// Frames that are told as lost; filler takes their place, as far as chunks have come.
    var lost = 0
    var filler = 0
    var skipped = 0
  }

  var framesToLose = 0
  /// The number of frames, out of `framesToLose`, that have been told as lost.
  private var announced = 0
  /// The position at which the next chunk is due; `nil` before the first of a stream.
  var next: Int64?

  /// Creates a list of faults without any.
  public init() {}

  /// Returns the plan for the next chunk; `nil` if it is not delivered, which the chunk after it makes good.
  mutating func take(_ chunk: BorrowedAudioChunk, isFrozen: Bool) -> Plan? {
    var plan = Plan(position: next ?? chunk.position)
    guard !isFrozen else {
      next = plan.position
      return nil
    }
    plan.filler = Int(max(0, chunk.position - plan.position))
    plan.lost = plan.filler
    if framesToLose > 0 {
      plan.lost += framesToLose - announced
      plan.skipped = min(framesToLose, chunk.frameCount)
      plan.filler += plan.skipped
      framesToLose -= plan.skipped
      announced = framesToLose
    }
    next = chunk.position + Int64(chunk.frameCount)
    return plan
  }
}

extension FaultyMicrophone {
  /// Loses the next `frames` frames to an overrun. Filler of the same length takes their place.
  public func overrun(_ frames: Int) { change { $0.framesToLose += max(0, frames) } }
}
