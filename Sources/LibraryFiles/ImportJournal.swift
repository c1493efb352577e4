package import LivePhotoFiles

/// A journal by which an import goes on where an earlier one was ended: it holds the versions of files whose assets are
/// in the library.
///
/// A file that has changed since is another version, and is looked at again with all that belongs to it.
package struct ImportJournal: Sendable {
  private let before: BatchJournal
  private let write: @Sendable ([UInt8]) throws -> Void

  /// Creates a journal that holds what earlier runs have written; `write` adds whole lines, and returns when they last.
  package init(_ before: BatchJournal, write: @escaping @Sendable ([UInt8]) throws -> Void) {
    (self.before, self.write) = (before, write)
  }

  /// Tells whether all of some files are in the library, or are nothing that the library takes.
  func isDone(_ versions: [FileVersion]) -> Bool {
    !versions.isEmpty && versions.allSatisfy { before.isWritten($0.entry) }
  }

  /// Writes down that units are done, a line each.
  func append(_ units: [[FileVersion]]) throws {
    let lines = units.filter { !$0.isEmpty }.map { versions in
      BatchJournal.line(versions[0].path, .done(files: versions.map(\.entry)))
    }
    if !lines.isEmpty { try write(lines.flatMap { $0 }) }
  }
}
