import ByteCoding

/// Samples of one track that lie together in the file: those of half a second.
struct MediaChunk {
  /// The track's place among those of the movie.
  let track: Int
  /// The number of the half second, by which the chunks of all tracks follow each other.
  let slot: Int64
  let samples: Range<Int>

  /// Cuts samples where a half second ends, by search: plain sound has tens of thousands.
  static func chunks(of samples: Range<Int>, track: Int, slot: (Int) -> Int64) -> [MediaChunk] {
    var chunks: [MediaChunk] = []
    var start = samples.lowerBound
    while start < samples.upperBound {
      let present = slot(start)
      let end = (start + 1..<samples.upperBound).searchFirst { slot($0) > present }
      chunks.append(MediaChunk(track: track, slot: present, samples: start..<end))
      start = end
    }
    return chunks
  }
}
