import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import TestSupport
import Testing

@testable import CaptureScripts

/// Courses as pictures: judged by an XML parser that is none of livecam's.
@Suite struct CourseDrawingTests {
  /// A lane, as `Tests/Tools/course_lanes.py` finds it.
  private struct Lane {
    let subject: String
    let name: String
    let partedCount: Int
    let letters: String
    let looks: [String]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lanes(_ svg: String) throws -> [Lane] {
    let path = try folder.write(svg.utf8, as: "course.svg")
    let tool = Project.path("Tests/Tools/course_lanes.py")
    return try ForeignTool.python.run([tool, "--list", path]).lines.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Lane(
        subject: fields[0], name: fields[1], partedCount: try #require(Int(fields[2])), letters: fields[3],
        looks: fields[4].split(separator: " ").map(String.init))
    }
  }

  private func run(_ text: String) async throws -> ScriptRun {
    try await ScriptRunner(tools: .remembering).run(try CaptureScript(text, file: "s.yaml"))
  }

  private static let busy = """
    version: 1
    encoder: null
    cameras: [{name: back}, {name: front}]
    session: {outputs: [{name: main, camera: back}, {name: selfie, camera: front}]}
    steps:
      - {at: 2, press: live}
      - {press: live, output: selfie}
      - {at: 2.5, unplug: front}
      - {at: 3, drop: 4}
      - {at: 3.4, freeze: back}
      - {at: 3.6, thaw: back}
      - {at: 5, replug: front}
      - {at: 6, press: {kind: still, flash: "on"}}
    """

