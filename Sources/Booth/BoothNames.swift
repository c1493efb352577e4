import Synchronization

/// The part of a booth's configuration that pages ask for, and that may change while it runs.
final class BoothNames: Sendable {
  private let state: Mutex<(name: String, publicAddress: String?)>

  init(_ configuration: BoothConfiguration) { state = Mutex((configuration.name, configuration.publicAddress)) }

  var name: String { state.withLock { $0.name } }
  var publicAddress: String? { state.withLock { $0.publicAddress } }

  func adopt(_ configuration: BoothConfiguration) {
    state.withLock { $0 = (configuration.name, configuration.publicAddress) }
  }
}
