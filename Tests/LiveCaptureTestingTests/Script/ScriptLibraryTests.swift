import Foundation
import LiveCaptureTesting
import ScriptFiles
import TestSupport
import Testing

/// Configs/scripts: every script reads, runs, has what it expects, and logs what it always did.
@Suite struct ScriptLibraryTests {
  static let folder = Project.url("Configs/scripts")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  static func script(_ name: String) throws -> CaptureScript {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try CaptureScript(text, file: name)
  }

  /// What each script logged when it was last looked at, with the size and hash of every file: those of Debian 12's
  /// encoders, on any processor.
  static let logs = GoldenFolder(
    path: Project.path("Tests/LiveCaptureTestingTests/Golden/Scripts"))

  @Test("a script has what it expects, and the log that is checked in", arguments: names)
  func holds(_ name: String) async throws {
    let run = try await ScriptRunner(tools: .remembering).run(try Self.script(name))
    if !run.holds { Attachment.record(run.svg, named: name + ".svg") }
    for verdict in run.verdicts where !verdict.holds {
      Issue.record("\(name): \(verdict.expectation): found \(verdict.failure ?? "")")
    }
    #expect(run.violations == [])
    #expect(run.isAtRest)
    #expect(!run.verdicts.isEmpty)
    #expect(run.isClosed)
    #expect(await run.leaks() == [])
    let log = run.entries.map { $0.json + "\n" }.joined()
    let comparison = try Self.logs.compare(log, named: String(name.dropLast(".yaml".count)))
    #expect(comparison.passes)
    #expect(!comparison.isUpdated, "unset \(GoldenFolder.updateVariable)")
  }

  @Test("a log is checked in for each script, and for nothing else")
  func frozen() throws {
    let logs = try FileManager.default.contentsOfDirectory(atPath: Self.logs.path).sorted()
    #expect(logs == Self.names.map { $0.dropLast("yaml".count) + "txt" })
  }

  @Test("the library has a script for each case that it is to have")
  func cases() throws {
    // All but those about values that do not change after a call (24), an output without a session (12), a camera that
    // processes its RAW (36), objects and queues (43, 61), and the main thread (70, 71).
    let wanted = Set(1...69).subtracting([12, 24, 36, 43, 61])
    let found = Set(try Self.names.flatMap { try Self.script($0).cases })
    #expect(wanted.subtracting(found) == [])
    for name in Self.names where name.hasPrefix("case") {
      let number = Int(name.dropFirst(4).prefix(2))
      #expect(try Self.script(name).cases.first == number, "\(name)")
    }
  }

  @Test("an expectation that does not hold is found")
  func failing() async throws {
    let script = try CaptureScript(
      """
      version: 1
      steps: [{at: 1, press: still}]
      expect:
        timeline: "B1 F1"
        badge: [0, 1, 0]
        readiness: [ready]
        files: [1.mov]
        present: [2.JPG]
        absent: [1.JPG]
        session: [didStopRunning]
        refusals: [V1]
        access: [camera asked]
        prepared: [1 true]
        finished: [1]
        waiting: [1]
        preset: low
        recordings: [a.mov started]
        pressure: [fair]
        flash: ["on"]
        captures:
          1: {course: B, calls: B, errors: {P: -1}, refused: V1, duration: 1, photoDisplayTime: 1,
            photoDisplayTimeAtMost: 1, recordedBy: 1, expectedPhotoCount: 2, movieSize: 1x1, previewSize: 1x1,
            sequenceCounts: [1], frames: 1, droppedFrames: 1, audioTracks: 1, pair: true, brightness: [1],
            silent: true, proxySize: 1x1}
      """, file: "wrong.yaml")
    let run = try await ScriptRunner(tools: .remembering).run(script)
    #expect(run.verdicts.filter(\.holds).map(\.expectation) == [])
    #expect(run.verdicts.count == 37)
    // In the script's words, not in the language that this is written in.
    for verdict in run.verdicts {
      let text = verdict.expectation + ": found " + (verdict.failure ?? "")
      #expect(!text.contains("Optional(") && !text.contains("nil") && !text.contains("\""), "\(text)")
    }
    let told = Dictionary(run.verdicts.map { ($0.expectation, $0.failure) }) { first, _ in first }
    #expect(told["flash [on]"] == "[]" && told["files [1.mov]"] == "[1.JPG]")
    #expect(told["capture 1: 2 photos are announced"] == "1" && told["capture 1: 1 frames"] == "no movie")
  }
}
