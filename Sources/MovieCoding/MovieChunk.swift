/// Samples of one track that lie together in the file.
public struct MovieChunk: Sendable, Hashable {
  /// Where the first byte lies, from the start of the file.
  public let offset: UInt64
  /// The bytes of all its samples.
  public let byteCount: UInt64
  /// The number of its first sample among the track's, from 0.
  public let firstSample: Int
  /// How many samples it has.
  public let sampleCount: Int
  /// Which of the sample descriptions they have, from 1.
  public let descriptionIndex: UInt32

  /// The bytes' place in the file.
  public var range: Range<UInt64> { offset..<offset + byteCount }
}
