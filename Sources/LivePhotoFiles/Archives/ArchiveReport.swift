package import ByteCoding
import FileStorage
import FoundationEssentials
import MediaCore
import SystemCalls

/// A report of what an archive holds, as `verify --json` and its journals have it, read line by line.
package struct ArchiveReport {
  /// A finding, and the line that tells it.
  package struct Finding: Sendable {
    package let record: FindingRecord
    package let line: String
  }

  /// The record that the report of a journal begins with.
  package struct Begin: Sendable, Codable {
    private var kind = "begin"
    /// The settings that the report belongs to.
    package let subject: [String]

    /// A beginning from what the report is of.
    package init(subject: [String]) { self.subject = subject }
  }

  enum Entry {
    case begin(Begin)
    case finding(Finding)
    /// An identifier that was met before.
    case repeated
    case sum(FolderVerdict)
  }

  /// Longer lines are none: the longest paths have a few thousand bytes, and what is found has bounds, too.
  private static let longestLine = 1 << 20

  /// The report's name in messages.
  var name: String { lines.source.name }
  /// The offset of the end of the lines that were read, in bytes.
  var position: Int { lines.position }
  /// Indicates whether nothing follows the lines that were read, or only the beginning of a journal's first line.
  var endsInBegin: Bool {
    let begin = Array(#"{"kind":"begin","subject":["#.utf8)
    return lines.rest.starts(with: begin) || begin.starts(with: lines.rest)
  }
  private var lines: SourceLines

  /// A report in a source.
  package init(_ source: any ByteSource) {
    lines = SourceLines(
      source, longest: Self.longestLine, advice: "Name what 'livecam verify --json' or '--resume' has written.")
  }

  /// The report in a file.
  /// - Throws: ``LivePhotoError`` with `.unreadable`.
  init(at path: String, of files: any FileSource) throws(LivePhotoError) {
    self.init(
      try LivePhotoError.naming(path, "The report cannot be read.", .unreadable) {
        () throws(FileStoreError) in try files.open(path)
      })
  }

  /// Goes on at a line that begins behind all that were read.
  mutating func skip(to place: Int) { lines.skip(to: place) }

  /// The next line; `nil` at the end. A last line without its end is not told.
  /// - Throws: ``LivePhotoError`` with `.malformed` or `.unreadable`.
  mutating func next() throws(LivePhotoError) -> Entry? {
    guard let bytes = try lines.next() else { return nil }
    // Within texts JSON has them as escapes; elsewhere they are damage.
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0d }) else {
      throw malformed("holds control characters")
    }
    struct Kind: Decodable { let kind: String }
    let text = String(decoding: bytes, as: UTF8.self)
    let data = Data(Self.withoutHalfCharacters(bytes))
    do {
      let decoder = JSONDecoder()
      switch try decoder.decode(Kind.self, from: data).kind {
      case "begin": return .begin(try decoder.decode(Begin.self, from: data))
      case "repeated": return .repeated
      case "sum": return .sum(try decoder.decode(FolderVerdict.self, from: data))
      default: return .finding(Finding(record: try decoder.decode(FindingRecord.self, from: data), line: text))
      }
    } catch {
      throw malformed("is no finding of a report", error)
    }
  }

  /// Returns the error for a defect of the line that was read last.
  func malformed(_ what: String, _ underlying: (any Error)? = nil) -> LivePhotoError {
    lines.malformed(what, underlying)
  }

  /// The line with the characters that stand for bytes of paths in a string, where JSON has `\udc80` to `\udcff`:
  /// halves of characters, which readers refuse.
  private static func withoutHalfCharacters(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let escape = UInt8(ascii: "\\")
    guard line.contains(escape) else { return Array(line) }
    var (result, rest) = ([UInt8](), line)
    while let byte = rest.popFirst() {
      result.append(byte)
      guard byte == escape else { continue }
      if rest.starts(with: "udc".utf8), rest.count >= 5,
        let low = UInt8(String(decoding: rest.dropFirst(3).prefix(2), as: UTF8.self), radix: 16), low >= 0x80
      {
        result.removeLast()
        result += Array(String(systemPath: [low]).utf8)
        rest = rest.dropFirst(5)
      } else if let next = rest.popFirst() {
        result.append(next)
      }
    }
    return result
  }
}
