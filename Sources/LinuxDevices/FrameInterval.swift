import CV4L2
import MediaCore

/// The time between frames, as V4L2's fractions of a second.
enum FrameInterval {
  // A driver's fraction as a time; nil for 0/x, x/0 and what does not fit.
  static func time(_ fraction: v4l2_fract) -> MediaTime? {
    guard fraction.numerator > 0, fraction.denominator > 0 else { return nil }
    if let timescale = Int32(exactly: fraction.denominator) {
      return MediaTime(value: Int64(fraction.numerator), timescale: timescale)
    }
    guard fraction.numerator > 1 else { return nil }
    return MediaTime(value: Int64(fraction.numerator / 2), timescale: Int32(fraction.denominator / 2))
  }

  // The nearest fraction that V4L2 can carry.
  static func fraction(_ time: MediaTime) -> v4l2_fract {
    guard time.isNumeric, time.value > 0 else { return v4l2_fract(numerator: 1, denominator: 30) }
    guard let numerator = UInt32(exactly: time.value) else {
      let coarse = time.converted(toTimescale: 1000)
      return v4l2_fract(numerator: UInt32(clamping: coarse.value), denominator: 1000)
    }
    return v4l2_fract(numerator: numerator, denominator: UInt32(time.timescale))
  }

  private static let usualRates: [Int32] = [240, 120, 90, 60, 50, 30, 25, 24, 20, 15, 10, 5, 1]

  // The usual rates that a driver with a range allows, and the range's shortest; shortest first.
  static func usual(least: MediaTime?, greatest: MediaTime?, step: MediaTime?) -> [MediaTime] {
    guard let least, let greatest, least <= greatest else { return [] }
    var intervals = usualRates.map { MediaTime(value: 1, timescale: $0) }
      .filter { least <= $0 && $0 <= greatest && isStep($0, from: least, by: step) }
    if !intervals.contains(least) { intervals.append(least) }
    return intervals.sorted()
  }

  private static func isStep(_ time: MediaTime, from least: MediaTime, by step: MediaTime?) -> Bool {
    guard let step, step.seconds > 0 else { return true }
    let steps = (time.seconds - least.seconds) / step.seconds
    return abs(steps - steps.rounded()) < 1e-3
  }
}
