import Testing

@testable import KioskWeb

@Suite struct KioskJSONTests {
  @Test("a body that is no such object is refused with its place, and the decoder's error is kept")
  func refusal() {
    let failure = #expect(throws: WebFailure.self) {
      try KioskJSON.value(Array("{\"countdown\": \"three\"}".utf8), as: KioskOrder.self)
    }
    #expect(failure?.status == 400 && failure?.message.contains("countdown") == true)
    #expect(failure?.underlying is DecodingError)
  }
}
