import ByteCoding
import Foundation
import MediaCore
import SystemCalls
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Reports of archives that are read again: by a run that goes on with them, and by one that merges them.
@Suite struct ArchiveReportTests {
  private let folder: TemporaryFolder
  private let library = LivePhotoFiles()

  /// An archive of all that a report tells of, in folders of their own.
  init() throws {
    folder = try TemporaryFolder()
    let pair = try SamplePair.good.get()
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A71"
    let other = try SamplePair(recipe)
    for name in ["a/IMG_1", "b/c/IMG_1", "b/IMG_2"] {
      try folder.write(pair.still, as: name + ".JPG")
      try folder.write(pair.movie, as: name + ".MOV")
    }
    try folder.write(other.still, as: "stills/IMG_3.JPG")
    try folder.write(other.movie, as: "movies/IMG_3.MOV")
    try folder.write(other.movie, as: "alone/IMG_4.MOV")
    try folder.write([], as: "alone/IMG_5.JPG")
    let motion = try MotionPhoto.rope(
      still: ArrayBytes(pair.still, name: "still"), movie: ArrayBytes(pair.movie, name: "movie"))
    try folder.write(try motion.contents(), as: "alone/PXL_1.MP.jpg")
    try folder.write(pair.still, as: "z.pvt/IMG_6.JPG")
    try folder.write(pair.movie, as: "z.pvt/IMG_6.MOV")
    try folder.write(Array("words".utf8), as: "notes.txt")
    try folder.write(Array("GIF89a".utf8), as: "b/x.gif")
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func lines(_ finding: ArchiveFinding) throws -> [String] {
    try [json(finding)] + (finding.repeated.map { [try json($0)] } ?? [])
  }

  /// The lines of a run, the sum's at the end.
  private func report(
    _ scope: ArchiveScope = .all, after journal: ArchiveJournal = ArchiveJournal(), stopAfter limit: Int = .max
  ) async throws -> [String] {
    struct Stop: Error {}
    var result: [String] = []
    do {
      var count = 0
      let sum = try await library.verify(all: [folder.path], effort: .none, scope: scope, after: journal) { finding in
        guard count < limit else { throw Stop() }
        count += 1
        result += try lines(finding)
      }
      return result + [try json(sum)]
    } catch is Stop {
      return result
    }
  }

  private func source(_ lines: [String], end: String = "\n") -> ArrayBytes {
    ArrayBytes(Array((lines.joined(separator: "\n") + end).utf8), name: "report")
  }

  @Test("reports of lots, merged, are the report of one run", arguments: [1, 2, 3, 100])
  func merging(size: Int) async throws {
    let one = try await report()
    var folders: [String] = []
    try library.folders(below: [folder.path]) { folders.append($0) }
    #expect(folders.count == 7)
    var reports: [String] = []
    for start in stride(from: 0, to: folders.count, by: size) {
      let lot = Array(folders[start..<min(start + size, folders.count)])
      let text = try await report(.folders(lot)).joined(separator: "\n") + "\n"
      reports.append(try folder.write(Array(text.utf8), as: ".lot\(start)"))
    }
    var merged: [String] = []
    let sum = try await library.merge(reports, effort: .none) { finding, repeated in
      merged.append(finding.line)
      if let repeated { merged.append(try json(repeated)) }
    } judged: {
      merged += try lines($0)
    } partial: {
      Issue.record("\($0)")
    }
    // The lots lie in the archive while the others are looked at.
    var single = sum
    single.hidden = 0
    #expect(merged == one.dropLast())
    #expect(try json(single) == one.last)
  }

  @Test("a report without its sum makes what is merged partial, and is named")
  func partial() async throws {
    let path = try folder.write(Array((try await report().dropLast().joined(separator: "\n") + "\n").utf8), as: ".cut")
    var named: [String] = []
    let sum = try await library.merge([path]) { _, _ in
    } judged: { _ in
    } partial: {
      named.append($0)
    }
    #expect(named.count == 1 && named.allSatisfy { $0.hasPrefix(path) } && sum.isPartial && !sum.isGood)
  }

  @Test("a lot that is in no report, or in two, is noticed by the number of folders", arguments: [6, 7, 8])
  func missingLot(expected: Int) async throws {
    let path = try folder.write(Array((try await report().joined(separator: "\n") + "\n").utf8), as: ".whole")
    var gaps: [String] = []
    let sum = try await library.merge([path], folderCount: expected) { _, _ in
    } judged: { _ in
    } partial: {
      gaps.append($0)
    }
    #expect(sum.folders == 7 && sum.isPartial == (expected != 7) && gaps.isEmpty == (expected == 7))
    #expect(gaps.allSatisfy { $0.contains("7 folders") && $0.contains("there are \(expected)") })
  }

  @Test("what is decoded for all of merged reports is what the least of them decoded")
  func mergedDepth() async throws {
    let quick = try await report()
    let thorough = quick.map { line in
      line.contains(#""kind":"sum""#) ? line.replacing(#""pictures":"none""#, with: #""pictures":"full""#) : line
    }
    let paths = try [quick, thorough].enumerated().map { number, lines in
      try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), as: ".depth\(number)")
    }
    for (reports, effort) in [([paths[1]], PictureEffort.full), (paths, .none)] {
      let sum = try await library.merge(reports) { _, _ in
      } judged: { _ in
      } partial: { _ in
      }
      #expect(sum.pictures == effort)
    }
  }

