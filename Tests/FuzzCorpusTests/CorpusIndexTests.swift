import Testing

@Suite struct CorpusIndexTests {
  private static let text = """
    # Inputs

    | Input | What is wrong | What the reader says |
    |---|---|---|
    | [short.zip](zip/short.zip) | It ends too soon. | `malformed: too short`<br>`odd: short` |
    | [a.png](png/a.png) | A whole file. |

    """

  @Test("a row has a path, a story and what the reader says")
  func rows() throws {
    #expect(
      try CorpusIndex(Self.text).rows == [
        .init(path: "zip/short.zip", story: "It ends too soon.", outcome: ["malformed: too short", "odd: short"]),
        .init(path: "png/a.png", story: "A whole file.", outcome: []),
      ])
  }

  @Test(
    "a line of the table that is no row is refused",
    arguments: [
      "| short.zip | It ends too soon. | `x` |", "| [short.zip](zip/other.zip) | It ends too soon. | `x` |",
      "| [short.zip](zip/short.zip) | | `x` |", "| [short.zip](zip/short.zip) | It ends too soon. | x |",
      "| [short.zip](short.zip) | It ends too soon. | `x` |", "| [short.zip](zip/short.zip) | It ends too soon.",
    ])
  func broken(line: String) {
    #expect(throws: CorpusIndex.NoRow.self) { try CorpusIndex(Self.text + line) }
  }

  @Test("what readers say is written in its place, and nothing else changes")
  func writing() throws {
    let index = try CorpusIndex(Self.text)
    #expect(index.text { $0.outcome } == Self.text)
    let changed = index.text { $0.path == "zip/short.zip" ? ["accepted"] : $0.outcome }
    #expect(changed == Self.text.replacing("`malformed: too short`<br>`odd: short`", with: "`accepted`"))
  }
}
