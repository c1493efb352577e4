public import MediaCore

/// A frame that a data output did not deliver.
public struct DroppedVideoFrame: Sendable {
  /// The reason why a frame was not delivered.
  ///
  /// Stands for `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The delegate was busy with another.
    case frameWasLate
    /// The frames that wait are too many, or the app holds too many.
    case outOfBuffers
    /// The frame could not be decoded. The reason is livecam's own.
    case damaged
  }

  /// The instant at which it was taken, on the session's clock.
  public let time: MediaTime
  /// The camera's number of the frame.
  public let sequence: UInt64
  /// The reason why it was not delivered.
  public let reason: Reason
  /// The damage, for a frame that is damaged; `nil` for other reasons.
  public let cause: CodingError?
}

/// How many samples a data output delivered to its delegate, and how many it dropped, by reason.
public struct DataOutputStatistics: Sendable, Hashable {
  /// The number of samples that were delivered to the delegate.
  public internal(set) var delivered = 0
  /// The numbers of samples that were not delivered, by reason.
  public internal(set) var dropped: [DroppedVideoFrame.Reason: Int] = [:]
}
