/// A piece of a timeline between two blanks.
package struct TimelineToken {
  package let text: Substring
  /// The offset of the piece in the timeline, in characters.
  package let offset: Int

  /// Splits at blanks, but for those within braces.
  package static func split(_ text: String) -> [TimelineToken] {
    var depth = 0
    let pieces = text.split { character in
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      return depth <= 0 && character.isWhitespace
    }
    return pieces.map { TimelineToken(text: $0, offset: text.distance(from: text.startIndex, to: $0.startIndex)) }
  }
}
