import FrameRing
import MediaCore

/// A stretch of encoded samples that the movies of overlapping captures share.
protocol SampleFootage: AnyObject, Sendable {
  associatedtype Sample: LaneSample

  func begin(_ claim: FootageClaim)
  /// Takes on another window, if the footage overlaps it, reaches back to its beginning and can go on without a gap.
  func extend(by claim: FootageClaim, ringReachesBackTo oldest: MediaTime) -> Bool
  /// Moves the end of a window to a later instant than was reserved; the samples in between are offered next.
  func widen(to end: MediaTime, for id: CaptureID)
  /// Takes in those samples of a ring that some window needs and that have not been taken in yet.
  func offer(_ ring: FrameRing<Sample>, clockRate: Double)
  /// Takes in a sample if some window needs it, in order. `clockRate` is a microphone's frames in a second.
  func offer(_ sample: Sample, clockRate: Double)
  /// Returns the encoder's backlog at a sample that has just been offered, relative to its limit.
  func backlog(at time: MediaTime) -> Double
  func endInput()
  /// Gives up a capture's window. Returns whether nobody is left, and then lets go of everything.
  func release(_ id: CaptureID) -> Bool
}
