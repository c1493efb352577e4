import ByteCoding
import ISOBoxes
import MediaCore

/// The first part of a movie's file, everything before its description, and where each chunk lies in it.
///
/// Half a second of each track follows in turn, so that a player reads straight on.
struct MediaLayout {
  private var rope: ByteRope
  private let chunks: [(chunk: MediaChunk, offset: UInt64)]

  /// Lays out chunks, whose bytes `bytes` gives.
  init(_ unsorted: [MediaChunk], bytes: (MediaChunk) -> [[UInt8]]) throws(MovieError) {
    var chunks: [(chunk: MediaChunk, offset: UInt64)] = []
    var samples = ByteRope()
    for chunk in unsorted.sorted(by: {
      ($0.slot, $0.track, $0.samples.lowerBound) < ($1.slot, $1.track, $1.samples.lowerBound)
    }) {
      chunks.append((chunk, UInt64(samples.count)))
      for piece in bytes(chunk) { samples.append(piece) }
    }
    // Room for the description is asked for generously: players trust 32-bit offsets.
    guard samples.count <= Int(UInt32.max) - 0x100_0000 else {
      throw MovieError(
        .tooLarge, context: "mdat",
        message: "The samples have \(samples.count) bytes; a movie can have 4 GiB. Shorten it.")
    }
    rope = ByteRope(try FileTypeBox.quickTime.bytes(in: "ftyp") + BoxHeader.mediaStart(UInt64(samples.count)))
    let start = UInt64(rope.count)
    self.chunks = chunks.map { ($0.chunk, start + $0.offset) }
    rope.append(samples)
  }

  /// Returns the offsets of a track's chunks from the start of the file.
  func offsets(of track: Int) -> ChunkOffsetBox {
    ChunkOffsetBox(offsets: chunks.filter { $0.chunk.track == track }.map(\.offset))
  }

  func chunkSizes(of track: Int) -> [Int] {
    chunks.compactMap { $0.chunk.track == track ? $0.chunk.samples.count : nil }
  }

  func file(description: ContainerBox) throws(MovieError) -> ByteRope {
    var file = rope
    file.append(try description.bytes(in: "moov"))
    return file
  }
}

extension BoxHeader {
  /// The header of `mdat`: 16 bytes of it where it needs them, otherwise 8 behind a `wide` that leaves room.
  static func mediaStart(_ payload: UInt64) -> [UInt8] {
    let header = BoxHeader(type: "mdat", payloadSize: payload)
    return (header.usesLargeSize ? [] : BoxHeader(type: "wide", payloadSize: 0).bytes) + header.bytes
  }
}
