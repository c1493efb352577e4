import Glibc

/// The text of a Swift file with comments and string literals blanked out, so that words can be searched for.
///
/// Line breaks stay where they are. What stands inside `\( … )` of a string is blanked too.
struct SwiftSource {
  /// The lines, without what is blanked.
  let lines: [String]
  private let blanked: String
  private let code: [UInt8]
  /// The text as it is written, as long as `code`, and its lines.
  private let text: [UInt8]
  private let written: [String]

  init(_ text: String) {
    self.text = Array(text.utf8)
    written = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blanker = Blanker(text: self.text)
    code = blanker.run()
    blanked = String(decoding: code, as: UTF8.self)
    lines = blanked.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Whether a text holds a word, told before the slower search for its place: most hold none.
  private static func holds(_ word: String, in text: String) -> Bool { strstr(text, word) != nil }

  /// Whether the code holds a word anywhere.
  private func holds(_ word: String) -> Bool { Self.holds(word, in: blanked) }

  /// The lines, counted from 1, of comments that are longer than `columns` and could be broken.
  func comments(longerThan columns: Int) -> [Int] {
    written.enumerated().compactMap { index, line in
      // Characters have a byte each, or more.
      guard line.utf8.count > columns else { return nil }
      let words = line.split(separator: " ")
      guard line.count > columns, words.count > 2, words[0].hasPrefix("//") else { return nil }
      return index + 1
    }
  }

  /// Every imported module with its line, counted from 1.
  var imports: [(module: String, line: Int)] {
    lines.enumerated().compactMap { index, line in
      guard Self.holds("import", in: line) else { return nil }
      let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }.map(String.init)
      guard let position = words.firstIndex(of: "import"), position + 1 < words.count else { return nil }
      // Before it stand attributes and an access level alone.
      let levels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
      guard words[..<position].allSatisfy({ $0.hasPrefix("@") || levels.contains($0) }) else { return nil }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = words.dropFirst(position + 1).first { !kinds.contains($0) } ?? ""
      return (String(name.prefix { $0 != "." }), index + 1)
    }
  }

  /// The lines that hold `word`, where no letter, digit or dot goes on from it or leads into it: `print(` is not in
  /// `fingerprint(` nor in `value.print(`, but `sleep(` is in `usleep(`, and `.random(` in `Int.random(`.
  func lines(with word: String) -> [Int] {
    guard holds(word) else { return [] }
    let isCall = word.hasSuffix("(") && !word.hasPrefix(".") && word != "sleep("
    return lines.enumerated().compactMap { index, line in
      var rest = Substring(line)
      while let range = rest.firstRange(of: word) {
        let before = line[..<range.lowerBound].last
        let after = line[range.upperBound...].first
        let leads = isCall && (before.map { Self.isNamePart($0) || $0 == "." } ?? false)
        let declares = isCall && line[..<range.lowerBound].hasSuffix("func ")
        let goesOn = Self.isNamePart(word.last ?? " ") && (after.map(Self.isNamePart) ?? false)
        if !leads, !declares, !goesOn { return index + 1 }
        rest = rest[range.upperBound...]
      }
      return nil
    }
  }

  /// The lines on which the compiler has to take the author's word, and no comment says why: neither there nor right
  /// above. Such lines in a row share a reason. A doc comment, which every declaration has, counts if it names the
  /// word.
  var unexplainedTrust: [Int] {
    let words = [
      "@unchecked", "@preconcurrency", "nonisolated(unsafe)", "unsafeBitCast(", "unsafelyUnwrapped", "unsafeLoad(",
      "unsafeUninitializedCapacity", "etainedValue()", "fatalError()", "preconditionFailure()",
    ].filter(holds)
    let force = #/[\w)\]>?]!(?!=)/#
    func takesTrust(_ index: Int) -> Bool {
      let line = lines[index]
      return words.contains { line.contains($0) } || Self.holds("!", in: line) && line.contains(force)
    }
    return lines.indices.filter { index in
      guard takesTrust(index), !written[index].contains(" // ") else { return false }
      var above = written[..<index].indices.reversed().drop(while: takesTrust).map { written[$0].drop { $0 == " " } }[
        ...]
      above = above.prefix { $0.hasPrefix("//") }
      return !above.contains { $0.hasPrefix("// ") || $0.contains("nchecked") }
    }.map { $0 + 1 }
  }

  /// The lines on which an error is dropped, by `try?` or by a `catch` that does not look at it, and no comment says
  /// why: neither there nor in the `catch`, nor right above the statement. Such lines in a row share what stands above
  /// them.
  var unexplainedDrops: [Int] {
    let optional = #/(^|\W)try\?/#
    let tries = lines.indices.filter { Self.holds("try?", in: lines[$0]) && lines[$0].contains(optional) }
    let blind = blindCatches
    let drops = Set(tries).union(blind.map(\.line))
    let explained = Set(blind.filter(\.hasReason).map(\.line))
    return drops.subtracting(explained).filter { !isExplained($0, in: drops) }.map { $0 + 1 }.sorted()
  }

