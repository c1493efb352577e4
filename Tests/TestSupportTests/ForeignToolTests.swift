import TestSupport
import Testing

@Suite struct ForeignToolTests {
  private let shell = ForeignTool("sh", package: "dash")

  @Test("a missing program is an error that names its package")
  func missing() {
    let failure = #expect(throws: ForeignTool.Failure.self) {
      try ForeignTool("no-such-program", package: "a-package").attempt([])
    }
    #expect(failure?.description.contains("no-such-program is not installed") == true)
    #expect(failure?.description.contains("apt install a-package") == true)
  }

  @Test("what is written to both streams comes whole, far more than a pipe holds, from many programs at once")
  func output() async throws {
    try await withThrowingTaskGroup(of: ForeignTool.Output.self) { group in
      for _ in 0..<8 {
        group.addTask { try shell.attempt(["-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"]) }
      }
      for try await output in group {
        #expect(output.status == 0)
        #expect(output.bytes.count == 300_000 && output.errors.utf8.count == 300_000)
      }
    }
  }

  @Test(
    "a bad end, a complaint and a signal are errors to run, and told by attempt",
    arguments: [
      ("echo wrong >&2; exit 3", Int32(3), "wrong\n"), ("echo odd >&2", 0, "odd\n"), ("kill -9 $$", 137, ""),
    ])
  func failure(command: String, status: Int32, errors: String) throws {
    let output = try shell.attempt(["-c", command])
    #expect(output.status == status && output.errors == errors)
    #expect(throws: ForeignTool.Failure.self) { try shell.run(["-c", command]) }
  }

  @Test("a program runs in the folder it is given, with empty input")
  func surroundings() throws {
    let folder = try TemporaryFolder()
    #expect(try shell.run(["-c", "pwd; cat"], in: folder).lines == [folder.path])
  }
}
