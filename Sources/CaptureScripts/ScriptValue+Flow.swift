extension ScriptValue {
  /// Creates the value that a line begins with, in YAML's flow style with plain words: `{freeze: [camera,
  /// microphone]}`. What follows it is left; `nil` if there is none.
  ///
  /// Its place is that in the text which the line is a part of, taken as one line.
  init?(flow rest: inout Substring) {
    rest = rest.drop(while: \.isWhitespace)
    let place = ScriptPlace(line: 1, column: rest.base.distance(from: rest.base.startIndex, to: rest.startIndex) + 1)
    var content: Content
    if Self.skip("{", &rest) {
      var entries: [Entry] = []
      while !Self.skip("}", &rest) {
        guard let key = ScriptValue(flow: &rest), Self.skip(":", &rest), let value = ScriptValue(flow: &rest),
          Self.skip(",", &rest) || rest.first == "}"
        else { return nil }
        entries.append(Entry(key: key, value: value))
      }
      content = .mapping(entries)
    } else if Self.skip("[", &rest) {
      var values: [ScriptValue] = []
      while !Self.skip("]", &rest) {
        guard let value = ScriptValue(flow: &rest), Self.skip(",", &rest) || rest.first == "]" else { return nil }
        values.append(value)
      }
      content = .sequence(values)
    } else {
      let word = rest.prefix { !"{}[]:,".contains($0) }
      rest = rest.dropFirst(word.count)
      guard let last = word.lastIndex(where: { !$0.isWhitespace }) else { return nil }
      content = .scalar(String(word[...last]))
    }
    self.init(content, at: place)
  }

  /// Leaves a mark out, and the blanks around it; whether it is there.
  private static func skip(_ mark: Character, _ rest: inout Substring) -> Bool {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.first == mark else { return false }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    return true
  }
}
