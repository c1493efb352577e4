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
      var (low, high) = (start + 1, samples.upperBound)
      while low < high {
        let middle = low + (high - low) / 2
        if slot(middle) > present { high = middle } else { low = middle + 1 }
      }
      chunks.append(MediaChunk(track: track, slot: present, samples: start..<low))
      start = low
    }
    return chunks
  }
}
