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

  @Test("a served program has its own folder, its own arguments and its own end, each time", .foreignPrograms)
  func served() throws {
    for number in 0..<3 {
      let folder = try TemporaryFolder()
      try folder.write([UInt8](repeating: 0, count: 100 * (number + 1)), as: "a b.gray")
      let arguments = ["-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", "10x10", "-i", "a b.gray"]
      let frames = try ForeignTool.ffmpeg.run(arguments + ["-f", "rawvideo", "-"], in: folder).bytes
      #expect(frames.count == 100 * (number + 1))
      let failure = try ForeignTool.ffmpeg.attempt(["-v", "error", "-i", "a \(number)", "-f", "null", "-"], in: folder)
      #expect(failure.status == 1 && failure.bytes.isEmpty && failure.errors.hasPrefix("a \(number): No such file"))
      #expect(try ForeignTool.exiftool.attempt(["a \(number)"], in: folder).status == 1)
      try folder.write([UInt8](repeating: 0x78, count: number + 1), as: "a b.txt")
      #expect(try ForeignTool.exiftool.run(["-s3", "-FileSize#", "a b.txt"], in: folder).lines == ["\(number + 1)"])
    }
  }

  @Test("a served program's output comes as it is written, to its end or to the consumer's error", .foreignPrograms)
  func streams() throws {
    struct Enough: Error {}
    let ffmpeg = try #require(ForeignTool.ffmpeg.path)
    let noise = ["-v", "error", "-f", "lavfi", "-i", "color=s=640x480", "-frames:v", "20", "-f", "rawvideo", "-"]
    var (count, pieces) = (0, 0)
    let result = try ProgramServer.run(ffmpeg, noise) { (piece) throws(Enough) in
      (count, pieces) = (count + piece.count, pieces + 1)
    }
    #expect(try result.get().status == 0 && result.get().errors.isEmpty)
    #expect(count == 20 * 640 * 480 * 3 / 2 && pieces > 1)
    let stopped = try ProgramServer.run(ffmpeg, noise) { (piece) throws(Enough) in throw Enough() }
    #expect(throws: Enough.self) { try stopped.get() }
    let wrong = try ProgramServer.run(ffmpeg, ["-v", "error", "-nonsense"]) { (piece) throws(Enough) in }
    #expect(try wrong.get().status != 0 && wrong.get().errors.contains("nonsense"))
  }
}
