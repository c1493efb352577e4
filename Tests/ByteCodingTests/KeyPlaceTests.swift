import ByteCoding
import Testing

/// Lines of values in JSON5.
@Suite struct KeyPlaceTests {
  @Test(
    "a value's line is that of its key, or of its place in a list; one that is missing has the line of what is around")
  func lines() {
    let json = """
      // A template.
      {
        version: 1,
        canvas: {
          width: 400, height: 600,
        },
        slots: [
          {x: 1, width: 2},
          {
            x: 1,
            'width': -2,
          },
        ],
      }
      """
    let cases: [([String], Int)] = [
      ([], 1), (["version"], 3), (["canvas"], 4), (["canvas", "width"], 5), (["slots", "0", "width"], 8),
      (["slots", "1"], 9), (["slots", "1", "width"], 11), (["slots", "1", "y"], 9), (["texts"], 1),
      (["slots", "7"], 7),
    ]
    for (path, line) in cases { #expect(KeyPlace.line(at: path, in: json.utf8) == line, "\(path)") }
    for broken in ["", "{", "{a", "{a:", "{a: [", "{a: [1,", "[{]", "}"] {
      #expect(KeyPlace.line(at: ["a", "3"], in: broken.utf8) == 1, "\(broken)")
    }
  }

  @Test("JSON5 without a mistake has no line of one")
  func noMistake() {
    for text in ["{ a: [1, {b: 'c'},], 'd': -.5e+3, /* , */ }", "5", "[]", "{ a: {}, }"] {
      #expect(KeyPlace.lineOfMistake(in: text.utf8) == nil, "\(text)")
    }
  }
}
