import Foundation
import LiveCaptureTesting
import ScriptFiles
import TestSupport
import Testing

/// What programs are told of a script's run, and what fails without an expectation.
@Suite struct ScriptOutcomeTests {
  private func run(_ steps: String, _ rest: String = "", in folder: String? = nil) async throws -> ScriptRun {
    let script = try CaptureScript("version: 1\nencoder: null\nsteps: [\(steps)]\n\(rest)", file: "s.yaml")
    return try await ScriptRunner(folder: folder, tools: .remembering).run(script)
  }

  @Test("the log tells programs in fields what it tells people in sentences")
  func fields() async throws {
    let run = try await run("{at: 3, press: live}, {at: 7, press: {kind: live, delegate: none}}")
    let lines = try run.entries.map { entry in
      try #require(try JSONSerialization.jsonObject(with: Data(entry.json.utf8)) as? [String: Any])
    }
    func line(_ callback: String, _ capture: Int) throws -> [String: Any] {
      try #require(lines.first { $0["callback"] as? String == callback && $0["capture"] as? Int == capture })
    }
    for (capture, kind) in [(1, "call"), (2, "event")] {
      let movie = try line("didFinishProcessingMovie", capture)
      #expect(movie["event"] as? String == kind && movie["step"] as? String == "M")
      #expect(movie["duration"] as? Double == 3 && movie["photoDisplayTime"] as? Double == 1.5)
      #expect(try line("didFinishCapture", capture)["step"] as? String == "F")
    }
    let photo = try line("didFinishProcessingPhoto", 1)
    #expect(photo["photo"] as? Int == 1 && (photo["detail"] as? String)?.hasPrefix("photo 1, ") == true)
    #expect(abs(try #require(photo["shutterError"] as? Double)) < 0.02)
    let files = lines.filter { $0["event"] as? String == "file" }
    #expect(files.compactMap { $0["file"] as? String }.sorted() == ["1.JPG", "1.mov", "2.mov"])
    for file in files {
      let told = try #require(run.files.first { $0.name == file["file"] as? String })
      #expect(file["bytes"] as? Int == told.size)
      #expect(UInt64(file["hash"] as? String ?? "", radix: 16) == told.hash)
    }
    #expect(photo["bytes"] as? Int == files.first { $0["file"] as? String == "1.JPG" }?["bytes"] as? Int)
  }

