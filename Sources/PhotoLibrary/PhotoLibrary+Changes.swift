import Diagnostics
import Dispatch
import MediaCore
import Synchronization

extension PhotoLibrary {
  /// Runs a block of change requests, then makes all the changes it asks for, or none. Stands for
  /// `performChanges(_:completionHandler:)`.
  ///
  /// Returns at once. The first use of a library that nobody has been asked about asks. Block and handler are called on
  /// serial queues of the library's own, the handler once: with `true` and no error, or with `false` and a
  /// ``PhotosError``. Calling this within a block breaks the contract (`ContractRule.blockIsNotNested`): the handler
  /// gets an error that names the rule, and nothing happens; without a handler the environment's `ViolationHandler` is
  /// told.
  public func performChanges(
    _ changeBlock: @escaping @Sendable () -> Void,
    completionHandler: (@Sendable (Bool, PhotosError?) -> Void)? = nil
  ) {
    @Sendable func finish(_ error: PhotosError?) {
      guard let completionHandler else { return }
      handlerQueue.async { completionHandler(error == nil, error) }
    }
    if let error = nestingError("performChanges") {
      // Nobody hears of it otherwise.
      guard completionHandler == nil else { return finish(error) }
      return environment.violations.report(ContractViolation(.blockIsNotNested, error.message))
    }
    access.requireForChanges(environment.profile) { [self] error in
      if let error { return finish(error) }
      changeQueue.async { [self] in finish(failure { () throws(PhotosError) in try run(changeBlock) }) }
    }
  }

  /// Runs a block of change requests, then makes all the changes it asks for, or none.
  /// - Throws: ``PhotosError``, when nothing was changed.
  public func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws(PhotosError) {
    let error: PhotosError? = await withCheckedContinuation { continuation in
      performChanges(changeBlock) { _, error in continuation.resume(returning: error) }
    }
    if let error { throw error }
  }

  /// Runs a block of change requests and makes the changes before it returns, also if somebody must be asked first.
  ///
  /// - Throws: ``PhotosError``, when nothing was changed; with the broken rule on the main thread, where nobody may
  ///   wait (`ContractRule.mainDoesNotWait`), and within a block (`ContractRule.blockIsNotNested`).
  public func performChangesAndWait(_ changeBlock: @escaping @Sendable () -> Void) throws(PhotosError) {
    if isOnMain {
      throw PhotosError(
        breaking: .mainDoesNotWait, context: path,
        "performChangesAndWait was called on the main thread, which would stand still. Use performChanges.")
    }
    if let error = nestingError("performChangesAndWait") { throw error }
    let outcome = Mutex<PhotosError?>(nil)
    let end = DispatchSemaphore(value: 0)
    access.requireForChanges(environment.profile) { error in
      outcome.withLock { $0 = error }
      end.signal()
    }
    end.wait()
    if let error = outcome.withLock({ $0 }) { throw error }
    let error = changeQueue.sync { failure { () throws(PhotosError) in try run(changeBlock) } }
    if let error { throw error }
  }

  private func nestingError(_ call: String) -> PhotosError? {
    guard let block = ChangeBlock.current, block.isRunningHere else { return nil }
    return PhotosError(
      breaking: .blockIsNotNested, context: path,
      "\(call) was called within a change block. Make all requests in one block, or one after the other.")
  }

  private func run(_ changeBlock: () -> Void) throws(PhotosError) {
    let block = ChangeBlock(of: self)
    ChangeBlock.$current.withValue(block) { changeBlock() }
    let operations = block.close()
    guard !operations.isEmpty else { return }
    let status = access.status(for: .readWrite)
    // Being allowed to add is enough for what adds.
    let isAddition = operations.allSatisfy { if case .create = $0 { true } else { false } }
    guard status.isAllowed || isAddition else {
      throw access.refusal(status, environment.profile)
    }
    try ChangeApplication(to: self, isLimited: status == .limited).apply(operations)
    tellOfChanges()
  }
}
