import MediaCore
import VideoCoding

/// Leaves pictures out so that there are not more of them in a second than wished; those that stay are shown longer,
/// and the whole lasts as long as before.
struct FrameRateLimit {
  private let interval: MediaTime?
  private let output: EffectRenderer.Output
  private var time = MediaTime.zero
  private var nextSlot = MediaTime.zero
  private var waiting: (picture: I420Picture, start: MediaTime)?

  /// A limit in front of `output`; without a rate everything passes.
  init(rate: Double?, _ output: @escaping EffectRenderer.Output) {
    interval = rate.map { MediaTime(seconds: 1 / $0, preferredTimescale: 1_000_000) }
    self.output = output
  }

  mutating func add(_ picture: I420Picture, _ duration: MediaTime) throws {
    defer { time += duration }
    guard let interval else { return try output(picture, duration) }
    // A hundredth of an interval early is in time: slots and frames are rounded to different clocks.
    guard waiting == nil || time + interval.multiplied(by: 1, over: 100) >= nextSlot else { return }
    try finish()
    waiting = (picture, time)
    nextSlot += interval
    // After a pause the slots begin anew.
    if nextSlot < time { nextSlot = time + interval }
  }

  mutating func finish() throws {
    guard let (picture, start) = waiting else { return }
    waiting = nil
    try output(picture, time - start)
  }
}
