public import MediaCore

/// A compressed picture or stretch of sound, valid for the length of one call.
public struct ForeignPacket {
  /// The index of its stream.
  public let stream: Int
  /// The time at which the packet is shown or heard, in ticks of the stream's time base, on the movie's timeline after
  /// edit lists; `nil` when the file does not say and it cannot be inferred.
  ///
  /// Bare H.264 and HEVC streams have no times at all, and AVI has those of decoding only: the order of showing is then
  /// known to the decoder alone; see ``ForeignMovie/displayOrder(of:progress:)``.
  public let presentationTicks: Int64?
  /// The time at which the packet is decoded, in the same unit; never falls within a stream.
  public let decodingTicks: Int64?
  /// The duration of the packet, in the same unit; 0 when it is unknown.
  public let durationTicks: Int64
  /// The time of ``presentationTicks``.
  public let presentationTime: MediaTime?
  /// The time of ``decodingTicks``.
  public let decodingTime: MediaTime?
  /// A Boolean value that indicates whether decoding can begin at this packet.
  public let isKey: Bool
  /// A Boolean value that indicates whether the packet is there only for others to be decoded: an edit list leaves it
  /// out.
  public let isDiscarded: Bool
  /// The packet as a movie file holds it: NAL units after their lengths in as many bytes as the stream's
  /// configuration says, AAC without header. Valid only during the call.
  public let bytes: UnsafeRawBufferPointer
}