  @Test("each device, output, capture and file has a lane, which shows what happened to it")
  func lanesOfScript() async throws {
    let run = try await run(Self.busy)
    let lanes = try lanes(run.svg)
    let files = lanes.filter { $0.subject == "file" }.map(\.name)
    #expect(files.sorted() == run.files.map(\.name))
    #expect(
      lanes.dropLast(files.count).map { "\($0.subject) \($0.name)" } == [
        "steps steps", "session session", "camera back", "camera front", "microphone microphone", "badge LIVE of main",
        "badge LIVE of selfie", "capture capture 1 of main", "capture capture 2 of selfie", "capture capture 3",
      ])
    let (back, front) = (lanes[2].looks, lanes[3].looks)
    #expect(Set(back) == ["delivered", "lost", "missing"])
    #expect(front.filter { $0 == "away" }.count == 1 && front.filter { $0 == "delivered" }.count == 2)
    #expect(lanes[4].looks == ["delivered"])
    #expect(lanes[7].letters == "B W C P R M F")
    #expect(lanes[8].letters.hasSuffix("R M! F!") && lanes[8].looks.contains("gathering"))
    #expect(lanes[9].letters == "V13", "why it was refused")
    #expect(lanes.allSatisfy { $0.partedCount == 0 })
  }

  @Test("equal runs are drawn by equal bytes, others by others")
  func determinism() async throws {
    let (one, other) = (try await run(Self.busy).svg, try await run(Self.busy).svg)
    #expect(firstDifference(Array(one.utf8), Array(other.utf8)) == nil)
    let later = Self.busy.replacingOccurrences(of: "at: 2.5", with: "at: 2.6")
    #expect(try await run(later).svg != one)
  }

  @Test("names are text, whatever they are made of")
  func names() async throws {
    let name = "<&\"']]>\u{7}\u{202E}"
    var script = CaptureScript(file: "s.yaml")
    script.title = "\(name)\n</title>"
    script.encoder = .null
    script.cameras = [CaptureScript.Camera(name: name)]
    script.steps = [ScriptStep(.at(.seconds(1)), .order(.unplug, to: [name]))]
    script.end = .seconds(2)
    let svg = try await ScriptRunner(tools: ScriptTools()).run(script).svg
    let camera = try #require(try lanes(svg).first { $0.subject == "camera" })
    #expect(camera.name == "<&\"']]>\u{2407}\u{fffd}" && camera.looks.contains("away"))
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(SVGText.escaped("a\t\u{0}\u{85}\u{fffe}b") == "a\u{2409}\u{2400}\u{fffd}\u{fffd}b")
  }

  @Test("where a script's captures part from what it expects both are drawn, and only there")
  func partedScript() async throws {
    let text = """
      version: 1
      encoder: null
      steps: [{at: 2, press: still}, {at: 3, press: still}, {at: 4, press: live}]
      expect:
        timeline: "B1 W1 C1 P1 F1 B2 W2 P2! F2 D2 B3 W3 C3 P3 R3 M3 F3"
      """
    let captures = try lanes(try await run(text).svg).filter { $0.subject == "capture" }
    #expect(captures.map(\.partedCount).count == 3)
    #expect(captures[0].partedCount == 0 && captures[2].partedCount == 0)
    #expect(captures[1].letters == "B B W W C P! P F F D")
    #expect(captures[1].partedCount == 3, "C was not expected, P brings no error, D did not come")
    #expect(captures[1].looks.filter { $0 == "absent" }.count == 2)
    let holding = text.replacingOccurrences(of: "W2 P2! F2 D2", with: "W2 C2 P2 F2")
    #expect(try lanes(try await run(holding).svg).allSatisfy { $0.partedCount == 0 })
  }

  @Test("a timeline's report draws what its description marks")
  func report() async throws {
    let timeline = try CaptureTimeline("10va 5xa 3a va* 20va {unplug: camera} 10a")
    let report = try await timeline.run(expecting: "B W C P R@19 M F")
    // As an app would have it: stored where `swift test --attachments-path` says, also when the test fails.
    Attachment.record(report.svg, named: "course.svg")
    #expect(!report.passes)
    let lanes = try lanes(report.svg)
    let capture = try #require(lanes.first { $0.subject == "capture" })
    #expect(capture.partedCount == report.problems.count && capture.partedCount > 2)
    #expect(capture.letters.split(separator: " ").contains("M!"))
    #expect(capture.letters.contains("R@19 R@38"), "\(capture.letters)")
    let camera = try #require(lanes.first { $0.subject == "camera" })
    #expect(camera.looks.filter { $0 == "delivered" }.count == 2 && camera.looks.contains("lost"))
    #expect(camera.looks.contains("missing") && camera.looks.contains("away"))
    #expect(lanes.contains { $0.subject == "microphone" && $0.looks == ["delivered"] })
    #expect(lanes.contains { $0.subject == "session" && $0.looks.contains("running") })
    let again = try await timeline.run(expecting: "B W C P R@19 M F")
    #expect(again.svg == report.svg)
    let came = try await timeline.run(expecting: report.run.steps.filter { $0 != "1" })
    #expect(try came.passes && self.lanes(came.svg).allSatisfy { $0.partedCount == 0 })
  }

  @Test("a bench is drawn at any time")
  func bench() async throws {
    let bench = try await CaptureBench()
    #expect(try lanes(bench.svg).filter { $0.subject == "capture" }.isEmpty)
    try await bench.run("30va v* 59va")
    let lanes = try lanes(bench.svg)
    #expect(lanes.first { $0.subject == "capture" }?.letters == "B W C P R M F")
    #expect(lanes.filter { $0.subject == "file" }.map(\.name) == ["1.mov"])
  }

  @Test("marks of one instant stand side by side, in order, and within the ends")
  func placement() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 0...40, using: &random)
      let anchors = (0..<count).map { _ in Int.random(in: 0...1000, using: &random) }.sorted()
      let widths = (0..<count).map { _ in Int.random(in: 5...20, using: &random) }
      let places = MarkPlacement.row(anchors, widths: widths, gap: 2, within: 0...1000)
      #expect(zip(places, widths).allSatisfy { $0 >= 0 && $0 + $1 <= 1000 })
      #expect(zip(zip(places, widths), places.dropFirst()).allSatisfy { $0.0 + $0.1 + 2 <= $1 })
      let rows = MarkPlacement.rows(anchors, widths: widths, gap: 2, limit: 6, within: 0...1000)
      for row in 0..<6 {
        let own = zip(rows, widths).compactMap { place, width in place?.row == row ? (place?.place ?? 0, width) : nil }
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.0 + $0.1 + 2 <= $1.0 })
      }
    }
    #expect(MarkPlacement.row([500, 500, 500], widths: [10, 10, 10], gap: 0, within: 0...1000) == [495, 505, 515])
    #expect(MarkPlacement.rows([5, 5], widths: [9, 9], gap: 1, limit: 1, within: 0...99).map { $0?.row } == [0, nil])
  }

  @Test("a hundred captures are drawn, and of more it is said how many are not")
  func many() async throws {
    let steps = (0..<103).map { "{at: \(2 + $0).5, press: still}" }.joined(separator: ", ")
    let svg = try await run("version: 1\nencoder: null\nsteps: [\(steps)]").svg
    #expect(try lanes(svg).count { $0.subject == "capture" } == 100)
    #expect(svg.contains("6 more captures and files are not drawn"))
  }
}
