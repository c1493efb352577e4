import TestSupport
import Testing

@Suite struct AnswersTests {
  @Test(
    "an answer's status is read from its first line, and what is no answer has none",
    arguments: [
      ("HTTP/1.1 200 OK\r\n\r\n", 200), ("HTTP/1.0 404\r\n\r\n", 404),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200", 100),
      ("", 0), ("HTTP/1.1", 0), ("HTTP/1.1 ok 200", 0), ("HTTP/1.1 2000 OK", 0), ("HTTP/2 200", 0), ("RTSP/1.0 200", 0),
      ("it is 200 bytes", 0), ("HTTP/1.1\r\n200 OK", 0), ("\r\nHTTP/1.1 200", 0),
    ])
  func statuses(answer: String, wanted: Int) { #expect(status(answer) == wanted) }

  @Test(
    "a body is what follows the first empty line, with further ones in it",
    arguments: [
      ("HTTP/1.1 200\r\nA: b\r\n\r\nbody", "body"), ("HTTP/1.1 200\r\n\r\n", ""), ("HTTP/1.1 200\r\nA: b\r\n", ""),
      ("HTTP/1.1 200\r\n\r\na\r\n\r\nb\n\n", "a\r\n\r\nb\n\n"), ("HTTP/1.1 200\n\nbody", ""), ("", ""),
    ])
  func bodies(answer: String, wanted: String) { #expect(body(answer) == wanted) }
}
