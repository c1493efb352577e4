package import ByteCoding
import MediaCore
import SystemCalls

/// A record of what runs over many units have done, which a later run reads: a file of one line for each unit.
///
/// A line is a word and fields with tabs between them, and stands once it has its line end: a process that is killed
/// leaves at most one that has none. In a field, control characters, backslashes and bytes that are no UTF-8 are
/// `\x` and two digits.
package struct BatchJournal: Sendable {
  /// The settings that a journal belongs to. With another command, or with other options, the same units would give
  /// something else.
  package struct Subject: Sendable, Hashable {
    /// The command's name.
    package let command: String
    /// The options that matter, such as `output=/home/me/edited`.
    package let options: [String]

    /// A subject from its parts.
    package init(command: String, options: [String]) { (self.command, self.options) = (command, options) }

    /// A name for its journal, which those of other subjects do not have.
    /// - Throws: Nothing, as bytes in memory can be read.
    package func identifier() throws(ByteError) -> String {
      try ContentIdentity.identifier(of: [ArrayBytes(BatchJournal.line(self), name: command)]).uuidString
    }
  }

  /// The outcome of a unit.
  package enum Outcome: Sendable, Hashable {
    /// The unit is done, and these files were written.
    case done(files: [String])
    /// The unit failed, with the exit code for the reason.
    case failed(code: Int32, message: String)
  }

  /// The text that a journal begins with.
  private static let start = "livecam journal 1"
  /// No line is longer: paths have a few thousand bytes.
  private static let longestLine = 1 << 18

  /// The settings that the journal belongs to; `nil` while nothing is written.
  package private(set) var subject: Subject?
  /// The length of the journal's complete lines, in bytes. What follows is a line that was never finished.
  package private(set) var length = 0
  /// The number of units that are done.
  package var doneCount: Int { done.count }
  // By their bytes: paths that differ in the composition of their characters alone are equal as texts.
  private var done: Set<[UInt8]> = []
  private var written: Set<[UInt8]> = []

  /// A journal in which nothing is written.
  package init() {}

  /// Reads a journal.
  /// - Throws: ``LivePhotoError`` with `.malformed` for what is none, or is damaged, and with `.unreadable`.
  package init(_ source: any ByteSource) throws(LivePhotoError) {
    var (line, number, position) = ([UInt8](), 0, 0)
    while position < source.count {
      let portion: [UInt8]
      do throws(ByteError) { portion = try source.bytes(position..<min(position + 1 << 16, source.count)) } catch {
        throw LivePhotoError(
          .unreadable, context: source.name, message: "The journal cannot be read.", underlying: error)
      }
      var rest = portion[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        number += 1
        guard read(line, number: number) else { throw Self.malformed(source.name, line: number) }
        length = position + end + 1
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
      guard line.count <= Self.longestLine else { throw Self.malformed(source.name, line: number + 1) }
      position += portion.count
    }
    // A file of another kind is never taken for a journal that was not even begun.
    guard subject != nil || Self.start.utf8.starts(with: line) || line.starts(with: (Self.start + "\t").utf8) else {
      throw Self.malformed(source.name, line: 1)
    }
  }

  /// Tells whether a unit is done.
  package func isDone(_ unit: String) -> Bool { done.contains(unit.systemBytes) }

  /// Tells whether a file was written when a unit was done.
  package func isWritten(_ file: String) -> Bool { written.contains(file.systemBytes) }

  /// The line that a journal of a subject begins with.
  package static func line(_ subject: Subject) -> [UInt8] { line([start, subject.command] + subject.options) }

  /// The line that tells what came of a unit.
  package static func line(_ unit: String, _ outcome: Outcome) -> [UInt8] {
    switch outcome {
    case .done(let files): line(["done", unit] + files)
    case .failed(let code, let message): line(["failed", unit, "\(code)", String(message.unicodeScalars.prefix(1000))])
    }
  }

  private mutating func read(_ line: [UInt8], number: Int) -> Bool {
    let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    let fields = parts.compactMap(Self.field)
    guard fields.count == parts.count else { return false }
    if number == 1 {
      guard fields.count >= 2, fields[0] == Self.start else { return false }
      subject = Subject(command: fields[1], options: Array(fields[2...]))
      return true
    }
    guard fields.count >= 2, !fields[1].isEmpty else { return false }
    let unit = fields[1].systemBytes
    switch fields[0] {
    case "done":
      done.insert(unit)
      written.formUnion(fields[2...].map(\.systemBytes))
    case "failed" where fields.count == 4 && Int32(fields[2]) != nil: done.remove(unit)
    default: return false
    }
    return true
  }

  private static func malformed(_ name: String, line: Int) -> LivePhotoError {
    LivePhotoError(
      .malformed, context: name,
      message: line == 1
        ? "This is no journal, and was left as it is. Name another file."
        : "Line \(line) of this journal is damaged. Remove the line, or begin with another journal.")
  }
}

extension BatchJournal {
  private static func line(_ fields: [String]) -> [UInt8] {
    Array(fields.map(escaped).joined(separator: "\t").utf8) + [UInt8(ascii: "\n")]
  }

  private static func escaped(_ field: String) -> String {
    field.unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = scalar.escapedByte ?? (scalar.value < 0x20 || scalar == "\\" ? UInt8(scalar.value) : nil) {
        text += "\\x" + byte.digits(2, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func field(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(systemPath: bytes) }
    var (rest, plain) = (bytes, [UInt8]())
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"), rest.count >= 2,
        let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      plain.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(systemPath: plain)
  }
}
