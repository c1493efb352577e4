import ByteCoding
import LivePhotoFiles
import MediaCore

/// Reports of archives, read as a journal that a run goes on with.
enum FuzzedReport {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    func journal(_ bytes: [UInt8]) throws -> ArchiveJournal {
      try ArchiveJournal(ArchiveReport(ArrayBytes(bytes, name: "report")))
    }
    guard let read = outcome.attempt({ try journal(bytes) }) else { return outcome }
    precondition(read.length <= bytes.count, "lines behind the end")
    outcome.accept { "\(read.count) findings of \(read.subject ?? []), \(read.length) bytes" }
    // What is written behind the last whole line is read as it was.
    let begin = read.subject == nil ? #"{"kind":"begin","subject":["verify"]}"# + "\n" : ""
    let line = begin + #"{"kind":"still","path":"a","rules":[],"status":"good"}"# + "\n"
    let continued = outcome.attempt { try journal(bytes.prefix(read.length) + Array(line.utf8)) }
    precondition(continued?.count == read.count + 1, "a finding that is lost")
    return outcome
  }
}
