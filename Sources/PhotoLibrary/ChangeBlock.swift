import Diagnostics
import Glibc
import MediaCore
import Synchronization

/// The requests of one change block, gathered while its closure runs.
///
/// The closure's calls find it as a value of their task: nothing is global, and what escapes from the block finds it
/// closed.
final class ChangeBlock: Sendable {
  @TaskLocal static var current: ChangeBlock?

  private struct State {
    var isOpen = true
    var requests: [@Sendable () -> ChangeOperation] = []
  }

  private let state = Mutex(State())
  private let library: ObjectIdentifier
  /// The thread that the closure runs on.
  private let thread = pthread_self()

  init(of library: PhotoLibrary) { self.library = ObjectIdentifier(library) }

  /// Indicates whether the closure is running, on this very thread: a task that it has started is not in the block.
  var isRunningHere: Bool { pthread_self() == thread && state.withLock { $0.isOpen } }

  func belongs(to library: PhotoLibrary) -> Bool { self.library == ObjectIdentifier(library) }

  /// Adds a request, which is asked what it asks for when the block ends.
  func add(_ request: @escaping @Sendable () -> ChangeOperation) { state.withLock { $0.requests.append(request) } }

  /// Ends the block: no request takes anything from here on.
  func close() -> [ChangeOperation] {
    let requests = state.withLock { state in
      state.isOpen = false
      // They hold the block, and their files' bytes.
      defer { state.requests = [] }
      return state.requests
    }
    return requests.map { $0() }
  }
}

/// A check of whether a request may be made or changed now, which reports a violation if not.
struct RequestGuard: Sendable {
  let block: ChangeBlock?
  private let violations: ViolationHandler

  /// Finds the block of a library that is running; a violation if there is none.
  init(_ library: PhotoLibrary, _ operation: String) {
    violations = library.environment.violations
    if let block = ChangeBlock.current, block.belongs(to: library), block.isRunningHere {
      self.block = block
    } else {
      block = nil
      violations.report(
        ContractViolation(
          .requestIsInBlock,
          "\(operation) was called outside of a change block of this library. Call it in the closure that is given to "
            + "performChanges."))
    }
  }

  /// Returns whether a request can still be changed; reports a violation if its block has ended.
  func isOpen(_ operation: String) -> Bool {
    // A request that was refused has been reported; more of the same would tell nothing.
    guard let block else { return false }
    if block.isRunningHere { return true }
    violations.report(
      ContractViolation(
        .requestIsCurrent,
        "\(operation) was called on a request whose change block has ended. Requests cannot be kept."))
    return false
  }
}
