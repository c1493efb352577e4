extension PhotoLibrary {
  /// Returns the status for a level. Nobody is asked. Stands for `authorizationStatus(for:)`.
  public func authorizationStatus(for level: AccessLevel) -> LibraryAuthorizationStatus { access.status(for: level) }

  /// Returns the status for programs that do not know limited access: `authorized` in place of `limited`.
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

  /// Returns the user's answers for each program and level, for whoever shows him the choice.
  /// - Throws: ``PhotosError`` when the database fails.
  public func programAuthorizations() throws(PhotosError) -> [ProgramAuthorization] {
    try read { db in
      try db.rows(of: "SELECT program, level, status FROM programAuthorization ORDER BY program, level") { row in
        ProgramAuthorization(
          program: try row.text(0), level: AccessLevel(rawValue: Int(clamping: try row.integer(1))) ?? .readWrite,
          status: LibraryAuthorizationStatus(rawValue: Int(clamping: try row.integer(2))) ?? .restricted)
      }
    }
  }

  /// Sets the user's answer for a program, which need not be this one; `notDetermined` has it ask again. It is the user
  /// who decides: this is for whoever shows him the choice. Programs that run take it over when they are started again.
  /// - Throws: ``PhotosError`` when it cannot be written.
  public func setAuthorization(
    _ status: LibraryAuthorizationStatus, of program: String, for level: AccessLevel
  ) throws(PhotosError) {
    try fileAccess(path) {
      try CatalogAuthorizationStore(catalog: catalog, program: program).remember(status, for: level)
    }
    access.forget()
  }
}

/// The user's answer about one program.
public struct ProgramAuthorization: Sendable, Hashable {
  /// The path of the program that asked.
  public let program: String
  /// The access that the program wanted.
  public let level: AccessLevel
  /// The answer.
  public let status: LibraryAuthorizationStatus
}
