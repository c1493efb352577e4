import TestSupport
import Testing

@Suite struct ProgramServerTests {
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

  @Test("what is no program is an error, and a bad end of one run is none of the next", .foreignPrograms)
  func failures() throws {
    #expect(throws: (any Error).self) {
      try ProgramServer.run("/no/such/program", []) { (_) throws(Never) in }
    }
    let ffmpeg = try #require(ForeignTool.ffmpeg.path)
    for option in ["-nonsense", "-version", "-nonsense", "-version"] {
      let status = try ProgramServer.run(ffmpeg, [option]) { (_) throws(Never) in }.get().status
      #expect((status == 0) == (option == "-version"))
    }
  }
}
