/// The version of livecam, by semantic versioning: the one place where it stands. The article Release notes of the
/// command says what has changed.
package enum LivecamVersion {
  /// The version, such as `1.2.3`.
  package static let text = "0.1.0"
  /// The version of the events that commands print as JSON. Later versions add keys and events, and change none.
  package static let events = 1
}