  @Test("runs into different folders have one log")
  func folders() async throws {
    let folder = try TemporaryFolder()
    let places = ["a", "another.place"].map { folder.path($0) }
    var logs: [[ScriptEntry]] = []
    for place in places {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      logs.append(
        try await run(
          "{disk: {fullAtByte: 5000}}, {at: 3, press: live}, {at: 7, disk: works}, {createFile: 2.mov}, "
            + "{at: 8, press: live}, {movieOutput: add}, {at: 12, disk: unwritable}, {record: start}", in: place
        ).entries)
    }
    #expect(logs[0].contains { $0.error != nil })
    #expect(logs[0] == logs[1])
    for entry in logs[0] { #expect(!entry.json.contains(folder.path("")), "\(entry.json)") }
  }

  @Test(
    "what must not be is told without the folder, too",
    arguments: [
      "{disk: unwritable}, {at: 3, press: live}", "{at: 3, press: still}",
    ])
  func violationsWithoutFolder(_ steps: String) async throws {
    let folder = try TemporaryFolder()
    var runs: [ScriptRun] = []
    for place in ["a", "another.place"].map({ folder.path($0) }) {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      // A file that is in the way of the still.
      try Data([1]).write(to: URL(filePath: place + "/1.JPG"))
      runs.append(try await run(steps, in: place))
    }
    #expect(runs[0].violations.contains { $0.message.contains("1.mov") || $0.message.contains("1.JPG") })
    #expect(runs[0].violations == runs[1].violations)
    for violation in runs[0].violations { #expect(!violation.message.contains(folder.path(""))) }
  }

  @Test(
    "a movie that would lie outside of the script's folder is refused, in memory and on the disk",
    arguments: ["/tmp/x.mov", "../x.mov", "a/../../x.mov", "a/x.mov", ".x.mov", ".."])
  func elsewhere(movie: String) async throws {
    let outer = try TemporaryFolder()
    let inner = outer.path("in")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let path = movie.replacingOccurrences(of: "/tmp", with: outer.path)
    for folder in [nil, inner] {
      for rule in ["V16", "moviePathIsReachable"] {
        var script = try CaptureScript(
          "version: 1\nencoder: null\nexpect: {refusals: [\(rule)]}\nsteps: [{at: 2, press: live}]", file: "s.yaml")
        // A script in a file cannot say so; one that a program puts together can.
        var press = ScriptPress()
        press.movie = path
        script.steps[0].action = .press(press)
        script.expectations.captures[1] = ScriptExpectations.Capture()
        script.expectations.captures[1]?.refused = "V16"
        let run = try await ScriptRunner(folder: folder, tools: .remembering).run(script)
        #expect(run.holds && run.files.isEmpty, "\(run.violations) \(run.verdicts)")
      }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: outer.path) == ["in"])
  }

  private static let still = "steps: [{at: 2, press: still}]\nend: 4\nexpect: {timeline: B1 W1 C1 P1 F1}"

  @Test(
    "where no Live Photos can be had they are off, unless the script wants them on",
    arguments: [
      ("cameras: none", false), ("cameras: [{name: camera, rate: 5}]", true), ("session: {preset: high}", true),
      ("cameras: [{name: camera, attached: false}]", false),
      ("session: {outputs: [{name: main}]}\ncameras: [{name: camera, rate: 9}]", true),
    ])
  func withoutLive(_ world: String, takesStills: Bool) async throws {
    func run(_ text: String) async throws -> ScriptRun {
      try await ScriptRunner(tools: .remembering).run(
        try CaptureScript("version: 1\nencoder: null\n\(world)\n\(text)", file: "s.yaml"))
    }
    if takesStills {
      let run = try await run(Self.still)
      #expect(run.holds, "\(run.violations) \(run.verdicts)")
    }
    let live = try await run("steps: [{at: 2, press: live}]\nend: 4")
    // A session without a camera does not start either.
    #expect(live.violations.map(\.kind) == (takesStills ? [.refused] : [.start, .refused]), "\(live.violations)")
  }

  @Test(
    "Live Photos that are wanted and cannot be had are an error with line and key",
    arguments: [
      ("cameras: none\nsession: {live: true}", 3, "session.live"),
      ("cameras: [{name: camera, rate: 5}]\nsession:\n  preset: photo\n  live: true", 5, "session.live"),
      (
        "cameras: [{name: a}, {name: b, rate: 5}]\nsession:\n  outputs:\n    - {name: x}\n    - {name: y, live: true}",
        6, "session.outputs[1].live"
      ),
    ])
  func unsupportedLive(_ world: String, line: Int, key: String) async throws {
    let script = try CaptureScript("version: 1\n\(world)\nsteps: [{at: 2, press: still}]", file: "s.yaml")
    let error = await #expect(throws: ScriptError.self) { _ = try await ScriptRunner().run(script) }
    #expect(error?.line == line && error?.key == key, "\(String(describing: error))")
    #expect(error?.message.contains("10 frames a second") == true)
  }

  @Test("devices are unplugged and plugged in again one by one or together")
  func together() async throws {
    let run = try await run(
      "{at: 1, unplug: [camera, microphone]}, {at: 2, replug: [camera, microphone]}, {at: 5, press: live}")
    let steps = run.entries.filter { $0.kind == .step }.map(\.name)
    #expect(steps.contains("unplug: camera, microphone") && steps.contains("replug: camera, microphone"))
    #expect(run.violations == [])
    #expect(run.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let alone = try await self.run("{at: 1, unplug: [camera]}, {at: 2, replug: [camera]}, {at: 5, press: live}")
    #expect(alone.timeline == run.timeline)
  }

  @Test("a Live Photo that is refused is told what would allow it")
  func advice() async throws {
    let forbidden = try await run("{movieOutput: add}, {at: 2, press: live}")
    #expect(forbidden.violations.first?.message.contains("and no movie output; see to that") == true)
    let off = try await run("{live: false}, {at: 2, press: live}")
    #expect(off.violations.first?.message.contains("enable Live Photos on the output first") == true)
  }

  @Test("a movie that does not fit leaves its room to what comes after it")
  func room() async throws {
    let script = try CaptureScript(
      """
      version: 1
      steps:
        - disk: {fullAtByte: 50000}
        - {at: 3, press: live}
        - {at: 12, press: still}
        - {at: 13, press: still}
        - {at: 14, press: still}
      expect: {captures: {1: {errors: {M: -11807}}}, files: [1.JPG, 2.JPG, 3.JPG]}
      """, file: "s.yaml")
    let run = try await ScriptRunner(tools: .remembering).run(script)
    #expect(run.holds, "\(run.violations) \(run.verdicts)")
    #expect((42_000...50_000).contains(run.files.map(\.size).reduce(0, +)))
  }

  @Test("a press that is refused fails a script that does not say so")
  func refused() async throws {
    let press = "{at: 1, press: {kind: bracket, biases: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}"
    let run = try await run(press)
    #expect(!run.holds && run.violations.map(\.kind) == [.refused])
    #expect(run.violations[0].message.contains("press 1 was refused"))
    let rule = try #require(run.entries.first { $0.kind == .refusal }).name
    let expectations = [
      "refusals: [\(rule)]", "captures: {1: {refused: \(rule)}}", "timeline: ''", "captures: {1: {calls: ''}}",
      "captures: {1: ''}",
    ]
    for expectation in expectations {
      let said = try await self.run(press, "expect: {\(expectation)}")
      #expect(said.holds, "\(expectation): \(said.violations)")
    }
    let other = try await self.run(press + ", {press: still}", "expect: {captures: {2: B W C P F}}")
    #expect(other.violations.map(\.kind) == [.refused])
  }
}
