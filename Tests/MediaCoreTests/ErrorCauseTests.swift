import MediaCore
import Testing

@Suite struct ErrorCauseTests {
  private struct Plain: Error, CustomStringConvertible { let description: String }

  @Test(
    "a cause leaves out the name that stands in front of it already",
    arguments: [
      ("a.mov", "a.mov: no room", "no room"), ("b.mov", "a.mov: no room", "a.mov: no room"),
      ("a", "a.mov: no room", "a.mov: no room"), ("", ": no room", ": no room"), ("a.mov", "a.mov: ", ""),
      ("a.mov", "no room in a.mov: none", "no room in a.mov: none"),
    ])
  func names(name: String, text: String, told: String) {
    #expect(Plain(description: text).text(behind: name) == told)
  }

  @Test("an error of decoding says what is wrong, and not what Foundation's errors are made of")
  func decoding() {
    let context = DecodingError.Context(
      codingPath: [], debugDescription: "It is no JSON.", underlyingError: Plain(description: "UserInfo={}"))
    let errors: [DecodingError] = [
      .dataCorrupted(context), .typeMismatch(Int.self, context), .valueNotFound(Int.self, context),
    ]
    for error in errors { #expect(error.text(behind: "a.json") == "It is no JSON.") }
  }

  @Test("a chain of errors about one file names it once")
  func chain() {
    let below = CodingError(.malformed, context: "a.mov", message: "Its end is missing.")
    let above = CodingError(.truncated, context: "a.mov", message: "It cannot be read.", underlying: below)
    #expect(above.description == "a.mov: It cannot be read. Cause: Its end is missing.")
  }
}
