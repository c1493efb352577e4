import ArgumentParser
import FileStorage
import Glibc
import LivePhotoFiles
import MediaCore
import Synchronization
import SystemCalls

/// The journal of a run over many units, which no other process writes meanwhile.
final class JournalFile: Sendable {
  /// What earlier runs have written.
  let before: BatchJournal
  private let path: String
  private let descriptor: Descriptor
  private let failure = Mutex<SystemError?>(nil)

  /// Opens a journal, or begins one where there is no file.
  /// - Throws: `ExitCode`, once the reason is told: for a file that is no journal, is one of another command or of other
  ///   options, is another process's, or cannot be written.
  init(_ path: String, of subject: BatchJournal.Subject) throws(ExitCode) {
    self.path = path
    do {
      descriptor = try about(path, try Descriptor(opening: path, O_RDWR | O_CREAT | O_APPEND))
      if descriptor.lock(named: path) == .taken {
        throw FileStoreError(
          path: path, operation: "flock", errno: EWOULDBLOCK,
          message: "another process is writing this journal; wait for it, or name another")
      }
      before = try BatchJournal(try DiskFiles().open(path))
      if let other = before.subject, other != subject { throw Self.mismatch(path, other, subject) }
      // A line without its end is what a process was writing when it was killed.
      try about(path, try SystemError.check("ftruncate", ftruncate(descriptor.number, off_t(before.length))))
      if before.subject == nil { try about(path, try Self.append(BatchJournal.line(subject), to: descriptor)) }
      try about(path, try Folder.sync(Folder.containing(path)))
    } catch {
      throw ExitReason.fail(error)
    }
  }

  /// Writes down what came of a unit. When this returns it lasts, unless ``check()`` says otherwise.
  func append(_ unit: String, _ outcome: BatchJournal.Outcome) {
    do throws(SystemError) { try Self.append(BatchJournal.line(unit, outcome), to: descriptor) } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }

  /// Makes sure that everything was written down.
  /// - Throws: ``FileStoreError``.
  func check() throws(FileStoreError) {
    if let error = failure.withLock(\.self) { throw FileStoreError(path, error) }
  }

  private static func append(_ line: [UInt8], to descriptor: borrowing Descriptor) throws(SystemError) {
    // One call writes the whole line, so that those of several threads do not mix.
    try line.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try descriptor.write(bytes) }
    try descriptor.sync()
  }

  private static func mismatch(
    _ path: String, _ other: BatchJournal.Subject, _ subject: BatchJournal.Subject
  ) -> LivePhotoError {
    func text(_ subject: BatchJournal.Subject) -> String {
      ([subject.command] + subject.options).joined(separator: " ")
    }
    return LivePhotoError(
      .invalidSetting, context: path,
      message: "This journal is of: \(text(other)). This is: \(text(subject)). Name another journal.")
  }
}
