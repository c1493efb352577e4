import ByteCoding
import FileStorage
import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Names of files and folders that say that something is wrong.
@Suite struct ArchiveNamesTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
    try write(pair, as: "IMG_1")
  }

  private func write(_ pair: SamplePair, as stem: String) throws {
    try folder.write(pair.still, as: stem + ".JPG")
    try folder.write(pair.movie, as: stem + ".MOV")
  }

  // MARK: Names that are not UTF-8

  private static let byte = String(systemPath: [0xE9])

  /// Gives a file or folder a name that ends in a byte that is no UTF-8, in place of its `%`.
  private func misname(_ name: String) throws -> String {
    let parent = FileNames.folder(of: name)
    let path = folder.path(FileNames.path(parent, FileNames.name(of: name).replacing("%", with: Self.byte)))
    try #require(rename(folder.path(name).systemPath, path.systemPath) == 0)
    return path
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  @Test("a name that is not UTF-8 is told, of files and of folders, and makes an archive not well")
  func misnamed() async throws {
    try write(pair, as: "a/caf%")
    let pairPath = try misname("a/caf%.JPG")
    _ = try misname("a/caf%.MOV")
    try folder.write([], as: "b/%.JPG")
    try folder.write(Array("GIF89a".utf8), as: "b/%.gif")
    try folder.write(Array("words".utf8), as: "b/%.txt")
    let files = try ["b/%.JPG", "b/%.gif"].map(misname)
    _ = try misname("b/%.txt")
    try folder.write(Array("words".utf8), as: "d%/notes.txt")
    let inner = try misname("d%")
    let one = try await Survey([folder.path], effort: .none)
    #expect(one.verdict.misnamed == 4 && one.verdict.livePhotos == 2 && one.verdict.broken == 1 && !one.verdict.isGood)
    #expect(one.verdict.others == 2)
    #expect(one.findings.filter { $0.nameProblem != nil }.map(\.unit.path) == [pairPath] + files + [inner])
    #expect(one.findings.first { $0.unit.path == inner }?.status == .misnamed)
    #expect(one.lines(about: pairPath).hasPrefix("name    "))
    #expect(one.lines(about: pairPath).contains(#"its names 'caf\xE9.JPG' and 'caf\xE9.MOV' are not UTF-8: Macs"#))
    #expect(one.verdict.text.contains("1 broken, 1 not looked at, 4 with a name that is not UTF-8"))
    // Named alone, in lists, and as a folder of its own.
    for path in [pairPath, inner] { #expect(try await Survey([path], effort: .none).verdict.misnamed == 1) }
  }

  @Test("names that are not UTF-8 alone make an archive not well, also to a run that goes on with a journal")
  func misnamedAlone() async throws {
    try folder.write(pair.still, as: "d%/a%.JPG")
    _ = try misname("d%/a%.JPG")
    _ = try misname("d%")
    var lines = [try json(ArchiveReport.Begin(subject: ["verify"]))]
    let library = LivePhotoFiles()
    let first = try await library.verify(all: [folder.path], effort: .none) { lines.append(try json($0)) }
    #expect(first.misnamed == 2 && !first.isGood && first.stillsAlone == 1)
    // JSON has such bytes as halves of characters.
    let text = lines.joined(separator: "\n").replacing(Self.byte, with: #"\udce9"#) + "\n"
    let journal = try ArchiveJournal(ArchiveReport(ArrayBytes(Array(text.utf8), name: "journal")))
    let second = try await library.verify(all: [folder.path], effort: .none, after: journal) { _ in
      Issue.record("told again")
    }
    #expect(second.misnamed == 2 && !second.isGood)
  }

  @Test("other commands work on names that are not UTF-8")
  func misnamedElsewhere() throws {
    try write(pair, as: "d%/a%")
    for name in ["d%/a%.JPG", "d%/a%.MOV"] { _ = try misname(name) }
    let path = try misname("d%")
    let units = Array(ArchiveWalk([path], of: DiskFiles()))
    #expect(units.count == 1 && units[0].hasTwoFiles)
  }
}

/// Files that are left of copies and downloads that were not finished.
@Suite struct HalfCopyTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
    try folder.write(pair.still, as: "IMG_1.JPG")
    try folder.write(pair.movie, as: "IMG_1.MOV")
  }

  @Test(
    "half copies by their names are told with what they are of, hidden or not, whole or not",
    arguments: [
      (".IMG_1.MOV.Bq3fQ1", "IMG_1.MOV", true), (".IMG_2.HEIC.abcdef", "IMG_2.HEIC", false),
      ("IMG_2.MOV.part", "IMG_2.MOV", false), ("IMG_1.JPG.crdownload", "IMG_1.JPG", true),
      (".syncthing.IMG_2.MOV.tmp", "IMG_2.MOV", false), ("IMG_1.MOV.0a1b2c3d.partial", "IMG_1.MOV", true),
      (".rsync-partial/IMG_2.MOV", "IMG_2.MOV", false), ("share.livp.filepart", "share.livp", false),
    ])
  func halfCopies(name: String, original: String, isThere: Bool) async throws {
    for bytes in [pair.movie, Array(pair.movie.prefix(5000)), []] {
      let path = try folder.write(bytes, as: name)
      let survey = try await Survey([folder.path], effort: .none)
      #expect(survey.verdict.broken == 1 && survey.verdict.livePhotos == 1 && !survey.verdict.isGood)
      #expect(survey.lines(about: path).contains("a half copy of \(original), which a program"))
      #expect(survey.lines(about: path).contains("\(original) is there, too") == isThere)
    }
  }

  @Test(
    "other hidden and unfinished names are no half copies",
    arguments: [
      ".IMG_1.JPG.backup", "._IMG_1.JPG", ".notes.txt.Bq3fQ1", "words.txt.part", ".IMG_1.JPG.ab-def", ".trashed",
    ])
  func others(name: String) async throws {
    try folder.write(Array("words".utf8), as: name)
    let survey = try await Survey([folder.path], effort: .none)
    #expect(survey.verdict.isGood && survey.verdict.hidden + survey.verdict.others == 1)
  }
}