  @Test("identifiers and texts of a megabyte make lines that are read again")
  func endlessTexts() throws {
    let long = String(repeating: "é", count: 1 << 20)
    let finding = ArchiveFinding(
      .still("a"), results: [RuleResult(.stillDecodes, .failure, long)], message: long, identifiers: [long])
    let text = try json(finding)
    #expect(text.utf8.count < 10_000)
    var report = ArchiveReport(source([text]))
    guard case .finding? = try report.next() else {
      Issue.record("no finding")
      return
    }
  }

  @Test("counts that cannot be added up are refused", arguments: ["9223372036854775807", "-1"])
  func hostileSums(count: String) async throws {
    let sum = try json(FolderVerdict()).replacing(#""others":0"#, with: #""others":"# + count)
    let path = try folder.write(Array((sum + "\n").utf8), as: ".sum")
    let error = await #expect(throws: LivePhotoError.self) {
      _ = try await library.merge([path, path]) { _, _ in
      } judged: { _ in
      } partial: { _ in
      }
    }
    #expect(error?.code == .malformed)
  }

  @Test("a run after a journal tells the rest, and the sum of all", arguments: 0...7)
  func goingOn(told: Int) async throws {
    let one = try await report()
    let begun = try await report(stopAfter: told)
    let begin = try json(ArchiveReport.Begin(subject: ["verify"]))
    let whole = source([begin] + begun).count
    // The process was killed while it wrote a line.
    let journal = try ArchiveJournal(ArchiveReport(source([begin] + begun + [#"{"kind":"pa"#], end: "")))
    #expect(journal.subject == ["verify"] && journal.count == told && journal.length == whole)
    let rest = try await report(after: journal)
    #expect(begun + rest == one)
  }

  @Test("a first line that was never finished is as good as none", arguments: ["", "{", #"{"kind":"begin","subj"#])
  func tornBeginning(text: String) throws {
    let journal = try ArchiveJournal(ArchiveReport(ArrayBytes(Array(text.utf8), name: "report")))
    #expect(journal.subject == nil && journal.length == 0)
  }

  @Test("bytes of paths that are no UTF-8 are read as they were written")
  func bytesOfPaths() throws {
    let path = "a\\udce9" + String(systemPath: [0xE9]) + "\"b"
    let text = try json(ArchiveFinding(.still(path), identifiers: ["X"]))
      .replacing(String(systemPath: [0xE9]), with: #"\udce9"#)
    var report = ArchiveReport(source([text]))
    guard case .finding(let finding)? = try report.next() else {
      Issue.record("no finding")
      return
    }
    #expect(finding.record.path == path && finding.record.path.utf8.elementsEqual(path.utf8))
    #expect(finding.line == text && finding.record.candidate?.identifier == "X")
  }

  @Test(
    "what is no report is refused, and no journal is written over",
    arguments: [
      "no words of a report\n", "{}\n", #"{"kind":"pair"}"# + "\n", #"{"kind":"sum"}"# + "\n",
      #"{"kind":"begin","subject":7}"# + "\n", "[" + String(repeating: "[", count: 5000) + "\n",
      #"{"kind":"still","path":"a","status":"good","rules":[]}"# + "\n", "a picture",
      #"{"kind":"begin","subject":["a\#u{0}\#u{0}"]}"# + "\n", #"{"kind":"begun""#,
    ])
  func noReport(text: String) throws {
    let error = #expect(throws: LivePhotoError.self) {
      try ArchiveJournal(ArchiveReport(ArrayBytes(Array(text.utf8), name: "report")))
    }
    #expect(error?.code == .malformed && error?.context == "report")
  }

  @Test("a line that never ends is refused before it fills the memory")
  func endlessLine() throws {
    let error = #expect(throws: LivePhotoError.self) {
      try ArchiveJournal(ArchiveReport(ArrayBytes(Array(repeating: 0x20, count: 3 << 20), name: "report")))
    }
    #expect(error?.message.contains("Line 1 is longer") == true)
  }
}
