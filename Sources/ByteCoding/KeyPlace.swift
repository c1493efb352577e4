/// Finds where a key stands in JSON5, whose decoder does not tell.
package enum KeyPlace {
  /// The line of a key, from 1; `nil` if it is not there.
  package static func line(of key: String, in json: some Sequence<UInt8>) -> Int? {
    var reader = Reader(bytes: Array(json))
    var last: (word: [UInt8], line: Int)?
    while let token = reader.next() {
      switch token {
      case .word(let word, let line): last = (word, line)
      case .mark(UInt8(ascii: ":")):
        if let last, last.word.elementsEqual(key.utf8) { return last.line }
      case .mark: last = nil
      }
    }
    return nil
  }

  /// The line where JSON5 stops being that, from 1; `nil` if it does not, but for the words in it.
  package static func lineOfMistake(in json: some Sequence<UInt8>) -> Int? {
    var reader = Reader(bytes: Array(json))
    return reader.value(reader.next()) && reader.next() == nil ? nil : reader.line
  }

  /// The line of the value at a path of keys and of places in lists, the first of which is 0; that of the nearest value
  /// around it if it is not there.
  package static func line(at path: [String], in json: some Sequence<UInt8>) -> Int {
    var reader = Reader(bytes: Array(json))
    return reader.line(at: path[...], reader.next(), from: 1)
  }

  private enum Token: Equatable {
    /// A name, a number, or what is between quotation marks, with the line that it begins in.
    case word([UInt8], line: Int)
    case mark(UInt8)
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0
    var line = 1

    private mutating func take() -> UInt8? {
      guard index < bytes.count else { return nil }
      defer { index += 1 }
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      return bytes[index]
    }

    private func isAhead(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(past end: String) {
      while index < bytes.count, !isAhead(end) { _ = take() }
      for _ in end.utf8 { _ = take() }
    }

    /// Reads to the end of the value that begins with a token; tells whether the value is well-formed.
    mutating func value(_ token: Token?) -> Bool {
      switch token {
      case .word: true
      case .mark(UInt8(ascii: "{")): items(until: UInt8(ascii: "}"), areNamed: true)
      case .mark(UInt8(ascii: "[")): items(until: UInt8(ascii: "]"), areNamed: false)
      case .mark, nil: false
      }
    }

    private mutating func items(until end: UInt8, areNamed: Bool) -> Bool {
      var token = next()
      while token != .mark(end) {
        if areNamed {
          guard case .word = token, next() == .mark(UInt8(ascii: ":")) else { return false }
          token = next()
        }
        guard value(token) else { return false }
        token = next()
        guard token != .mark(end) else { break }
        guard token == .mark(UInt8(ascii: ",")) else { return false }
        token = next()
      }
      return true
    }

    /// Follows a path into the value that begins with a token; `line` is that of the value.
    mutating func line(at path: ArraySlice<String>, _ token: Token?, from line: Int) -> Int {
      guard let step = path.first else { return line }
      if token == .mark(UInt8(ascii: "{")) {
        var name = next()
        while case .word(let word, let line) = name, next() == .mark(UInt8(ascii: ":")) {
          let item = next()
          if word.elementsEqual(step.utf8) { return self.line(at: path.dropFirst(), item, from: line) }
          guard value(item), next() == .mark(UInt8(ascii: ",")) else { break }
          name = next()
        }
      } else if token == .mark(UInt8(ascii: "[")) {
        var (item, place) = (next(), 0)
        while item != nil, item != .mark(UInt8(ascii: "]")) {
          if step == "\(place)" { return self.line(at: path.dropFirst(), item, from: self.line) }
          guard value(item), next() == .mark(UInt8(ascii: ",")) else { break }
          (item, place) = (next(), place + 1)
        }
      }
      return line
    }

    mutating func next() -> Token? {
      while index < bytes.count {
        if isAhead("//") {
          skip(past: "\n")
        } else if isAhead("/*") {
          skip(past: "*/")
        } else if isAhead("\"") || isAhead("'") {
          return quoted()
        } else if Self.isPart(bytes[index]) {
          let (start, line) = (index, line)
          while index < bytes.count, Self.isPart(bytes[index]) { index += 1 }
          return .word(Array(bytes[start..<index]), line: line)
        } else if let byte = take(), byte > 0x20 {
          return .mark(byte)
        }
      }
      return nil
    }

    private mutating func quoted() -> Token {
      let (line, quote) = (line, take())
      var word: [UInt8] = []
      while let byte = take(), byte != quote {
        // What is escaped is no end.
        word.append(byte == UInt8(ascii: "\\") ? take() ?? byte : byte)
      }
      return .word(word, line: line)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x24, 0x2b, 0x2d, 0x2e, 0x5f, 0x80...: true
      default: false
      }
    }
  }
}
