extension PhotoLibrary {
  /// The status for a level. Nobody is asked. Stands for `authorizationStatus(for:)`.
  public func authorizationStatus(for level: AccessLevel) -> LibraryAuthorizationStatus { access.status(for: level) }

  /// The status as programs know it that were written before there was limited access: that counts as authorized.
  ///
  /// Stands for the call without a level.
  public func authorizationStatus() -> LibraryAuthorizationStatus {
    let status = access.status(for: .readWrite)
    return status == .limited ? .authorized : status
  }

  /// Asks whoever decides, unless that has been done, and calls `handler` with the answer on a queue of the library's
  /// own. Stands for `requestAuthorization(for:handler:)`.
  public func requestAuthorization(
    for level: AccessLevel, handler: @escaping @Sendable (LibraryAuthorizationStatus) -> Void
  ) {
    access.request(level, answer: handler)
  }

  /// Asks whoever decides, unless that has been done.
  public func requestAuthorization(for level: AccessLevel) async -> LibraryAuthorizationStatus {
    await withCheckedContinuation { continuation in
      access.request(level) { continuation.resume(returning: $0) }
    }
  }

  /// Sets which assets a program with limited access sees besides those it adds. It is the user who selects: this is
  /// for whoever shows him the choice.
  /// - Throws: ``PhotosError`` when it cannot be written.
  public func setLimitedSelection(_ identifiers: [String]) throws(PhotosError) {
    try fileAccess(path) {
      try catalog.write(token: nil) { db in
        _ = try db.execute(
          "UPDATE asset SET isSelected = CASE WHEN localIdentifier IN \(list: identifiers) THEN 1 ELSE 0 END")
      }
    }
    observers.tell(self, on: observerQueue)
  }
}
