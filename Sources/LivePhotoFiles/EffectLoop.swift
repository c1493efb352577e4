import MediaCore

/// A part of a movie that repeats without an end: frames `start` to before `end`, the last ones fading into those that
/// came before `start`, so that the first one follows.
struct EffectLoop: Hashable {
  /// A frame of the loop: its number, and with which earlier frame it is mixed, to which share.
  struct Frame: Hashable {
    let index: Int
    var partner: Int?
    var share = 0.0
  }

  let frames: [Frame]
  /// The difference between the mixed frames and their partners: the root of the mean square of luma, 0 to 255.
  let difference: Double

  /// The numbers of the frames that are shown whole or mixed.
  var range: Range<Int> { frames.isEmpty ? 0..<0 : frames[0].index..<(frames[frames.count - 1].index + 1) }
}

/// Looks for the loop whose ends are most alike.
struct EffectLoopSearch {
  /// The times at which the frames are shown, ascending.
  let times: [TimeRange]
  var fade = 0.4
  /// The least length of a loop, in seconds; shorter movies give half of their length.
  var shortest = 1.0

  /// The longest movie that is searched, in frames: the search looks at every pair of ends.
  static let frameLimit = 600

  /// The best loop, or `nil` for a movie of less than four frames.
  ///
  /// `distance` tells how much two frames differ, by their numbers. Of loops whose seams are about as good the longer
  /// one wins: half as much difference again is taken for twice the length.
  func best(_ distance: (Int, Int) throws -> Double) rethrows -> EffectLoop? {
    let count = min(times.count, Self.frameLimit)
    guard count >= 4 else { return nil }
    let starts = times.prefix(count).map { $0.start.seconds }
    let ends = starts.dropFirst() + [times[count - 1].end.seconds]
    let length = ends[ends.count - 1] - starts[0]
    guard length > 0 else { return nil }
    let fade = min(self.fade, length / 4)
    let shortest = min(self.shortest, length / 2)
    var memory = [Double](repeating: -1, count: count * count)
    func remembered(_ left: Int, _ right: Int) throws -> Double {
      let place = left * count + right
      if memory[place] < 0 { memory[place] = try distance(left, right) }
      return memory[place]
    }
    var best: (score: Double, loop: EffectLoop)?
    for first in 0..<(count - 1) where starts[first] - starts[0] >= fade * 0.999 {
      for last in (first + 1)..<count {
        let end = ends[ends.startIndex + last]
        let period = end - starts[first]
        guard period >= shortest * 0.999 else { continue }
        let mixed = Self.mixed(first...last, starts: starts, period: period, end: end, fade: fade)
        var sum = 0.0
        for frame in mixed { sum += try remembered(frame.partner ?? frame.index, frame.index) }
        let difference = mixed.isEmpty ? 0 : sum / Double(mixed.count)
        // Half a level more, so that of seams nobody can see the longest loop wins.
        let score = (difference + 0.5) * (2 - period / length)
        if score < best?.score ?? .infinity {
          let whole = (first..<(last + 1 - mixed.count)).map { EffectLoop.Frame(index: $0) }
          best = (score, EffectLoop(frames: whole + mixed, difference: difference))
        }
      }
    }
    return best?.loop
  }

  /// The frames at a loop's end that are mixed with earlier ones.
  private static func mixed(
    _ range: ClosedRange<Int>, starts: [Double], period: Double, end: Double, fade: Double
  ) -> [EffectLoop.Frame] {
    var index = range.upperBound + 1
    while index - 1 > range.lowerBound, starts[index - 1] > end - fade - 1e-6 { index -= 1 }
    guard index <= range.upperBound else { return [] }
    var partner = range.lowerBound - 1
    // The first frame's place a period earlier lies before the loop; from there on both go forwards.
    while partner > 0, starts[partner] > starts[index] - period { partner -= 1 }
    return (index...range.upperBound).map { index in
      let wished = starts[index] - period
      while partner + 1 < range.lowerBound, abs(starts[partner + 1] - wished) <= abs(starts[partner] - wished) {
        partner += 1
      }
      // Neither the first of the fade nor the first after it is a whole step away from its neighbour.
      let after = index < range.upperBound ? starts[index + 1] : end
      let share = (starts[index] - (end - fade) + (after - starts[index]) / 2) / fade
      return EffectLoop.Frame(index: index, partner: max(0, partner), share: min(1, max(0, share)))
    }
  }
}
