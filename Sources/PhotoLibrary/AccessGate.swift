import Diagnostics
import Dispatch
import Synchronization

/// Knows who may use the library, asks whoever decides, once, and keeps those waiting who need the answer.
final class AccessGate: Sendable {
  private typealias Waiting = @Sendable (LibraryAuthorizationStatus) -> Void

  private struct State {
    var known: [AccessLevel: LibraryAuthorizationStatus] = [:]
    var waiting: [AccessLevel: [Waiting]] = [:]
    /// The error that last kept the answers of earlier runs from being read; `nil` when they were read.
    var unread: (any Error)?
  }

  private let policy: LibraryAuthorizationPolicy
  private let path: String
  private let store: any LibraryAuthorizationStore
  /// Behind the store, which holds the catalogue: what the environment holds outlives that.
  private let environment: LibraryEnvironment
  private let handlerQueue: DispatchQueue
  private let state = Mutex(State())

  init(
    _ environment: LibraryEnvironment, path: String, catalog: any CatalogDatabase, handlerQueue: DispatchQueue
  ) {
    policy = environment.authorization
    (self.environment, self.path) = (environment, path)
    self.handlerQueue = handlerQueue
    store =
      if case .prompting(_, let own?) = environment.authorization {
        own
      } else {
        CatalogAuthorizationStore(catalog: catalog, program: environment.program)
      }
  }

  /// The present status. Who may read and write may add as well.
  func status(for level: AccessLevel) -> LibraryAuthorizationStatus {
    if case .fixed(let status) = policy { return level == .addOnly && status == .limited ? .authorized : status }
    let own = remembered(level)
    guard level == .addOnly, own == .notDetermined else { return own }
    return remembered(.readWrite).isAllowed ? .authorized : own
  }

  private func remembered(_ level: AccessLevel) -> LibraryAuthorizationStatus {
    if let known = state.withLock({ $0.known[level] }) { return known }
    let stored: LibraryAuthorizationStatus
    do { stored = try store.status(for: level) } catch {
      state.withLock { $0.unread = error }
      return .restricted
    }
    state.withLock { state in
      state.unread = nil
      if stored != .notDetermined { state.known[level] = stored }
    }
    return stored
  }

  /// Looks the answers up again: the user has changed them.
  func forget() { state.withLock { $0.known = [:] } }

  /// Calls `answer` with the status, after asking if nobody has been asked. On the handlers' queue.
  func request(_ level: AccessLevel, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void) {
    ask(level) { [handlerQueue] status in handlerQueue.async { answer(status) } }
  }

  /// Calls `answer` with the status: at once when it is known, else wherever the prompt gives its answer.
  private func ask(_ level: AccessLevel, answer: @escaping Waiting) {
    let present = status(for: level)
    guard present == .notDetermined, case .prompting(let prompt, _) = policy else { return answer(present) }
    let usage = environment.usageDescription
    guard usage.contains(where: { !$0.isWhitespace }) else {
      environment.violations.report(
        ContractViolation(
          .accessIsExplained,
          "Access to the photo library was wanted without a word for the user on what for. Set "
            + "LibraryEnvironment.usageDescription."))
      return answer(.denied)
    }
    let isFirst = state.withLock { state in
      state.waiting[level, default: []].append(answer)
      return state.waiting[level]?.count == 1
    }
    guard isFirst else { return }
    let request = AccessRequest(level: level, program: environment.program, usageDescription: usage, library: path)
    prompt.askForAccess(request) { [self] status in
      settle(level, level == .addOnly && status == .limited ? .authorized : status)
    }
  }

  private func settle(_ level: AccessLevel, _ status: LibraryAuthorizationStatus) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: level) ?? []
      // An answer that comes twice changes nothing.
      if !waiting.isEmpty, status != .notDetermined { state.known[level] = status }
      return waiting
    }
    guard !waiting.isEmpty else { return }
    // An answer that is not kept holds as long as the program runs; the user is asked again by the next.
    if status != .notDetermined { try? store.remember(status, for: level) }
    for answer in waiting { answer(status) }
  }

  /// Calls `then` when changes may be made, or with the reason why not. Being allowed to add is enough to begin.
  func requireForChanges(_ profile: LibraryProfile, then: @escaping @Sendable (PhotosError?) -> Void) {
    let present = status(for: .readWrite)
    if present.isAllowed || status(for: .addOnly).isAllowed { return then(nil) }
    guard present == .notDetermined else { return then(refusal(present, profile)) }
    ask(.readWrite) { [self] status in then(status.isAllowed ? nil : refusal(status, profile)) }
  }

  func refusal(_ status: LibraryAuthorizationStatus, _ profile: LibraryProfile) -> PhotosError {
    status == .restricted
      ? PhotosError(
        .accessRestricted, context: "access", message: "This machine does not let anybody use the photo library.",
        cause: state.withLock { $0.unread })
      : PhotosError(
        .init(rawValue: profile.deniedAccess.rawValue), context: "access",
        message: "The user has not allowed this use of the photo library. Have it allowed in the settings.")
  }
}

/// Keeps answers in the library itself, each program's for itself. What was answered before programs were told apart
/// holds for all that have not been asked since.
struct CatalogAuthorizationStore: LibraryAuthorizationStore {
  let catalog: any CatalogDatabase
  let program: String

  func status(for level: AccessLevel) throws -> LibraryAuthorizationStatus {
    let number = try catalog.read { db in
      try db.integer(
        "SELECT status FROM programAuthorization WHERE program = \(program) AND level = \(level.rawValue)")
        ?? db.integer("SELECT status FROM \"authorization\" WHERE level = \(level.rawValue)")
    }
    return number.flatMap { LibraryAuthorizationStatus(rawValue: Int(clamping: $0)) } ?? .notDetermined
  }

  func remember(_ status: LibraryAuthorizationStatus, for level: AccessLevel) throws {
    try catalog.write(token: nil) { try Self.remember(status, of: program, for: level, $0) }
  }

  static func remember(
    _ status: LibraryAuthorizationStatus, of program: String, for level: AccessLevel, _ db: any CatalogConnection
  ) throws {
    try db.execute(
      """
      INSERT INTO programAuthorization (program, level, status)
      VALUES (\(program), \(level.rawValue), \(status.rawValue))
      ON CONFLICT (program, level) DO UPDATE SET status = excluded.status
      """)
  }
}
