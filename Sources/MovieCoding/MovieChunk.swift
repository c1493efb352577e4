/// Samples of one track that lie together in the file.
package struct MovieChunk: Sendable, Hashable {
  /// The offset of the first byte from the start of the file.
  package let offset: UInt64
  package let byteCount: UInt64
  /// The number of its first sample among the track's, from 0.
  package let firstSample: Int
  package let sampleCount: Int
  /// The number of the sample description that the chunk's samples have, from 1.
  package let descriptionIndex: UInt32

  /// The bytes' place in the file.
  package var range: Range<UInt64> { offset..<offset + byteCount }
}
