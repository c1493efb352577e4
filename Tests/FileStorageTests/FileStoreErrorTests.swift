import FileStorage
import MediaCore
import Testing

@Suite struct FileStoreErrorTests {
  @Test("a failed call has the system's number, which tells its kind; another failure has its cause and no number")
  func parts() {
    let system = FileStoreError(path: "a", operation: "open", errno: 2, message: "it is not there")
    #expect(system.code == .notFound && system.errno == 2 && system.underlying == nil)
    #expect(system.description == "a: it is not there [open: errno 2]")
    let cause = CodingError(.truncated, context: "a", message: "It ends too early.")
    let other = FileStoreError(.unreachable, path: "a", operation: "GET", message: "no answer", underlying: cause)
    #expect(other.code == .unreachable && other.errno == nil && (other.underlying as? CodingError)?.code == .truncated)
    #expect(other.description == "a: no answer [GET]")
  }
}
