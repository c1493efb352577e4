import LiveCaptureTesting
import Testing

/// Whatever is done to a session and its devices, and in whatever order things are told, captures end as they must.
@Suite struct RandomScriptTests {
  @Test("a thousand scripts of shots and faults leave nothing open and nothing half", .timeLimit(.minutes(3)))
  func thousand() async throws {
    var captures = 0
    for seed in UInt64(1)...1000 {
      var generator = RandomScript(seed: seed)
      let script = generator.make()
      let run = try await ScriptRunner().run(script)
      let found = Self.violations(of: run) + (await run.leaks()).map { "\($0) is still there" }
      captures += run.timeline.split(separator: " ").count { $0.hasPrefix("F") }
      if !found.isEmpty {
        Issue.record(
          "seed \(seed): \(found.joined(separator: "; "))\n\(script.steps.map { "\($0.moment) \($0.action)" }.joined(separator: "\n"))\n\(run.timeline)"
        )
      }
    }
    #expect(captures > 1500)
  }

  /// What of a run is against the contract.
  static func violations(of run: ScriptRun) -> [String] {
    var violations: [String] = []
    if !run.isClosed { violations.append("a capture is open") }
    if run.badge.contains(where: { $0 < 0 }) || run.badge.last != 0 { violations.append("badge \(run.badge)") }
    var courses: [Int: [Substring]] = [:]
    for step in run.timeline.split(separator: " ") {
      let number = Int(step.dropFirst().prefix { $0 != "!" }) ?? 0
      courses[number, default: []].append(step.prefix(1) + (step.hasSuffix("!") ? "!" : ""))
    }
    for (number, course) in courses.sorted(by: { $0.key < $1.key }) {
      let text = course.joined(separator: " ")
      if !isLegal(course) { violations.append("capture \(number): \(text)") }
      let isWritten = run.files.contains { $0.name == "\(number).mov" && $0.size > 10 }
      if isWritten != course.contains("M") { violations.append("capture \(number): \(text), written \(isWritten)") }
    }
    for file in run.files where file.size > 10 {
      guard let number = Int(file.name.prefix { $0.isNumber }), courses[number] != nil else {
        violations.append("nobody told of \(file.name)")
        continue
      }
    }
    return violations
  }

  private static func isLegal(_ course: [Substring]) -> Bool {
    func places(_ letter: Character) -> [Int] { course.indices.filter { course[$0].first == letter } }
    let (begin, end, photo) = (places("B"), places("F"), places("P"))
    let (exposure, exposed) = (places("W"), places("C"))
    let (recorded, movie) = (places("R"), places("M"))
    let hasFailed = course.contains("P!") || course.contains("M!")
    return begin == [0] && end == [course.count - 1] && photo.count == 1 && exposure.count <= 1
      && exposed.count == exposure.count && recorded.count <= 1 && movie.count == recorded.count
      && zip(exposure, exposed).allSatisfy { $0 < $1 } && zip(exposed, photo).allSatisfy { $0 < $1 }
      && zip(recorded, movie).allSatisfy { $0 < $1 } && (hasFailed || course.last == "F")
  }
}
