public import MediaCore

/// A scene that a simulated camera films and a simulated microphone records.
///
/// Everything in it is a function of the settings and of the time since its epoch. Frame k is taken at epoch + k ×
/// frame interval. It shows a bay in the evening, with mountains, a lighthouse, a sailing boat and somebody who waves
/// from a pier; its time in digits; and its ``BarCode``. In the first frame at or after each full second the
/// lighthouse's ``SceneLamp`` is lit: the flash. At each full second a beep sounds: 1 kHz, 20 ms, starting at phase 0,
/// with raised-cosine edges of 1 ms inside the 20, at half of full scale.
public struct Scene: Sendable, Hashable {
  /// The instant of the session's clock at which the world begins.
  public let epoch: MediaTime
  /// The settings that were chosen.
  public let settings: SceneSettings

  /// The beep's pitch in hertz.
  public static let beepFrequency = 1000.0
  /// The beep's length in seconds, edges included.
  public static let beepSeconds = 0.02
  /// The length of the rise at the beep's start and of the fall at its end, in seconds.
  public static let beepEdgeSeconds = 0.001
  /// The beep's amplitude; full scale is 1.
  public static let beepAmplitude = 0.5

  /// Creates a world that begins at `epoch`.
  public init(epoch: MediaTime, settings: SceneSettings = SceneSettings()) {
    precondition(epoch.isNumeric, "a scene that begins at no instant")
    self.epoch = MediaTime(nanoseconds: epoch.nanoseconds)
    self.settings = settings
  }

  /// Nanoseconds from the epoch to frame `number`, rounded to the nearest.
  func nanosecondsOfFrame(_ number: Int64, interval: MediaTime) -> Int64 {
    Self.quotient(Int128(number) * Int128(interval.value) * 1_000_000_000, by: Int128(interval.timescale))
  }

  /// Returns the instant of the session's clock at which frame `number` is taken, in nanoseconds.
  public func timeOfFrame(_ number: Int64, interval: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: epoch.nanoseconds + nanosecondsOfFrame(number, interval: interval))
  }

  /// Returns the first frame taken at or after an instant of the session's clock; 0 for instants before the epoch.
  public func firstFrame(atOrAfter instant: MediaTime, interval: MediaTime) -> Int64 {
    let nanoseconds = Int128(instant.nanoseconds) - Int128(epoch.nanoseconds)
    guard nanoseconds > 0 else { return 0 }
    let step = Int128(interval.value) * 1_000_000_000
    var number = Int64(nanoseconds * Int128(interval.timescale) / step)
    // Frame times are rounded to nanoseconds, so the exact quotient may be off by one either way.
    while number > 0, timeOfFrame(number - 1, interval: interval) >= instant { number -= 1 }
    while timeOfFrame(number, interval: interval) < instant { number += 1 }
    return number
  }

  /// Tells whether frame `number` is the first at or after a full second since the epoch.
  public func isFlash(frame number: Int64, interval: MediaTime) -> Bool {
    guard number > 0 else { return number == 0 }
    let value = Int128(interval.value)
    let timescale = Int128(interval.timescale)
    // Frame k is at or after second s, and frame k − 1 before it: ⌊t(k)⌋ is s, ⌊t(k − 1)⌋ is less. A frame that
    // falls on the second exactly is the flash itself.
    return Int128(number) * value / timescale > Int128(number - 1) * value / timescale
  }

  /// Returns what frame `number` says about itself.
  public func code(ofFrame number: Int64, interval: MediaTime) -> BarCode {
    let microseconds = Self.quotient(
      Int128(number) * Int128(interval.value) * 1_000_000, by: Int128(interval.timescale))
    return BarCode(frameNumber: number, microseconds: microseconds)
  }

  /// A quotient of numbers not below zero, rounded to the nearest.
  private static func quotient(_ dividend: Int128, by divisor: Int128) -> Int64 {
    Int64((dividend + divisor / 2) / divisor)
  }
}
