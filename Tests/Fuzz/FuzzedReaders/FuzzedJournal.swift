import ByteCoding
import LivePhotoFiles

/// Journals of what is done: read, continued after their last whole line, and read again.
enum FuzzedJournal {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    guard let journal = outcome.attempt({ try BatchJournal(ArrayBytes(bytes, name: "journal")) }) else {
      return outcome
    }
    precondition(journal.length <= bytes.count, "lines behind the end")
    outcome.accept { "\(journal.doneCount) done of \(journal.subject?.command ?? "nothing"), \(journal.length) bytes" }
    let subject = journal.subject ?? BatchJournal.Subject(command: "edit", options: [])
    // A name of any characters, so that what is written is read as it was.
    let name = "/" + String(decoding: bytes.suffix(100), as: UTF8.self)
    let lines =
      (journal.subject == nil ? BatchJournal.line(subject) : []) + BatchJournal.line(name, .done(files: [name]))
    let continued = outcome.attempt {
      try BatchJournal(ArrayBytes(bytes.prefix(journal.length) + lines, name: "journal"))
    }
    precondition(continued?.isDone(name) == true && continued?.isWritten(name) == true, "a line that is lost")
    precondition(continued?.subject == subject, "another subject")
    precondition(continued?.length == journal.length + lines.count, "a line that is torn")
    return outcome
  }
}
