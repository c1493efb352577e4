import CaptureCodecs
import CaptureScripts
import LiveCapture
import ScriptFiles
import Testing

@Suite struct ScriptToolsTests {
  private func run(_ text: String, _ tools: ScriptTools = ScriptTools()) async throws -> ScriptRun {
    try await ScriptRunner(tools: tools).run(try CaptureScript("version: 1\n" + text, file: "s.yaml"))
  }

  @Test("without tools a script with null encoders runs in a scene of YU12")
  func light() async throws {
    let run = try await run(
      """
      encoder: "null"
      steps: [{at: 2, press: live}]
      expect: {timeline: "B1 W1 C1 P1 R1 M1 F1", captures: {1: {duration: 3, photoDisplayTime: 1.5, frames: 90}}}
      """)
    #expect(run.holds, "\(run)")
    let entries = run.entries.map(\.text).joined(separator: "\n")
    #expect(run.files.map(\.name) == ["1.JPG", "1.mov"], "\(entries)")
  }

  @Test(
    "what a script asks for and is not there is refused before it runs, with what to do",
    arguments: [
      ("steps: []", "encoder", "CaptureMedia.standard"),
      ("encoder: 'null'\nworld: {movie: a.mov}", "world.movie", "ReplayScheme called \"movie\""),
      ("encoder: 'null'\nworld: {fixture: a.livecam}", "world.fixture", "ReplayScheme called \"fixture\""),
      (
        "encoder: 'null'\nsteps: [{press: live}]\nexpect: {captures: {1: {pair: true}}}", "expect.captures.1",
        "ScriptFiles"
      ),
    ])
  func missing(text: String, key: String, advice: String) async {
    let error = await #expect(throws: ScriptError.self) { try await run(text) }
    #expect(error?.key == key && error?.message.contains(advice) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("a camera of another format than the scene's needs pictures that are coded")
  func formats() async throws {
    let script = """
      encoder: "null"
      cameras: [{name: camera, format: MJPG}]
      expect: {session: [didStartRunning]}
      """
    let coded = try await run(script, ScriptTools(media: .standard))
    #expect(coded.holds, "\(coded)")
  }
}
