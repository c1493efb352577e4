import Foundation
import LiveCaptureTesting
import TestSupport
import Testing

/// Configs/scripts: every script reads, runs, and has what it expects.
@Suite struct ScriptLibraryTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Configs/scripts")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  static func script(_ name: String) throws -> CaptureScript {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try CaptureScript(text, file: name)
  }

  @Test("a script has what it expects", arguments: names)
  func holds(_ name: String) async throws {
    let run = try await ScriptRunner().run(try Self.script(name))
    for verdict in run.verdicts where !verdict.holds {
      Issue.record("\(name): \(verdict.expectation): found \(verdict.failure ?? "")")
    }
    #expect(!run.verdicts.isEmpty)
    #expect(run.isClosed)
    #expect(await run.leaks() == [])
  }

  @Test("the library has a script for each case that it is to have")
  func cases() throws {
    let wanted: Set = [8, 9, 40, 41, 47, 49, 50, 51, 52, 53, 54, 56, 58, 60, 62, 63, 64, 65, 66, 67]
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
        captures:
          1: {course: B, calls: B, errors: {P: -1}, refused: V1, duration: 1, photoDisplayTime: 1,
            photoDisplayTimeAtMost: 1, recordedBy: 1, expectedPhotoCount: 2, movieSize: 1x1, previewSize: 1x1,
            sequenceCounts: [1], frames: 1, droppedFrames: 1, audioTracks: 1, pair: true}
      """, file: "wrong.yaml")
    let run = try await ScriptRunner().run(script)
    #expect(run.verdicts.filter(\.holds).map(\.expectation) == [])
    #expect(run.verdicts.count == 26)
  }
}
