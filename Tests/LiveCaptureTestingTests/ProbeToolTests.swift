import FoundationEssentials
import TestSupport
import Testing

@testable import SceneJudging

/// The programs that movies are looked at with, and the files that they write beside their output.
@Suite(.foreignPrograms) struct ProbeToolTests {
  @Test(
    "a program's output and words are told apart; its bad end is an error with its words, the reader's goes through")
  func runs() throws {
    let ffmpeg = ProbeTool(name: "ffmpeg")
    let source = ["-hide_banner", "-f", "lavfi", "-i", "color=black:s=8x4:d=1:r=5"]
    let gray = ["-f", "rawvideo", "-pix_fmt", "gray", "-"]
    let (output, said) = try ffmpeg.output(source + gray, file: "x.mov")
    #expect(output.count == 5 * 32 && said.contains("Stream #0:0"))
    let failed = #expect(throws: ProbeError.self) { try ffmpeg.output(["-v", "error", "-nonsense"], file: "x.mov") }
    #expect(failed?.code == .toolFailed && failed?.file == "x.mov" && failed?.message.contains("nonsense") == true)
    #expect(failed?.exitStatus != nil && failed?.exitStatus != 0)
    let own = ProbeError(code: .unexpectedOutput, tool: "reader", file: "y", message: "no")
    let passed = #expect(throws: ProbeError.self) {
      _ = try ffmpeg.run(source + gray, file: "x.mov") { (_) throws(ProbeError) in throw own }
    }
    #expect(passed?.code == .unexpectedOutput && passed?.tool == "reader")
    let missing = #expect(throws: ProbeError.self) { try ProbeTool(name: "no-such-tool").output([], file: "x.mov") }
    #expect(missing?.code == .toolMissing && missing?.tool == "no-such-tool")
  }

  @Test("a file beside the output is read once it is there, is another one each time, and goes with whoever holds it")
  func sideFiles() throws {
    var file: SideFile? = SideFile()
    let path = try #require(file).path
    #expect(SideFile().path != path)
    let absent = #expect(throws: ProbeError.self) { try #require(file).read(of: "x.mov", tool: "ffmpeg") }
    #expect(absent?.code == .unexpectedOutput && absent?.file == "x.mov" && absent?.tool == "ffmpeg")
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    #expect(try #require(file).read(of: "x.mov", tool: "ffmpeg") == Data([1, 2, 3]))
    file = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
