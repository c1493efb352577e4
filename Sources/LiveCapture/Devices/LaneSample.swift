import FrameRing
import MediaCore

/// A sample that a lane keeps.
protocol LaneSample: RingElement {
  /// Up to which instant its device has been heard with it.
  var endTime: MediaTime { get }
}
