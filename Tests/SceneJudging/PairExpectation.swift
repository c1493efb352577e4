public import LiveCapture
public import MediaCore
public import Simulator

/// What a Live Photo of a scene has to show.
public struct PairExpectation: Sendable, Hashable {
  /// When the shutter was pressed, since the scene's epoch.
  public var shutter: MediaTime
  /// How much of the time before the movie has to show.
  public var preRoll: MediaTime
  /// How much of the time after.
  public var postRoll: MediaTime
  /// From one frame of the camera to the next.
  public var frameInterval: MediaTime
  /// Whether the movie has to have sound.
  public var hasSound: Bool

  /// An expectation from its parts.
  public init(
    shutter: MediaTime, preRoll: MediaTime, postRoll: MediaTime, frameInterval: MediaTime, hasSound: Bool
  ) {
    self.shutter = shutter
    self.preRoll = preRoll
    self.postRoll = postRoll
    self.frameInterval = frameInterval
    self.hasSound = hasSound
  }

  /// What a capture that was resolved like this has to show, by the session that took it.
  public init(
    _ settings: ResolvedPhotoSettings, of scene: Scene, postRoll: MediaTime, frameInterval: MediaTime, hasSound: Bool
  ) {
    shutter = settings.shutterTime - scene.epoch
    preRoll = settings.availablePreRoll
    self.postRoll = postRoll
    self.frameInterval = frameInterval
    self.hasSound = hasSound
  }
}
