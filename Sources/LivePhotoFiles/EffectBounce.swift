/// Forth and back: frames 0 to last, then down to 1, so that neither turning frame is shown twice, also when the end
/// runs into the beginning again.
enum EffectBounce {
  /// The way back in runs that are decoded forwards and shown backwards, so that few pictures are held at a time.
  static func backwardRuns(count: Int, longest: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var end = count - 1
    while end > 1 {
      let start = max(1, end - max(1, longest))
      runs.append(start..<end)
      end = start
    }
    return runs
  }
}
