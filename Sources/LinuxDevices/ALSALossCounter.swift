import Synchronization

/// Counts what a microphone lost; written by its capture thread, read by anyone.
final class ALSALossCounter: Sendable {
  private let interruptions = Atomic(0)
  private let frames = Atomic(0)

  var interruptionCount: Int { interruptions.load(ordering: .relaxed) }
  var lostFrameCount: Int { frames.load(ordering: .relaxed) }

  func countInterruption() { interruptions.wrappingAdd(1, ordering: .relaxed) }
  func countLoss(frames count: Int) { frames.wrappingAdd(count, ordering: .relaxed) }
}
