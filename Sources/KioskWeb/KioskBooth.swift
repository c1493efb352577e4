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
