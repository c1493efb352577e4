import Foundation
import LiveCapture
import LiveCaptureTesting
import ScriptFiles
import TestSupport
import Testing

@testable import CaptureScripts

/// Whatever is done to a session and its devices, and in whatever order things are told, captures end as they must.
@Suite struct RandomScriptTests {
  /// How many scripts are run: a sanitizer's run takes fewer (`Scripts/test` says how many), it is many times slower.
  private static let seeds = ProcessInfo.processInfo.environment["LIVECAM_SEEDS"].flatMap(Int.init) ?? 1000

  // A test waits for others that run beside it; and a machine may be slow, a sanitizer slower.
  @Test(
    "a thousand scripts of shots and faults leave nothing open and nothing half", .sweep,
    .timeLimit(.minutes(60)))
  func thousand() async throws {
    var steps: [Substring: Int] = [:]
    var whole = 0
    try #require(Self.seeds > 0)
    for seed in UInt64(1)...UInt64(Self.seeds) {
      var generator = RandomScript(seed: seed)
      let script = generator.make()
      let folder = generator.isOnDisk ? try TemporaryFolder() : nil
      let run = try await Self.run(script, in: folder)
      whole += run.files.count { !Self.isInTheWay($0, run) }
      for step in run.timeline.split(separator: " ") {
        steps[step.prefix(1) + (step.hasSuffix("!") ? "!" : ""), default: 0] += 1
      }
      steps["raw", default: 0] += run.files.count { $0.name.hasSuffix(".DNG") }
      if run.outputs.count > 1 { steps["of the second", default: 0] += run.outputs[1].timeline.count { $0 == "F" } }
      for entry in run.entries where entry.kind == .recording {
        if entry.name.hasSuffix(" finished") { steps["recorded", default: 0] += 1 }
        if entry.name.hasSuffix(" failed") { steps["unrecorded", default: 0] += 1 }
      }
      let found =
        Self.violations(of: run, photos: Self.photoCounts(of: script), script.profile.exposureCalls)
        + Self.halves(of: run)
        + (try folder.map { try Self.strays(in: $0, of: run) } ?? [])
        + (await run.leaks()).map { "\($0) is still there" }
      guard !found.isEmpty else { continue }
      let course = script.steps.map { "\($0.moment) \($0.action)" } + [run.timeline]
      Issue.record("seed \(seed): \(found.joined(separator: "; "))\n\(course.joined(separator: "\n"))")
    }
    #expect(whole > 1000 * Self.seeds / 1000, "only \(whole) files were looked through")
    // The scripts are worth their time: much succeeds, and much fails at every place.
    let leasts = [
      ("M", 300), ("P", 800), ("P!", 150), ("M!", 250), ("F", 700), ("F!", 300), ("D", 30), ("D!", 5),
      ("recorded", 50), ("unrecorded", 20), ("raw", 30), ("of the second", 200),
    ]
    for (step, least) in leasts {
      #expect(steps[Substring(step), default: 0] > least * Self.seeds / 1000, "\(step): \(steps)")
    }
  }

