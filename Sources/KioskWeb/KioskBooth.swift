/// The requests that pages make of a booth that takes pictures.
public protocol KioskBooth: Sendable {
  /// Begins a shot; returns its number.
  /// - Throws: ``WebFailure``, such as 409 while another is under way.
  func shoot(_ order: KioskOrder) async throws(WebFailure) -> Int
  /// Presses the shutter at the end of a shot's countdown. `frame` is the number of the frame that the guest saw; `nil`
  /// stands for the current one.
  /// - Throws: ``WebFailure``, 409 before the end of the countdown.
  func press(_ shot: Int, frame: UInt64?) async throws(WebFailure)
  /// Ends the countdown of a shot.
  /// - Throws: ``WebFailure``, 409 when it has been pressed already.
  func cancel(_ shot: Int) async throws(WebFailure)
  /// Returns the still of a part of one of the latest shots, a JPEG, which is available before the movie is.
  /// - Throws: ``WebFailure``, 404 when it is gone.
  func reviewStill(of shot: Int, part: Int) async throws(WebFailure) -> [UInt8]
  /// Returns a report for the operator.
  func report() async -> KioskReport
  /// Changes settings; returns all of them.
  /// - Throws: ``WebFailure``.
  func change(_ change: KioskSettingsChange) async throws(WebFailure) -> KioskSettings
  /// Returns the booth's figures in the text form of Prometheus.
  func metrics() async -> String
}

/// A shot that is asked for.
public struct KioskOrder: Sendable, Hashable, Decodable {
  /// The mode of the shot; `nil` for the booth's usual one.
  public var mode: KioskMode?
  /// The length of the countdown in seconds; `nil` for the usual one.
  public var countdown: Int?
  /// The number of the frame that was on the guest's screen.
  public var frame: UInt64?

  /// An order from its parts.
  public init(mode: KioskMode? = nil, countdown: Int? = nil, frame: UInt64? = nil) {
    (self.mode, self.countdown, self.frame) = (mode, countdown, frame)
  }
}

/// The kind of picture that a booth takes.
public enum KioskMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A Live Photo.
  case live
  /// A still.
  case photo
  /// Several stills, one after the other, on one picture.
  case strip
  /// A still in a frame.
  case postcard
  /// A Live Photo whose movie goes forth and back.
  case boomerang
  /// A Live Photo whose still is a long exposure of its movie.
  case exposure
  /// A still of each of several cameras, all of one instant, shown one after the other, forth and back.
  case wigglegram
}
