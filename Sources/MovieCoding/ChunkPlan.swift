/// Where samples go in the file: half a second of each track in turn, so that a player reads straight on.
struct ChunkPlan {
  /// The tracks, in the order in which their chunks of one half second follow each other.
  enum Track: Int, Comparable {
    case video, audio, still
    static func < (left: Track, right: Track) -> Bool { left.rawValue < right.rawValue }
  }

  /// Samples of one track that lie together.
  struct Chunk {
    let track: Track
    /// The written samples' numbers.
    let samples: Range<Int>
    fileprivate let slot: Int64
  }

  /// Half a second.
  private static let slotTicks: Int64 = Int64(VideoTimeline.timescale) / 2

  private(set) var chunks: [Chunk] = []

  init(video: VideoTimeline, audio: AudioTimeline?) {
    append(.video, video.written, from: video.written.lowerBound) { video.ticks[$0 - video.written.lowerBound] }
    if let audio { append(.audio, audio.written, from: audio.written.lowerBound, tick: audio.tick(ofSample:)) }
    append(.still, 0..<1, from: 0) { _ in video.stillTick }
    chunks.sort { ($0.slot, $0.track, $0.samples.lowerBound) < ($1.slot, $1.track, $1.samples.lowerBound) }
  }

  /// Cuts the samples where a half second ends, by search: plain sound has tens of thousands.
  private mutating func append(_ track: Track, _ samples: Range<Int>, from start: Int, tick: (Int) -> Int64) {
    var start = start
    while start < samples.upperBound {
      let slot = Self.slot(tick(start))
      var (low, high) = (start + 1, samples.upperBound)
      while low < high {
        let middle = low + (high - low) / 2
        if Self.slot(tick(middle)) > slot { high = middle } else { low = middle + 1 }
      }
      chunks.append(Chunk(track: track, samples: start..<low, slot: slot))
      start = low
    }
  }

  private static func slot(_ tick: Int64) -> Int64 { tick >= 0 ? tick / slotTicks : (tick + 1) / slotTicks - 1 }
}
