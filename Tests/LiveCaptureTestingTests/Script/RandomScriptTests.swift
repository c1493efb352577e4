import Foundation
import Testing

@testable import LiveCaptureTesting

/// Whatever is done to a session and its devices, and in whatever order things are told, captures end as they must.
@Suite struct RandomScriptTests {
  /// How many scripts are run: a sanitizer's run takes fewer (`Scripts/test` says how many), it is many times slower.
  private static let seeds = ProcessInfo.processInfo.environment["LIVECAM_SEEDS"].flatMap(Int.init) ?? 1000

  // A test waits for others that run beside it; those of a sanitizer's run take their time.
  @Test(
    "a thousand scripts of shots and faults leave nothing open and nothing half",
    .timeLimit(.minutes(seeds < 1000 ? 20 : 3)))
  func thousand() async throws {
    var steps: [Substring: Int] = [:]
    try #require(Self.seeds > 0)
    for seed in UInt64(1)...UInt64(Self.seeds) {
      var generator = RandomScript(seed: seed)
      let script = generator.make()
      let run = try await ScriptRunner().run(script)
      for step in run.timeline.split(separator: " ") {
        steps[step.prefix(1) + (step.hasSuffix("!") ? "!" : ""), default: 0] += 1
      }
      let found =
        Self.violations(of: run, photos: Self.photoCounts(of: script))
        + (await run.leaks()).map { "\($0) is still there" }
      guard !found.isEmpty else { continue }
      let course = script.steps.map { "\($0.moment) \($0.action)" } + [run.timeline]
      Issue.record("seed \(seed): \(found.joined(separator: "; "))\n\(course.joined(separator: "\n"))")
    }
    // The scripts are worth their time: much succeeds, and much fails at every place.
    let leasts = [
      ("M", 300), ("P", 800), ("P!", 150), ("M!", 300), ("F", 700), ("F!", 300), ("D", 50), ("D!", 5),
    ]
    for (step, least) in leasts {
      #expect(steps[Substring(step), default: 0] > least * Self.seeds / 1000, "\(step): \(steps)")
    }
  }

  @Test(
    "what is against the contract is found",
    arguments: [
      "W1 B1 C1 P1 F1", "B1 W1 C1 P1", "B1 W1 C1 P1 F1 F1", "B1 W1 C1 F1", "B1 C1 W1 P1 F1", "B1 W1 P1 C1 F1",
      "B1 W1 C1 P1 R1 F1", "B1 W1 C1 P1 M1! R1 F1!", "B1 W1 C1 P1 R1 M1 F1", "B1 W1 C1 P1 F1!", "B1 W1 C1 P1 P1 F1",
      "B1 W1 C1 F1 P1", "B1 W1 C1 D1 P1 F1", "B1 W1 C1 D1 D1 F1",
    ])
  func teeth(_ timeline: String) {
    var run = ScriptRun()
    run.isClosed = true
    run.badge = [0]
    run.timeline = timeline
    #expect(Self.violations(of: run).count == 1)
    run.timeline = "B1 W1 C1 P1 F1"
    #expect(Self.violations(of: run) == [])
    run.badge = [0, 1]
    run.isClosed = false
    run.files = [ScriptRun.File(name: "1.mov", size: 100, hash: 0), ScriptRun.File(name: "2.mov", size: 100, hash: 0)]
    #expect(Self.violations(of: run).count == 4)
  }

  /// What of a run is against the contract.
  static func violations(of run: ScriptRun, photos: [Int: Int] = [:]) -> [String] {
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
      if !isLegal(course, photos[number] ?? 1) { violations.append("capture \(number): \(text)") }
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

  /// How many photos each press of a script asks for.
  private static func photoCounts(of script: CaptureScript) -> [Int: Int] {
    let presses = script.steps.compactMap { step -> ScriptPress? in
      if case .press(let press) = step.action { press } else { nil }
    }
    return Dictionary(
      uniqueKeysWithValues: presses.enumerated().map { index, press in
        let count = press.exposures.isEmpty ? 3 : press.exposures.count
        return (index + 1, press.kind == .bracket ? count : 1)
      })
  }

  private static func isLegal(_ course: [Substring], _ photos: Int) -> Bool {
    func places(_ letter: Character) -> [Int] { course.indices.filter { course[$0].first == letter } }
    let (begin, end, photo) = (places("B"), places("F"), (places("P") + places("D")).sorted())
    let proxies = places("D")
    let (exposure, exposed) = (places("W"), places("C"))
    let (recorded, movie) = (places("R"), places("M"))
    let hasFailed = course.contains("P!") || course.contains("M!") || course.contains("D!")
    return begin == [0] && end == [course.count - 1] && photo.count == photos
      && (proxies.isEmpty || photos == 1) && exposure.count <= 1
      && exposed.count == exposure.count && recorded.count <= 1 && movie.count == recorded.count
      && zip(exposure, exposed).allSatisfy { $0 < $1 } && zip(exposed, photo).allSatisfy { $0 < $1 }
      && zip(recorded, movie).allSatisfy { $0 < $1 } && (hasFailed || course.last == "F")
  }
}
