import CLinux

/// Whether the machine's date is kept right by a source of time, such as NTP.
package struct ClockSteering: Sendable, Hashable {
  /// Whether it is.
  package let isSynchronised: Bool
  /// How far the date may be off, in seconds; without a source of time this says nothing.
  package let maximumError: Double

  /// A state from its parts.
  package init(isSynchronised: Bool, maximumError: Double) {
    self.isSynchronised = isSynchronised
    self.maximumError = maximumError
  }

  /// The state by the kernel's own account; `nil` if it gives none.
  package init?() {
    var error = 0
    let state = clinux_clock_steering(&error)
    guard state >= 0 else { return nil }
    self.init(isSynchronised: state == 1, maximumError: Double(error) / 1_000_000)
  }
}
