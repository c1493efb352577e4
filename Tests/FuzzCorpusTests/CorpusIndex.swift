/// The table of a folder of inputs, as its README shows it: for each input what it is, and in the corpus what its
/// reader says of it.
///
/// A row is `| [name](folder/name) | story |`, with `` `line`<br>`line` | `` behind it where the table has a third
/// column.
struct CorpusIndex {
  struct Row: Equatable {
    /// The input's path from the table's folder, such as `zip/encrypted-member.zip`.
    let path: String
    let story: String
    /// What the reader says, line by line; empty in a table without that column.
    var outcome: [String]

    /// The row as the table has it.
    var text: String {
      let name = path.split(separator: "/").last ?? ""
      let lines = outcome.map { "`\($0)`" }.joined(separator: "<br>")
      return "| [\(name)](\(path)) | \(story) |" + (outcome.isEmpty ? "" : " \(lines) |")
    }
  }

  /// Why a line is no row of a table.
  struct NoRow: Error, CustomStringConvertible {
    let line: String
    var description: String { "'\(line)' is no row: see Tests/FuzzCorpusTests/CorpusIndex.swift" }
  }

  private let lines: [Substring]
  let rows: [Row]

  /// Reads a table; lines that begin with no `|` are prose.
  /// - Throws: ``NoRow`` for a line of the table that cannot be read, since its story would count for nothing.
  init(_ text: String) throws(NoRow) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var rows: [Row] = []
    for line in lines where line.hasPrefix("|") {
      guard line != "|---|---|", line != "|---|---|---|", !line.hasPrefix("| Input |") else { continue }
      guard let row = Self.row(line) else { throw NoRow(line: String(line)) }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The text with what readers say as `outcome` has it, and everything else as it is.
  func text(saying outcome: (Row) -> [String]) -> String {
    lines.map { line in
      guard line.hasPrefix("| ["), var row = Self.row(line) else { return String(line) }
      row.outcome = outcome(row)
      return row.text
    }.joined(separator: "\n")
  }

  private static func row(_ line: Substring) -> Row? {
    guard let match = line.wholeMatch(of: /\| \[([^\]|]+)\]\((\w+\/[^)|]+)\) \| ([^|]+) \|(?: (`[^|]*`) \|)?/) else {
      return nil
    }
    let (_, name, path, story, said) = match.output
    guard path.hasSuffix("/\(name)") else { return nil }
    let outcome = said.map { String($0.dropFirst().dropLast()).split(separator: "`<br>`").map(String.init) } ?? []
    return Row(path: String(path), story: String(story), outcome: outcome)
  }
}
