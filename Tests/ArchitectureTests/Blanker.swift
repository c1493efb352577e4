/// Replaces comments and string literals of Swift text by spaces. Line breaks stay.
struct Blanker {
  private var text: [UInt8]
  private var index = 0

  init(text: [UInt8]) { self.text = text }

  mutating func run() -> [UInt8] {
    while index < text.count {
      let byte = text[index]
      // Most bytes begin nothing; what follows is slow without optimisation.
      if byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "#") {
        index += 1
      } else if has("//") {
        while index < text.count, text[index] != UInt8(ascii: "\n") { blank() }
      } else if has("/*") {
        comment()
      } else if let hashes = stringStart() {
        string(hashes: hashes)
      } else {
        index += 1
      }
    }
    return text
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if has("/*") {
        depth += 1
        blank(2)
      } else if has("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && index < text.count
  }

  /// The number of `#` before a string that begins here, or `nil` when none begins.
  private func stringStart() -> Int? {
    var end = index
    while end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
    return end < text.count && text[end] == UInt8(ascii: "\"") ? end - index : nil
  }

  private mutating func string(hashes: Int) {
    let guards = String(repeating: "#", count: hashes)
    blank(hashes)
    let quote = has("\"\"\"") ? "\"\"\"" : "\""
    blank(quote.utf8.count)
    let end = quote + guards
    while index < text.count {
      if text[index] != UInt8(ascii: "\""), text[index] != UInt8(ascii: "\\") {
        blank()
      } else if has(end) {
        return blank(quote.utf8.count + hashes)
      } else if has("\\" + guards + "(") {
        blank(2 + hashes)
        interpolation()
      } else if has("\\" + guards) {
        blank(2 + hashes)
      } else {
        blank()
      }
    }
  }

  /// Blanks what follows `\(` up to its closing parenthesis, which strings of its own may hide.
  private mutating func interpolation() {
    var depth = 1
    while index < text.count, depth > 0 {
      if let hashes = stringStart() {
        string(hashes: hashes)
        continue
      }
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
      blank()
    }
  }

  private func has(_ word: String) -> Bool { text[index...].starts(with: word.utf8) }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index] != UInt8(ascii: "\n") { text[index] = UInt8(ascii: " ") }
      index += 1
    }
  }
}
