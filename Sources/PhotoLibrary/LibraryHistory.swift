/// A place in a library's history. Stands for `PHPersistentChangeToken`.
public struct PersistentChangeToken: Sendable, Hashable, Codable {
  let number: Int64
}

/// The changes in a library since a token. Stands for `PHPersistentChangeFetchResult`.
public struct LibraryHistory: Sendable {
  /// The changes that one change block of any process has made. Stands for `PHPersistentChange`.
  public struct Change: Sendable, Hashable {
    /// The place in the history right after this change.
    public let token: PersistentChangeToken
    /// The program that made it: see ``LibraryEnvironment/program``.
    public let program: String
    /// The time at which the change was made, in seconds since 1970 UTC.
    public let secondsSince1970: Int64
    /// The local identifiers of assets that were added.
    public private(set) var insertedAssets: [String] = []
    /// The local identifiers of assets of which anything changed.
    public private(set) var updatedAssets: [String] = []
    /// The local identifiers of assets that were deleted.
    public private(set) var deletedAssets: [String] = []
    /// The local identifiers of albums that were made, changed or deleted.
    public private(set) var changedAlbums: [String] = []

    init(token: PersistentChangeToken, program: String, secondsSince1970: Int64) {
      (self.token, self.program, self.secondsSince1970) = (token, program, secondsSince1970)
    }

    mutating func add(_ entry: HistoryEntry) {
      switch (entry.kind, entry.action) {
      case (.asset, .inserted): insertedAssets.append(entry.localIdentifier)
      case (.asset, .updated): updatedAssets.append(entry.localIdentifier)
      case (.asset, .deleted): deletedAssets.append(entry.localIdentifier)
      case (.album, _): changedAlbums.append(entry.localIdentifier)
      }
    }
  }

  /// The changes, oldest first.
  public let changes: [Change]
}

extension PhotoLibrary {
  /// Returns the present place in the history, to be kept and given to ``fetchPersistentChanges(since:)`` later, also
  /// by another process.
  /// - Throws: ``PhotosError`` when access is not allowed, or the database fails.
  public func currentChangeToken() throws(PhotosError) -> PersistentChangeToken {
    try requireReading()
    return PersistentChangeToken(number: try read { try History.latest($0) })
  }

  /// Everything that was changed since a token, by this process and others. With limited access it names assets that
  /// may not be seen, which a fetch does not find.
  /// - Throws: ``PhotosError`` 3105 when the token is so old that changes since are no longer kept: fetch everything
  ///   again. Others when access is not allowed, or the database fails.
  public func fetchPersistentChanges(since token: PersistentChangeToken) throws(PhotosError) -> LibraryHistory {
    try requireReading()
    guard let changes = try read({ try History.changes(after: token.number, $0) }) else {
      throw PhotosError(
        .persistentChangeTokenExpired, context: path,
        message: "Changes since this token are no longer kept. Fetch everything again, and take a new token.")
    }
    return LibraryHistory(changes: changes)
  }

  /// Changes as any process makes them, beginning after a token, or now. Ends when its task is cancelled.
  ///
  /// Changes of other processes of this machine are told at once; those of programs on other machines, where the
  /// library lies on a network file system, with the next change of this one.
  public func persistentChanges(since token: PersistentChangeToken? = nil) -> LibraryChanges {
    LibraryChanges(library: self, token: token)
  }

  private func requireReading() throws(PhotosError) {
    let status = access.status(for: .readWrite)
    guard status.isAllowed else { throw access.refusal(status, environment.profile) }
  }
}
