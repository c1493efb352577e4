import FileStorage

/// Makes the changes that a block has asked for: all of them, or none.
///
/// Files first, under their lasting names, with marks; then one transaction; then the marks and what is no longer
/// needed go. A process that dies in between leaves marks, by which the next finds what is not in the database.
struct ChangeApplication {
  private let library: PhotoLibrary
  private let isLimited: Bool
  private var folder: LibraryFolder { library.folder }

  /// Creates a change of a library by whoever may see selected assets only, or all.
  init(to library: PhotoLibrary, isLimited: Bool) { (self.library, self.isLimited) = (library, isLimited) }

  /// Makes the changes.
  /// - Throws: ``PhotosError``, when nothing was changed.
  func apply(_ operations: [ChangeOperation]) throws(PhotosError) {
    guard !folder.isReadOnly else { throw PhotosError.readOnly(library) }
    var staging = ResourceStaging(library)
    var published: [String] = []
    var outcome:
      (
        doomed: [String], duplicates: [String: ChangeExecutor.Duplicate], versions: [String: String],
        dateSources: [String: AssetDateSource]
      )
    outcome = ([], [:], [:], [:])
    do {
      try staging.stage(operations)
      for resource in staging.resources {
        // Noted first: a name that is given half-way must be taken back, too.
        published.append(resource.fileName)
        try folder.publish(resource.temporaryPath, as: resource.fileName)
      }
      try folder.sync(published)
      let environment = library.environment
      let token = environment.makeIdentifier()
      try library.catalog.write(token: token) { db in
        var executor = ChangeExecutor(db, folder, now: environment.now, isLimited: isLimited, staging)
        try executor.run(operations, token: token, program: environment.program)
        outcome = (executor.doomed, executor.duplicates, executor.versions, executor.dateSources)
      }
    } catch {
      // Nobody knows whether a catalogue that cannot be reached has made the change: files stay, with their marks.
      if (error as? CatalogError)?.code != .unreachable { takeBack(staging.made, published) }
      throw PhotosError(of: error, context: library.path)
    }
    folder.settle(published)
    for case .create(let identifier, _, let changes) in operations {
      let (resources, duplicate) = (staging.assets[identifier]?.resources ?? [], outcome.duplicates[identifier])
      let spares = resources.filter { outcome.doomed.contains($0.fileName) }
      changes.outcome?.set(
        duplicate: duplicate, versionOf: outcome.versions[identifier],
        mended: duplicate.map { FileMending(library).mend($0.identifier, from: spares) } ?? [],
        paths: resources.compactMap { folder.path(of: $0.fileName) }, dateSource: outcome.dateSources[identifier])
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
    try? library.catalog.write(token: nil) { db in
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
