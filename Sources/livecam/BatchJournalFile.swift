import ArgumentParser
import FileStorage
import LivePhotoFiles
import MediaCore

/// The journal of a run over many units, which no other process writes meanwhile.
final class BatchJournalFile: Sendable {
  /// The journal of earlier runs, which tells what they have written.
  let before: BatchJournal
  private let file: JournalFile

  /// Opens a journal, or begins one where there is no file.
  /// - Throws: `ExitCode`, once the reason is told: for a file that is no journal, is one of another command or of
  ///   other options, is another process's, or cannot be written.
  init(_ path: String, of subject: BatchJournal.Subject) throws(ExitCode) {
    var before = BatchJournal()
    file = try JournalFile(path) { bytes in
      before = try BatchJournal(bytes)
      try JournalFile.compare(before.subject.map(Self.text), Self.text(subject), path)
      return (before.length, before.subject == nil ? BatchJournal.line(subject) : nil)
    }
    self.before = before
  }

  /// Opens or begins a journal that nobody has named: `nil` where another process does the same. It saves work, and
  /// is no record.
  /// - Throws: `ExitCode`, once the reason is told.
  init?(ifFree path: String, of subject: BatchJournal.Subject) throws(ExitCode) {
    var before = BatchJournal()
    let file = try JournalFile(ifFree: path) { bytes in
      // One that is damaged, or of something else, is begun anew.
      if let found = try? BatchJournal(bytes), found.subject == subject { before = found }
      return (before.length, before.subject == nil ? BatchJournal.line(subject) : nil)
    }
    guard let file else { return nil }
    (self.file, self.before) = (file, before)
  }

  /// Adds whole lines. When this returns they last.
  /// - Throws: `FileStoreError`.
  func append(lines: [UInt8]) throws(FileStoreError) {
    file.append(lines, lasts: true)
    try file.check()
  }

  /// Removes the journal, which is not needed any more.
  /// - Throws: `FileStoreError`.
  func remove() throws(FileStoreError) { try file.remove() }

  private static func text(_ subject: BatchJournal.Subject) -> String {
    ([subject.command] + subject.options).joined(separator: " ")
  }

  /// Writes down what came of a unit. When this returns it lasts, unless ``check()`` says otherwise.
  func append(_ unit: String, _ outcome: BatchJournal.Outcome) {
    file.append(BatchJournal.line(unit, outcome), lasts: true)
  }

  /// Makes sure that everything was written down.
  /// - Throws: `FileStoreError`.
  func check() throws { try file.check() }
}
