/// Counts of what a session's devices have delivered, and of what the session has made of it.
public struct SessionStatistics: Sendable, Hashable {
  /// The camera's side; `nil` without a camera.
  public let video: VideoStatistics?
  /// The microphone's side; `nil` without a microphone.
  public let audio: AudioStatistics?
  /// The cost of movies; nothing is encoded while no capture is under way.
  public let footage: FootageStatistics
}