/// The words of a report on an archive.
@Suite struct ArchiveWordsTests {
  @Test("the sum doesn't claim to have decoded what this machine has no decoder for", arguments: PictureEffort.allCases)
  func undecoded(effort: PictureEffort) {
    var sum = FolderVerdict()
    sum.pictures = effort
    let unchecked = RuleResult(.decodes, .notChecked, "libavformat.so.59 cannot be loaded")
    sum.add(record(.movie("a.MOV"), [unchecked]))
    sum.add(record(.movie("b.MOV"), []))
    #expect(sum.undecoded == 1 && sum.moviesAlone == 2)
    let says = sum.lines[0].contains(" but of 1 in which not everything can be decoded here")
    #expect(says == (effort != .none), "\(sum.lines)")
  }

  private func record(_ unit: ArchiveUnit, _ results: [RuleResult], message: String? = nil) -> FindingRecord {
    FindingRecord(ArchiveFinding(unit, results: results, message: message))
  }

  @Test("a line tells what it is about by its first word, what is wrong and what to do")
  func lines() {
    let warned = record(.still("a.JPG"), [RuleResult(.stillParts, .warning, "damaged: its Exif")])
    #expect(
      warned.line == "warning a.JPG, without a movie, warning: stillParts: damaged: its Exif. What to do: get another "
        + "copy of the file, such as from a backup or the phone")
    let broken = record(.movie("a.MOV"), [RuleResult(.sampleTables, .failure, "2 times, 3 sizes")])
    #expect(broken.line.hasPrefix("broken  a.MOV") && broken.line.contains("sizes. What to do: get another copy"))
    let advised = record(.movie("a.MOV"), [RuleResult(.boxesNest, .failure, "cut. Get another copy")])
    #expect(advised.line.hasSuffix(": boxesNest: cut. Get another copy"))
  }

  @Test("every rule that may be broken says what to do")
  func remedies() {
    for rule in Rule.allCases { #expect(rule.remedy?.isEmpty == false) }
  }

  @Test("a damaged pair is broken, in its line and in the sum; one of a kind is named as one")
  func sums() async throws {
    let folder = try TemporaryFolder()
    let pair = try SamplePair.good.get()
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A71"
    try folder.write(pair.still, as: "A.JPG")
    try folder.write(try SamplePair(recipe).movie, as: "A.MOV")
    try folder.write(Array("words".utf8), as: "notes.txt")
    try folder.write(Array(pair.movie.prefix(3000)), as: "cut.MOV")
    let survey = try await Survey([folder.path], effort: .none)
    #expect(survey.lines(about: folder.path("A.JPG")).hasPrefix("broken  "))
    #expect(survey.verdict.text.contains("2 broken (1 pair among them), 0 not looked at; 1 other file"))
    #expect(survey.lines(about: folder.path("cut.MOV")).contains(". Get another copy."))
  }
}
