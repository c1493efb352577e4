import FileStorage
import LiveCapture
import Testing

@Suite struct CaptureErrorTextTests {
  @Test("a file that could not be written is named once")
  func once() {
    let cause = FileStoreError(path: "a/1.mov", operation: "write", errno: 27, message: "File too large")
    let error = CaptureError(
      .writingFailed, context: "a/1.mov", message: "the movie could not be written", underlying: cause)
    #expect(error.description == "a/1.mov: the movie could not be written (File too large [write: errno 27])")
    let other = CaptureError(
      .writingFailed, context: "2.mov", message: "the movie could not be written", underlying: cause)
    #expect(other.description.hasSuffix("(a/1.mov: File too large [write: errno 27])"))
  }
}