  private func isExplained(_ line: Int, in drops: Set<Int>) -> Bool {
    var (line, isOwn) = (line, true)
    while true {
      if isOwn, written[line].contains(" // ") { return true }
      guard line > 0 else { return false }
      if written[line - 1].drop(while: { $0 == " " }).hasPrefix("// ") { return true }
      // What stands at the end of a line is about that statement alone.
      isOwn = isOwn && goesOn(line)
      guard goesOn(line) || drops.contains(line - 1) else { return false }
      line -= 1
    }
  }

  /// Whether a line, in the house's format, goes on with the statement of the one before.
  private func goesOn(_ line: Int) -> Bool {
    let before = String(lines[line - 1].reversed().drop { $0 == " " }.reversed())
    let own = lines[line].drop { $0 == " " }
    return [",", "(", "[", "=", "&&", "||"].contains { before.hasSuffix($0) }
      || [".", ")", "]", "?", ":", "&&", "||", "else"].contains { own.hasPrefix($0) }
  }

  /// The lines, from 0, of each `catch` that does not look at its error, and whether a comment in it says why.
  private var blindCatches: [(line: Int, hasReason: Bool)] {
    var found: [(line: Int, hasReason: Bool)] = []
    for line in lines.indices where Self.holds("catch", in: lines[line]) {
      let start = lines[..<line].reduce(0) { $0 + $1.utf8.count + 1 }
      for match in lines[line].matches(of: #/\bcatch +(_ +)?(?={)/#) {
        let body = start + lines[line][..<match.range.upperBound].utf8.count
        guard let end = matchingBrace(from: body) else { continue }
        let whole = String(decoding: text[body..<end], as: UTF8.self)
        let looks = String(decoding: code[body..<end], as: UTF8.self).contains(#/\Werror\W/#)
        guard !looks, !whole.contains("\\(error") else { continue }
        found.append((line, whole.contains("// ")))
      }
    }
    return found
  }

  /// The lines of public functions and initialisers, and of those that public protocols require, that throw and whose
  /// comment has no `- Throws:`.
  var undocumentedThrows: [Int] {
    guard holds("throws") else { return [] }
    let (isOfType, isOfProtocol) =
      (#/^ *(@\w+ +)*public .*\b(func |init[?(<])/#, #/^  ([a-z]+ )*(func |init[?(<])/#)
    var isInProtocol = false
    return lines.indices.filter { index in
      let line = lines[index]
      if line.hasPrefix("public protocol ") { isInProtocol = line.last != "}" }
      if line.hasPrefix("}") { isInProtocol = false }
      guard Self.holds("func ", in: line) || Self.holds("init", in: line) else { return false }
      let isPublic = Self.holds("public ", in: line) && line.contains(isOfType)
      let isRequired = isInProtocol && line.contains(isOfProtocol)
      guard isPublic || isRequired, throwsErrors(from: index) else { return false }
      let comment = written[..<index].reversed().map { $0.drop { $0 == " " } }
        .prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
      return !comment.contains { $0.hasPrefix("/// - Throws: ") }
    }.map { $0 + 1 }
  }

  /// The lines of public functions and initialisers whose comment describes some of their parameters, and not all: of
  /// what would be a gap there, DocC makes no page.
  var partlyDocumentedParameters: [Int] {
    guard written.contains(where: { $0.contains("/// - Parameter") }) else { return [] }
    return lines.indices.filter { index in
      guard lines[index].contains(#/^ *(@\w+ +)*(public|open) .*\b(func |init[?(<])/#) else { return false }
      let comment = written[..<index].reversed().map { $0.drop { $0 == " " } }
        .prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
      let described = comment.compactMap {
        $0.firstMatch(of: #/^///(?:   - | - Parameter )(\w+):/#).map { String($0.output.1) }
      }
      let hasList = comment.contains { $0.hasPrefix("/// - Parameter") }
      return hasList && !Set(described).isSuperset(of: parameters(from: index).compactMap(\.last))
    }.map { $0 + 1 }
  }

  /// The functions, initialisers and cases with values, as DocC's links name them: `verify(_:progress:)`.
  var signatures: Set<String> {
    Set(
      lines.indices.compactMap { index in
        guard ["func ", "init", "case "].contains(where: { Self.holds($0, in: lines[index]) }),
          let name = lines[index].firstMatch(of: #/^ *(?:[\w@()]+ +)*?(?:(?:func|case) +)?(\w+)(?:<[^(]*>)?[?]?\(/#)?
            .output.1
        else { return nil }
        return "\(name)(\(parameters(from: index).compactMap(\.first).map { $0 + ":" }.joined()))"
      })
  }

  /// The names of the parameters, outside and within its body, of the function that is declared from a line on.
  private func parameters(from line: Int) -> [[String]] {
    var (depth, part, parts) = (0, "", [String]())
    for character in lines[line...].joined(separator: " ").drop(while: { $0 != "(" }) {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0 { break }
      if depth == 1, character == "," {
        parts.append(part)
        part = ""
      } else if depth > 1 || character != "(" {
        part.append(character)
      }
    }
    return (parts + [part]).filter { $0.contains { $0 != " " } }.map { parameter in
      // Values of cases may have no labels.
      parameter.contains(":") ? parameter.prefix { $0 != ":" }.split(separator: " ").map(String.init) : ["_"]
    }
  }

  /// Whether the function that is declared from a line on throws: the word stands behind its parameters.
  private func throwsErrors(from line: Int) -> Bool {
    var (depth, outside) = (0, "")
    for line in lines[line...] {
      for character in line {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if depth == 0 { outside.append(character) }
      }
      guard depth > 0 else { break }
    }
    let head = outside.prefix { $0 != "{" }
    return head[..<(head.firstRange(of: "->")?.lowerBound ?? head.endIndex)].contains(#/\bthrows\b/#)
  }

  /// A declaration or an extension of a type.
  struct TypePart {
    let name: String
    let lines: Int
    /// Whether it is no extension.
    let isDeclaration: Bool
    /// Whether only its own file knows it.
    let isPrivate: Bool
  }

  /// Each type, and each extension of one, that stands in no other.
  var types: [TypePart] {
    let opening =
      #/^(?<before>(@\w+(\([^)]*\))? +|[a-z]+(\(\w+\))? +)*)(?<kind>class|struct|enum|actor|protocol|extension) +(?<name>[A-Z][\w.]*)/#
    var result: [TypePart] = []
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard let first = lines[index].utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "}"),
        let match = lines[index].prefixMatch(of: opening)
      else { continue }
      let start = index
      // In the house's format a part ends at its first line, or with the next brace in the first column.
      let isWhole = lines[index].contains("{") && lines[index].last { $0 != " " } == "}"
      while !isWhole, index + 1 < lines.count, !lines[index].hasPrefix("}") { index += 1 }
      result.append(
        TypePart(
          name: String(match.name), lines: index - start + 1, isDeclaration: match.kind != "extension",
          isPrivate: match.before.contains("private ")))
    }
    return result
  }

  /// Each function, initialiser and subscript that has a body, with its first line and how many lines it has.
  var functions: [(line: Int, count: Int)] {
    var result: [(line: Int, count: Int)] = []
    var line = 1
    for index in code.indices {
      if code[index] == UInt8(ascii: "\n") { line += 1 }
      guard startsFunction(at: index), let body = bodyStart(from: index) else { continue }
      guard let end = matchingBrace(from: body) else { continue }
      result.append((line, code[index..<end].count { $0 == UInt8(ascii: "\n") } + 1))
    }
    return result
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private func startsFunction(at index: Int) -> Bool {
    // Most letters begin nothing; what follows is slow without optimisation.
    guard index + 1 < code.count else { return false }
    switch (code[index], code[index + 1]) {
    case (UInt8(ascii: "f"), UInt8(ascii: "u")), (UInt8(ascii: "i"), UInt8(ascii: "n")): break
    case (UInt8(ascii: "d"), UInt8(ascii: "e")), (UInt8(ascii: "s"), UInt8(ascii: "u")): break
    default: return false
    }
    if index > 0 {
      let before = code[index - 1]
      if before == UInt8(ascii: ".") || before == UInt8(ascii: "`") || isNamePart(before) { return false }
    }
    return ["func ", "init(", "init<", "init?(", "deinit", "subscript("].contains {
      code[index...].starts(with: $0.utf8)
    }
  }

  /// Where the `{` of a declaration stands, or `nil` if the next declaration comes first.
  private func bodyStart(from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index
      case UInt8(ascii: "}") where depth == 0: return nil
      case UInt8(ascii: "\n") where depth == 0:
        // A requirement of a protocol: the next line begins another declaration.
        let next = code[(index + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        let words = ["func ", "var ", "let ", "init", "static ", "mutating ", "public ", "private ", "case ", "@"]
        if words.contains(where: { next.starts(with: $0.utf8) }) { return nil }
      default: break
      }
      if depth < 0 { return nil }
      index += 1
    }
    return nil
  }

  private func matchingBrace(from start: Int) -> Int? {
    var depth = 0
    for index in start..<code.count {
      if code[index] == UInt8(ascii: "{") { depth += 1 }
      if code[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private func isNamePart(_ byte: UInt8) -> Bool { Self.isNamePart(Character(Unicode.Scalar(byte))) }
}
