import Diagnostics
import Dispatch
import FileStorage
import MediaCore
import Synchronization

extension PhotoLibrary {
  /// Runs a block of change requests, then makes all the changes it asks for, or none. Stands for
  /// `performChanges(_:completionHandler:)`.
  ///
  /// Returns at once. The first use of a library that nobody has been asked about asks. Block and handler are called
  /// on serial queues of the library's own, the handler once: with `true` and no error, or with `false` and a
  /// ``PhotosError``. Calling this within a block breaks the contract (`ContractRule.blockIsNotNested`): the handler gets
  /// an error that names the rule, and nothing happens; without a handler the environment's `ViolationHandler` is told.
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
  /// - Throws: ``PhotosError``, when nothing was changed; with the broken rule on the main thread, where nobody may wait
  ///   (`ContractRule.mainDoesNotWait`), and within a block (`ContractRule.blockIsNotNested`).
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
    try apply(operations, isLimited: status == .limited)
    tellOfChanges()
  }

  /// Files first, under their lasting names, with marks; then one transaction; then the marks and what is no longer needed
  /// go. A process that dies in between leaves marks, by which the next finds what is not in the database.
  private func apply(_ operations: [ChangeOperation], isLimited: Bool) throws(PhotosError) {
    var staging = ResourceStaging(self)
    var published: [String] = []
    var outcome: (doomed: [String], duplicates: [String: ChangeExecutor.Duplicate]) = ([], [:])
    do {
      try staging.stage(operations)
      for resource in staging.resources {
        // Noted first: a name that is given half-way must be taken back, too.
        published.append(resource.fileName)
        try folder.publish(resource.temporaryPath, as: resource.fileName)
      }
      try folder.sync(published)
      let token = environment.makeIdentifier()
      try catalog.write(token: token) { db in
        var executor = ChangeExecutor(db, folder, now: environment.now, isLimited: isLimited, staging)
        try executor.run(operations, token: token, program: environment.program)
        outcome = (executor.doomed, executor.duplicates)
      }
    } catch {
      // Nobody knows whether a catalogue that cannot be reached has made the change: files stay, with their marks.
      if (error as? CatalogError)?.code != .unreachable { takeBack(staging.made, published) }
      throw PhotosError(of: error, context: path)
    }
    folder.settle(published)
    for case .create(let identifier, _, let changes) in operations {
      let resources = staging.assets[identifier]?.resources ?? []
      changes.outcome?.set(
        duplicate: outcome.duplicates[identifier], paths: resources.compactMap { folder.path(of: $0.fileName) })
    }
    cleanUp(staging.moved, outcome.doomed)
  }

  /// Removes what a change that failed has made.
  private func takeBack(_ temporary: [String], _ published: [String]) {
    // What stays is swept when the library is opened again.
    for path in published.compactMap(folder.path) + temporary { try? folder.files.remove(path) }
    folder.settle(published)
  }

  /// Removes what the change, which has been made, leaves over.
  private func cleanUp(_ moved: [String], _ doomed: [String]) {
    guard !moved.isEmpty || !doomed.isEmpty else { return }
    let gone = doomed.filter { name in folder.path(of: name).map(isRemoved) ?? true }
    let forgotten = moved.filter(isRemoved)
    guard !gone.isEmpty || !forgotten.isEmpty else { return }
    // What is not forgotten is looked at again when the library is opened.
    try? catalog.write(token: nil) { db in
      for path in forgotten { try db.execute("DELETE FROM movedSource WHERE path = \(path)") }
      for name in gone { try db.execute("DELETE FROM doomedFile WHERE fileName = \(name)") }
    }
  }

  /// Removes a file, and tells whether it is gone.
  private func isRemoved(_ path: String) -> Bool {
    do { try folder.files.remove(path) } catch { return false }  // removed when the library is opened again
    return true
  }
}
