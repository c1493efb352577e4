import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Testing

@testable import CaptureScripts

/// Scripts whose session has several photo outputs.
@Suite struct ScriptOutputsTests {
  private static let two = """
    version: 1
    encoder: null
    cameras: [{name: back}, {name: front}]
    session: {outputs: [{name: main, camera: back}, {name: selfie, camera: front}]}

    """

  private func run(_ text: String) async throws -> ScriptRun {
    try await ScriptRunner(tools: .remembering).run(try CaptureScript(text, file: "s.yaml"))
  }

  @Test("one output with a name is the usual one: the same log, the same files")
  func alone() async throws {
    let rest = """
      steps: [{at: 3, press: live}, {prepare: still}, {suspend: true}, {after: 1, press: live}, {release: 1}]
      """
    let usual = try await run("version: 1\n\(rest)")
    let named = try await run("version: 1\nsession: {outputs: [{name: main, camera: camera}]}\n\(rest)")
    #expect(usual.entries == named.entries && usual.files == named.files && usual.badge == named.badge)
    #expect(usual.entries.contains { $0.kind == .refusal } && usual.entries.allSatisfy { $0.output == nil })
    #expect(usual.outputs.isEmpty && named.outputs.map(\.name) == ["main"])
    #expect(named.outputs.map(\.timeline) == [usual.timeline] && named.outputs.map(\.badge) == [usual.badge])
    for entry in named.entries { #expect(!entry.json.contains("\"output\"") && !entry.text.contains("output main")) }
  }

  @Test("of several the log says which one a line is about")
  func whose() async throws {
    let run = try await run(
      Self.two + """
        steps: [{at: 3, press: live}, {press: {kind: live, delegate: none}, output: selfie}, {prepare: still, output: selfie},
          {at: 4, live: false, output: selfie}, {press: live, output: selfie}, {unplug: back}]
        expect: {refusals: [V14]}
        """)
    #expect(run.holds, "\(run)")
    func outputs(_ kind: ScriptEntry.Kind) -> [String?] { run.entries.filter { $0.kind == kind }.map(\.output) }
    #expect(Set(outputs(.call)) == ["main"] && Set(outputs(.event)) == ["selfie"])
    #expect(outputs(.refusal) == ["selfie"] && outputs(.prepared) == ["selfie"])
    #expect(Set(outputs(.badge)) == ["main", "selfie"] && Set(outputs(.readiness)) == ["main", "selfie"])
    #expect(outputs(.step) == [nil, "main", "selfie", "selfie", "selfie", "selfie", nil])
    #expect(Set(outputs(.session)) == [nil])
    for entry in run.entries {
      let fields = try #require(try JSONSerialization.jsonObject(with: Data(entry.json.utf8)) as? [String: Any])
      #expect(fields["output"] as? String == entry.output)
      #expect(entry.text.contains("  output ") == (entry.output != nil))
    }
    #expect(run.outputs.map(\.name) == ["main", "selfie"])
    #expect("\(run)".contains("timeline of selfie: B2 W2 C2 P2") && "\(run)".contains("badge of main: 0 1 0"))
    #expect(run.badge == [0, 1, 2, 1, 0])
  }

  @Test("settings are for one capture of the session, whichever output was asked first")
  func identity() async throws {
    let run = try await run(
      Self.two + "steps: [{at: 3, press: still}, {after: 1, press: {again: 1}, output: selfie}, {press: still}]\n"
        + "expect: {captures: {2: {refused: V2}}, outputs: {main: {timeline: B1 W1 C1 P1 F1 B3 W3 C3 P3 F3}}}")
    #expect(run.holds, "\(run)")
  }

  @Test("a camera that cannot be had keeps its own output away, and no other")
  func denied() async throws {
    let run = try await run(
      """
      version: 1
      encoder: null
      cameras: [{name: back, access: denied}, {name: front}]
      session: {outputs: [{name: main, camera: back}, {name: selfie, camera: front}]}
      steps: [{at: 3, press: still}, {press: live, output: selfie}]
      expect: {captures: {1: {refused: V27}, 2: B W C P R M F}, outputs: {main: {timeline: ""}}, session: [didStartRunning]}
      """)
    #expect(run.holds, "\(run)")
    #expect(run.entries.filter { $0.kind == .refusal }.map(\.output) == [nil, "main", "main"])
  }

  @Test("what is expected of an output, and of stills of one instant, can fail")
  func failing() async throws {
    let script =
      Self.two + """
        steps: [{at: 3, press: live}, {after: 0.5, press: still, output: selfie}]
        expect:
          outputs:
            main: {timeline: B1 F1, badge: [0], readiness: [ready]}
            selfie: {timeline: "", badge: [0, 1, 0], readiness: []}
          together: [{captures: [1, 2], within: 0.4}]
          captures: {1: B F, 2: {calls: B F}}
        """
    let run = try await run(script)
    #expect(run.verdicts.filter(\.holds) == [] && run.verdicts.count == 9)
    let sentences = run.verdicts.map { "\($0.expectation): \($0.failure ?? "")" }
    #expect(sentences.contains("captures [1, 2]: stills within 0.400 s: 0.500 s apart"), "\(sentences)")
    #expect(sentences.contains("badge of main [0]: [0, 1, 0]"))
    #expect(sentences.contains("timeline of selfie : B2 W2 C2 P2 F2"))
    #expect(sentences.contains { $0.hasPrefix("capture 2 of selfie: its delegate hears B F") })
    #expect(run.violations == [])
    let other = try await self.run(
      script.replacingOccurrences(of: "0.4}", with: "0.5}").replacingOccurrences(of: "after: 0.5", with: "after: 0.4"))
    #expect(other.verdicts.filter(\.holds).map(\.expectation) == ["captures [1, 2]: stills within 0.500 s"])
  }

  @Test("counters of several outputs count together, and what each told keeps its order")
  func totals() {
    func course(_ name: String, _ id: Int64, from: Int32, to: Int32, counts: [Int]) -> ScriptOutputCourse {
      let settings = ResolvedPhotoSettings.make(uniqueID: CaptureID(rawValue: id), livePhotoMoviePath: "\(id).mov")
      return ScriptOutputCourse(
        name: name, label: name,
        calls: [
          DelegateCall(.willBeginCapture(settings, at: .seconds(Double(from)))),
          DelegateCall(.didFinishRecordingMovie(settings, at: .seconds(Double(to)))),
          DelegateCall(.didFinishCapture(settings, error: nil, at: .seconds(Double(to)))),
        ], counts: counts, readiness: [])
    }
    let courses = [
      course("a", 1, from: 2, to: 5, counts: [0, 1, 0]), course("b", 2, from: 1, to: 5, counts: [0, 1, 0]),
    ]
    #expect(ScriptOutputCourse.totals(courses) == [0, 1, 2, 1, 0])
    #expect(ScriptCourse.timeline(ScriptOutputCourse.merged(courses).map(\.call)) == "B2 B1 R1 F1 R2 F2")
    let wrong = [course("a", 1, from: 2, to: 5, counts: [0, 2, 0]), courses[1]]
    #expect(ScriptOutputCourse.totals(wrong) == [0, 1, 3, 1, 0])
    #expect(ScriptOutputCourse.totals([]) == [] && ScriptOutputCourse.totals([wrong[0]]) == [0, 2, 0])
  }

  @Test("a capture of which another output tells, and a counter that counts what is another's, are found")
  func strays() async throws {
    let script = try CaptureScript(
      Self.two + "steps: [{at: 3, press: live}, {press: live, output: selfie}]", file: "s.yaml")
    let cast = try ScriptCast(script, folder: nil, tools: .remembering)
    let witness = ScriptWitness(cast)
    try await cast.putTogether()
    let play = ScriptPlay(cast)
    await play.run()
    _ = await play.finish(witness, ScriptTools.standard.reader)
    func course(_ name: String, _ id: Int64, counts: [Int]) -> ScriptOutputCourse {
      let settings = ResolvedPhotoSettings.make(
        uniqueID: CaptureID(rawValue: id), expectedPhotoCount: 0, livePhotoMoviePath: "\(id).mov")
      return ScriptOutputCourse(
        name: name, label: name,
        calls: [
          DelegateCall(.willBeginCapture(settings, at: .seconds(1))),
          DelegateCall(.didFinishRecordingMovie(settings, at: .seconds(2))),
        ], counts: counts, readiness: [])
    }
    let right = [course("main", 1, counts: [0, 1, 0]), course("selfie", 2, counts: [0, 1, 0])]
    #expect(play.violations(right) == [])
    let swapped = play.violations([course("main", 2, counts: [0, 1, 0]), right[1]])
    #expect(swapped.map(\.message) == ["capture 2 was asked of selfie, and main told of it"])
    let unasked = play.violations([course("main", 3, counts: [0, 1, 0]), right[1]])
    #expect(unasked.map(\.message) == ["capture 3 was asked of nobody, and main told of it"])
    let counted = play.violations([course("main", 1, counts: [0, 2, 0]), right[1]])
    #expect(counted.map(\.kind) == [.badge, .badge], "\(counted)")
    #expect(counted.first?.message.hasPrefix("output main: ") == true)
    #expect(counted.last?.message.hasPrefix("all outputs together: ") == true)
  }
}