  @Test(
    "scripts with two photo outputs have one log on each run, whichever of two cameras comes first in memory", .sweep)
  func twice() async throws {
    let scripts = (UInt64(1)...200).map { seed in
      var generator = RandomScript(seed: seed)
      return generator.make()
    }
    let several = scripts.filter { $0.session.outputs.count > 1 }
    #expect(several.count > 30, "\(several.count) of \(scripts.count) have two outputs")
    for script in several {
      let runs = [try await Self.run(script, in: nil), try await Self.run(script, in: nil)]
      #expect(runs[0].files == runs[1].files, "\(script.file)")
      let difference = zip(runs[0].entries, runs[1].entries).first { $0 != $1 }
      #expect(
        runs[0].entries.count == runs[1].entries.count && difference == nil, "\(script.file): \(difference as Any)")
    }
  }

  @Test(
    "what is against the contract is found",
    arguments: [
      "W1 B1 C1 P1 F1", "B1 W1 C1 P1", "B1 W1 C1 P1 F1 F1", "B1 W1 C1 F1", "B1 C1 W1 P1 F1", "B1 W1 P1 C1 F1",
      "B1 W1 C1 P1 R1 F1", "B1 W1 C1 P1 M1! R1 F1!", "B1 W1 C1 P1 R1 M1 F1", "B1 W1 C1 P1 F1!", "B1 W1 C1 P1 P1 F1",
      "B1 P1 F1", "B1 W1 P1 F1", "B1 C1 P1 F1", "B1 D1 F1", "B1 W1 W1 C1 C1 P1 F1",
      "B1 B2 W1 C1 W2 C2 P2 P1 F1 F2", "B1 B2 W2 C2 P2 P1! F1! F2", "B1 W1 C1 F1 P1", "B1 W1 C1 D1 P1 F1",
      "B1 W1 C1 D1 D1 F1",
    ])
  func teeth(_ timeline: String) {
    var run = ScriptRun()
    run.isClosed = true
    run.isAtRest = true
    run.badge = [0]
    run.timeline = timeline
    #expect(Self.violations(of: run).count == 1)
    for lawful in ["B1 W1 C1 P1 F1", "B1 P1! F1!", "B1 W1 C1 P1! F1!", "B2 B1 W1 C1 W2 C2 P2 P1 F1 F2"] {
      run.timeline = lawful
      #expect(Self.violations(of: run) == [])
      #expect(Self.violations(of: run, .alwaysCome).isEmpty == lawful.contains("W"))
    }
    run.timeline = "B1 W1 C1 P1 F1"
    run.badge = [0, 1]
    run.isClosed = false
    run.files = [ScriptRun.File(name: "1.mov", size: 100, hash: 0), ScriptRun.File(name: "2.mov", size: 100, hash: 0)]
    #expect(Self.violations(of: run).count == 4)
  }

  @Test("what is half, or holds other bytes than it says, is found")
  func halvesAreFound() async throws {
    let script = try CaptureScript(
      """
      version: 1
      cameras: [{name: back, format: RGGB, size: 32x32, rate: 10}]
      microphones: [{name: mic, rate: 8000, channels: 1}]
      session: {sound: lpcm}
      steps:
        - {at: 2, press: live}
        - {at: 4, press: rawAndStill}
        - {at: 6, press: {kind: still, codec: heic}}
        - {at: 8, movieOutput: add}
        - record: start
        - {at: 12, record: stop}
      """, file: "whole.yaml")
    let run = try await Self.run(script, in: nil)
    #expect(
      run.files.map(\.name) == ["1.JPG", "1.mov", "2-1.DNG", "2-2.JPG", "3.HEIC", "recording-1.mov"],
      "\(run.violations)")
    #expect(Self.halves(of: run) == [])
    for file in run.files {
      let bytes = try #require(run.contents[file.name])
      var lengths = [0, 9, bytes.count / 4, bytes.count / 2, bytes.count - 2]
      // The last row of a raw picture may lie before other things.
      if !file.name.hasSuffix("DNG") { lengths.append(bytes.count - 1) }
      for length in lengths {
        var half = run
        half.contents[file.name] = Array(bytes.prefix(length))
        #expect(Self.halves(of: half) != [], "\(file.name) of \(length) of \(bytes.count) bytes")
        #expect(throws: WholeMovie.Half.self, "\(file.name) of \(length) of \(bytes.count) bytes") {
          guard file.name.hasSuffix(".mov") else {
            return try WholeStill.check(Array(bytes.prefix(length)), name: file.name)
          }
          _ = try WholeMovie(Array(bytes.prefix(length)))
        }
      }
    }
    // A chunk's place, a sample's size and a duration that are wrong by one.
    let movie = try #require(run.contents["1.mov"])
    for table in ["stco", "stsz", "stts", "mdhd"] {
      let type = Array(table.utf8)
      let place = try #require((0..<movie.count - 4).first { movie[$0..<$0 + 4].elementsEqual(type) })
      var other = movie
      other[place + (table == "stsz" || table == "mdhd" ? 19 + (table == "mdhd" ? 4 : 0) : 15)] &+= 1
      #expect(throws: WholeMovie.Half.self, "\(table)") { _ = try WholeMovie(other) }
    }
  }

  static func run(_ script: CaptureScript, in folder: TemporaryFolder?) async throws -> ScriptRun {
    var runner = ScriptRunner(folder: folder?.path)
    runner.keepsContents = true
    return try await runner.run(script)
  }

  /// Whether a file is one that the script has put in the way of others.
  private static func isInTheWay(_ file: ScriptRun.File, _ run: ScriptRun) -> Bool {
    run.contents[file.name] == Array("in the way".utf8)
  }

  /// Which files of a run are not whole, or not what was told of them.
  static func halves(of run: ScriptRun) -> [String] {
    var halves: [String] = []
    for file in run.files where !isInTheWay(file, run) {
      do {
        guard let bytes = run.contents[file.name], bytes.count == file.size else {
          halves.append("\(file.name) is not as it was written")
          continue
        }
        guard file.name.hasSuffix(".mov") else {
          try WholeStill.check(bytes, name: file.name)
          continue
        }
        let movie = try WholeMovie(bytes)
        for told in told(of: file.name, run) where "\(milliseconds(movie.duration)) long" != told {
          halves.append("\(file.name) is \(movie.duration) s long; told was \(told)")
        }
      } catch {
        halves.append("\(file.name): \(error)")
      }
    }
    return halves
  }

  /// How long a movie is, as a delegate or whoever follows the recording was told.
  private static func told(of name: String, _ run: ScriptRun) -> [String] {
    run.entries.filter { entry in
      switch entry.kind {
      case .call: entry.name.hasPrefix("M") && entry.error == nil && "\(entry.capture ?? 0).mov" == name
      case .recording: entry.name == "\(name) finished"
      default: false
      }
    }
    .compactMap { $0.detail?.split(separator: ",").first.map(String.init) }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    String(format: "%.3f s", seconds)
  }

  /// What is in a real folder and should not be, or the other way round.
  static func strays(in folder: TemporaryFolder, of run: ScriptRun) throws -> [String] {
    // The sources of stills that are still to be finished are no files of the app's.
    let there = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".livecam-deferred") }.sorted()
    let wanted = run.files.map(\.name).sorted()
    return there == wanted ? [] : ["the folder has \(there), told was of \(wanted)"]
  }

  /// What of a run is against the contract.
  static func violations(
    of run: ScriptRun, photos: [Int: Int] = [:], _ exposureCalls: CaptureProfile.ExposureCalls = .needExposure
  ) -> [String] {
    // That devices cannot be had and presses are refused is part of these scripts.
    var violations = run.violations.filter { $0.kind != .start && $0.kind != .refused }.map(\.message)
    if !run.isAtRest { violations.append("something is still to be done at a later instant") }
    if !run.isClosed { violations.append("a capture or a recording is open") }
    if run.badge.contains(where: { $0 < 0 }) || run.badge.last != 0 { violations.append("badge \(run.badge)") }
    var courses: [Int: [Substring]] = [:]
    for step in run.timeline.split(separator: " ") {
      let number = Int(step.dropFirst().prefix { $0 != "!" }) ?? 0
      courses[number, default: []].append(step.prefix(1) + (step.hasSuffix("!") ? "!" : ""))
    }
    for (number, course) in courses.sorted(by: { $0.key < $1.key }) {
      let text = course.joined(separator: " ")
      if !isLegal(course, photos[number] ?? 1, exposureCalls) { violations.append("capture \(number): \(text)") }
      let isWritten = run.files.contains { $0.name == "\(number).mov" && $0.size > 10 }
      if isWritten != course.contains("M") { violations.append("capture \(number): \(text), written \(isWritten)") }
    }
    // Photos of one output come in the order of its captures; those of two have none.
    for timeline in run.outputs.isEmpty ? [run.timeline] : run.outputs.map(\.timeline) {
      violations += strayPhotos(in: timeline)
    }
    violations += recordings(of: run)
    for file in run.files where file.size > 10 && !file.name.hasPrefix("recording-") {
      guard let number = Int(file.name.prefix { $0.isNumber }), courses[number] != nil else {
        violations.append("nobody told of \(file.name)")
        continue
      }
    }
    return violations
  }

  /// The photo, if there is one, that came before one of a capture that began earlier.
  private static func strayPhotos(in timeline: String) -> [String] {
    var begun: [Substring] = []
    var last = -1
    for step in timeline.split(separator: " ") {
      let number = step.dropFirst().prefix { $0 != "!" }
      if step.hasPrefix("B") { begun.append(number) }
      guard step.hasPrefix("P") || step.hasPrefix("D"), let place = begun.firstIndex(of: number) else { continue }
      if place < last { return ["a photo of capture \(number) came after one of capture \(begun[last])"] }
      last = place
    }
    return []
  }

  /// Which recordings do not end once, or not with the file that was told of.
  private static func recordings(of run: ScriptRun) -> [String] {
    var courses: [String: [String]] = [:]
    for entry in run.entries where entry.kind == .recording {
      let words = entry.name.split(separator: " ").map(String.init)
      guard words.count == 2 else { return ["a recording is told of as \(entry.name)"] }
      courses[words[0], default: []].append(words[1])
    }
    let files = Set(run.files.map(\.name).filter { $0.hasPrefix("recording-") })
    var violations = files.filter { courses[$0] == nil }.map { "nobody told of \($0)" }
    for (name, course) in courses.sorted(by: { $0.key < $1.key }) {
      let isLegal = [["started", "finished"], ["started", "failed"], ["failed"]].contains(course)
      if !isLegal || files.contains(name) != course.contains("finished") {
        violations.append("\(name): \(course), written \(files.contains(name))")
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
        switch press.kind {
        case .bracket: return (index + 1, count)
        case .rawBracket: return (index + 1, 2 * count)
        case .rawAndStill: return (index + 1, 2)
        default: return (index + 1, 1)
        }
      })
  }

  private static func isLegal(
    _ course: [Substring], _ photos: Int, _ exposureCalls: CaptureProfile.ExposureCalls
  ) -> Bool {
    func places(_ letter: Character) -> [Int] { course.indices.filter { course[$0].first == letter } }
    let (begin, end, photo) = (places("B"), places("F"), (places("P") + places("D")).sorted())
    let proxies = places("D")
    let (exposure, exposed) = (places("W"), places("C"))
    let (recorded, movie) = (places("R"), places("M"))
    // A photo has been exposed; where there is none, the profile decides.
    let isExposed = course.contains("P") || course.contains("D") || exposureCalls == .alwaysCome
    let hasFailed = course.contains("P!") || course.contains("M!") || course.contains("D!")
    return begin == [0] && end == [course.count - 1] && photo.count == photos
      && (proxies.isEmpty || photos == 1) && exposure.count <= 1 && (exposure.count == 1 || !isExposed)
      && exposed.count == exposure.count && recorded.count <= 1 && movie.count == recorded.count
      && zip(exposure, exposed).allSatisfy { $0 < $1 } && zip(exposed, photo).allSatisfy { $0 < $1 }
      && zip(recorded, movie).allSatisfy { $0 < $1 } && (hasFailed || course.last == "F")
  }
}
