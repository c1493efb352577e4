/// One reading of a device's clock against the session's: at `time`, `position` frames had been captured.
public struct AudioClockReading: Sendable, Hashable {
  /// The number of frames captured since the stream began, by the device's count; inserted silence included, as in
  /// chunks.
  public let position: Int64
  /// The instant at which the last of them was complete, on the session's monotonic clock.
  public let time: MediaTime

  /// Creates a reading of both clocks.
  public init(position: Int64, time: MediaTime) {
    self.position = position
    self.time = time
  }
}
