/// The options of a fixture's replay.
public struct FixtureOptions: Sendable, Hashable {
  /// A Boolean value that indicates whether the fixture loops seamlessly: times, sequence numbers and positions
  /// continue.
  ///
  /// A round lasts from the first frame to one frame interval after the last; without a camera, as long as the sound.
  /// Longer sound is cut; if the sound is shorter, the missing part is reported as lost. The fixture's end, and devices
  /// that were unplugged and returned, are not replayed then.
  public var loops: Bool
  /// The frame intervals by which the camera may fall behind before it drops what is late. Only a real clock runs
  /// late.
  public var maximumLateFrames: Int

  /// Creates options; by default the fixture is replayed once.
  public init(loops: Bool = false, maximumLateFrames: Int = 8) {
    self.loops = loops
    self.maximumLateFrames = maximumLateFrames
  }
}
