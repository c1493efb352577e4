import KioskWeb
import Synchronization

/// The part of a booth's configuration that pages ask for, and that may change while it runs.
final class BoothNames: Sendable {
  private struct State {
    let name: String
    let publicAddress: String?
    let given: PlainJSON?

    init(_ configuration: BoothConfiguration) {
      (name, publicAddress, given) = (configuration.name, configuration.publicAddress, configuration.given)
    }
  }

  private let state: Mutex<State>

  init(_ configuration: BoothConfiguration) { state = Mutex(State(configuration)) }

  var name: String { state.withLock(\.name) }
  var publicAddress: String? { state.withLock(\.publicAddress) }
  /// What the booth has been configured with, without secrets.
  var given: PlainJSON? { state.withLock(\.given) }

  func adopt(_ configuration: BoothConfiguration) { state.withLock { $0 = State(configuration) } }
}
