import CLinux

/// The state of the machine's date: whether a source of time, such as NTP, keeps it right.
package struct ClockSteering: Sendable, Hashable {
  /// Indicates whether a source of time keeps the date right.
  package let isSynchronised: Bool
  /// The largest error of the date, as the kernel estimates it; meaningless without a source of time.
  package let maximumErrorSeconds: Double

  /// Creates a state from its parts.
  package init(isSynchronised: Bool, maximumErrorSeconds: Double) {
    self.isSynchronised = isSynchronised
    self.maximumErrorSeconds = maximumErrorSeconds
  }

  /// Creates the state by the kernel's own account; `nil` if it gives none.
  package init?() {
    var error = 0
    let state = clinux_clock_steering(&error)
    guard state >= 0 else { return nil }
    self.init(isSynchronised: state == 1, maximumErrorSeconds: Double(error) / 1_000_000)
  }
}
