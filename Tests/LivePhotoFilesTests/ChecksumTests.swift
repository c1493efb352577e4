import ByteCoding
import FileStorage
import Foundation
import MediaCore
import SystemCalls
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Lists of checksums, with which archives are compared, judged by coreutils' `sha256sum`.
@Suite struct ChecksumTests {
  private static let judge = ForeignTool("sha256sum", package: "coreutils")
  private let folder: TemporaryFolder
  private let pair: SamplePair
  private let library = LivePhotoFiles()

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
    try folder.write(pair.still, as: "a/IMG_1.JPG")
    try folder.write(pair.movie, as: "a/IMG_1.MOV")
    try folder.write(pair.still, as: "a/B.pvt/IMG_2.JPG")
    try folder.write(pair.movie, as: "a/B.pvt/IMG_2.MOV")
    try folder.write(Array("raw".utf8), as: "a/IMG_3.CR2")
    try folder.write(Array("words".utf8), as: "a/notes.txt")
  }

  private func list(_ bytes: [UInt8], from place: String? = nil) throws -> ChecksumList {
    try ChecksumList(FileBytes(ArrayBytes(bytes, name: "sums")), from: place ?? folder.path)
  }

  /// The findings of a run, its sum, and the list's bytes after it.
  private func run(
    _ sums: [UInt8] = [], _ paths: [String]? = nil, effort: PictureEffort = .none, scope: ArchiveScope = .all,
    after journal: ArchiveJournal = ArchiveJournal()
  ) async throws -> (findings: [ArchiveFinding], verdict: FolderVerdict, sums: [UInt8]) {
    var (findings, additions) = ([ArchiveFinding](), ChecksumAdditions())
    let verdict = try await library.verify(
      all: paths ?? [folder.path("a")], effort: effort, jobs: 2, scope: scope, after: journal, checksums: list(sums)
    ) {
      additions.add($0.checksums)
      findings.append($0)
    }
    return (findings, verdict, sums + additions.bytes)
  }

  private func counts(_ verdict: FolderVerdict) -> [Int] {
    verdict.checksums.map { [$0.compared, $0.added, $0.changed, $0.missing, $0.elsewhere] } ?? []
  }

  @Test("the first run lists every picture, movie and archive, as sha256sum reads it; the second finds them the same")
  func baseline() async throws {
    let first = try await run()
    #expect(counts(first.verdict) == [0, 5, 0, 0, 0])
    #expect(first.verdict.text.hasSuffix("checksums: 0 compared, 5 added, 0 changed, 0 missing"))
    let path = try folder.write(first.sums, as: "sums")
    #expect(try Self.judge.run(["--check", "--strict", path]).lines.filter { $0.hasSuffix(": OK") }.count == 5)
    for effort in PictureEffort.allCases {
      let second = try await run(first.sums, effort: effort)
      #expect(counts(second.verdict) == [5, 0, 0, 0, 0] && second.verdict.isGood)
      #expect(second.sums == first.sums)
      #expect(second.verdict.lines.first?.contains(" not show if it is older than the checksums; ") == true)
    }
  }

  @Test("a byte that changes and still decodes is broken, in a pair, a bundle, a raw photo and other files")
  func changes() async throws {
    // Nothing else has the bytes of what goes.
    try folder.write(pair.still + [0], as: "a/IMG_1.JPG")
    let listed = try Self.judge.run(["a/IMG_1.JPG", "a/notes.txt"], in: folder).bytes
    let first = try await run(listed)
    #expect(counts(first.verdict) == [2, 4, 0, 0, 0] && first.sums.starts(with: listed))
    var movie = pair.movie
    movie[movie.count - 1] ^= 1
    try folder.write(movie, as: "a/IMG_1.MOV")
    try folder.write(movie, as: "a/B.pvt/IMG_2.MOV")
    try folder.write(Array("row".utf8), as: "a/IMG_3.CR2")
    try folder.write(Array("other words".utf8), as: "a/notes.txt")
    try FileManager.default.removeItem(atPath: folder.path("a/IMG_1.JPG"))
    try folder.write([0xff], as: "a/torn.JPG")
    let second = try await run(first.sums)
    #expect(counts(second.verdict) == [5, 0, 4, 1, 0] && second.sums == first.sums && !second.verdict.isGood)
    let lines = second.findings.map(\.line)
    let advice = "checksum: changed since sums was written; restore it from a backup, or, if you changed it yourself, "
    for name in ["IMG_1.MOV", "IMG_3.CR2", "notes.txt"] {
      #expect(lines.contains { $0.contains(name) && $0.hasPrefix("broken ") && $0.contains(": " + advice) }, "\(lines)")
    }
    #expect(lines.contains { $0.contains("B.pvt, a bundle") && $0.contains("IMG_2.MOV: \(advice)") }, "\(lines)")
    #expect(lines.contains { $0.contains("a/IMG_1.JPG: checksum: it is gone") }, "\(lines)")
    #expect(second.verdict.broken == 6 && second.verdict.pairs == 1)
    let json = try JSONEncoder().encode(second.findings.first { $0.unit.path.hasSuffix("IMG_3.CR2") })
    #expect(String(decoding: json, as: UTF8.self).contains(#""state":"changed""#))
  }

  @Test("a file that changed while folders got other names is told, and gets no checksum")
  func namesake() async throws {
    let first = try await run()
    // In another folder of the same name it is another file.
    try folder.write(pair.movie + [0], as: "more/a/IMG_1.MOV")
    let second = try await run(first.sums, [folder.path])
    #expect(counts(second.verdict) == [5, 1, 0, 0, 0], "\(second.verdict)")
    try FileManager.default.removeItem(atPath: folder.path("more"))
    try FileManager.default.createDirectory(atPath: folder.path("new"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("new/a"))
    try folder.write(pair.movie + [1], as: "new/a/IMG_1.MOV")
    let third = try await run(first.sums, [folder.path])
    #expect(
      !third.verdict.isGood && third.verdict.checksums?.changed == 1, "\(third.verdict)")
    #expect(!String(decoding: third.sums, as: UTF8.self).contains("new/a/IMG_1.MOV"))
    let line = third.findings.map(\.line).first {
      $0.contains("IMG_1.MOV") && $0.contains("has neither it nor its bytes")
    }
    #expect(line?.contains("a/IMG_1.MOV, called alike, is gone") == true, "\(third.findings.map(\.line))")
  }

  @Test("a file that was moved is told as such, by the run that finds it and by later ones, with a journal or not")
  func moved() async throws {
    let first = try await run()
    try FileManager.default.createDirectory(atPath: folder.path("a/new"), withIntermediateDirectories: true)
    for (old, new) in [("a/IMG_1.JPG", "a/new/IMG_9.JPG"), ("a/IMG_1.MOV", "a/new/IMG_9.MOV")] {
      try FileManager.default.moveItem(atPath: folder.path(old), toPath: folder.path(new))
    }
    // A copy is another file.
    try FileManager.default.copyItem(atPath: folder.path("a/IMG_3.CR2"), toPath: folder.path("a/new/IMG_4.CR2"))
    let second = try await run(first.sums)
    #expect(second.verdict.checksums?.moved == 2 && counts(second.verdict) == [3, 1, 0, 0, 0], "\(second.verdict)")
    #expect(second.verdict.isGood && second.verdict.passedOver == 2)
    let line = second.findings.map(\.line).first { $0.contains("IMG_9.JPG + ") } ?? ""
    #expect(line.contains("IMG_9.JPG moved from ") && line.contains("IMG_9.MOV moved from "), "\(line)")
    #expect(line.hasSuffix(" (unchanged)") && line.hasPrefix("ok"))
    let third = try await run(second.sums)
    #expect(third.verdict.checksums?.moved == 2 && third.verdict.isGood && third.verdict.checksums?.missing == 0)
    let lines = third.findings.map(\.line).filter { $0.hasPrefix("moved   ") }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("it is gone, and ") && $0.contains(" has its bytes") })
  }

  @Test("a pair that is broken, and changed, is one pair in the sum, and broken once")
  func brokenPair() async throws {
    let first = try await run()
    try folder.write(
      Array(pair.movie.prefix(pair.movie.count / 2)) + Array(repeating: 0, count: 4000), as: "a/IMG_1.MOV")
    for effort in [PictureEffort.none, .key] {
      let bare = try await library.verify(all: [folder.path("a")], effort: effort) { _ in }
      let compared = try await run(first.sums, effort: effort).verdict
      #expect(bare.pairs == compared.pairs && bare.livePhotos == compared.livePhotos, "\(bare.text)\n\(compared.text)")
      #expect(bare.broken == compared.broken, "\(bare.text)\n\(compared.text)")
    }
    try folder.write(pair.movie, as: "a/IMG_1.MOV")
    // Not a Live Photo any more, and of other bytes.
    try folder.write(try Tampering.movie(pair.movie) { $0.removeTrack(-1) }, as: "a/IMG_1.MOV")
    let verdict = try await run(first.sums).verdict
    #expect(verdict.pairs == 2 && verdict.livePhotos == 1 && verdict.broken == 0 && !verdict.isGood, "\(verdict.text)")
    #expect(verdict.text.contains("1 broken (1 pair among them)"), "\(verdict.text)")
  }

  @Test("files that were exchanged are changed, each with the other's name, and the pairs are counted")
  func exchanged() async throws {
    var recipe = SamplePair.Recipe()
    recipe.identifier = "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A71"
    let other = try SamplePair(recipe)
    try folder.write(other.still, as: "b/IMG_2.JPG")
    try folder.write(other.movie, as: "b/IMG_2.MOV")
    try folder.write(pair.still, as: "b/IMG_1.JPG")
    try folder.write(pair.movie, as: "b/IMG_1.MOV")
    let first = try await run([], [folder.path("b")])
    try folder.write(pair.still, as: "b/IMG_2.JPG")
    try folder.write(other.still, as: "b/IMG_1.JPG")
    let second = try await run(first.sums, [folder.path("b")])
    #expect(counts(second.verdict) == [4, 0, 2, 0, 0] && second.verdict.pairs == 2 && second.verdict.broken == 2)
    let lines = second.findings.map(\.line)
    #expect(lines.contains { $0.contains("IMG_2.JPG: checksum: changed") && $0.contains("b/IMG_1.JPG had") })
    // What else is to be said of them is said.
    #expect(lines.allSatisfy { $0.contains("warning: names: the still is named ") }, "\(lines)")
  }

  @Test(
    "names that have to be escaped are read from sha256sum, and are written for it", arguments: [[], ["--tag"], ["-b"]])
  func escapedNames(options: [String]) async throws {
    let names = [
      "a\\b.JPG", "n\nl.JPG", "c\rr.JPG", "é ) = (.JPG", " blank.JPG", "caf" + String(systemPath: [0xE9]) + ".JPG",
    ]
    try DiskFiles().createAll(
      names.map { name in
        FileDraft(folder.path("odd/" + name)) { [pair] write in try pair.still.withUnsafeBytes { try write($0) } }
      })
    let added = try await run([], [folder.path("odd")])
    #expect(counts(added.verdict) == [0, 6, 0, 0, 0])
    let path = try folder.write(added.sums, as: "sums")
    try Self.judge.run(["--check", "--strict", "--quiet", path])
    let shell = ForeignTool("sh", package: "dash")
    let written = try shell.run(["-c", #"sha256sum "$@" odd/*"#, "sh"] + options, in: folder).bytes
    let compared = try await run(written, [folder.path("odd")])
    #expect(counts(compared.verdict) == [6, 0, 0, 0, 0])
    // Line ends of Windows, comments and empty lines, as sha256sum takes them.
    let text = Array("# a comment\n\n".utf8) + written.flatMap { $0 == 10 ? [13, 10] : [$0] }
    #expect(counts(try await run(text, [folder.path("odd")]).verdict) == [6, 0, 0, 0, 0])
  }

  @Test(
    "paths that lead to the same file by the same folders are one, and lines of other folders are counted",
    arguments: ["a", "./a/", "a//", "@", "@/./a"])
  func forms(named: String) async throws {
    let path = named == "@" ? folder.path("a") : named.replacing("@", with: folder.path)
    let sums = try Self.judge.run(
      ["a/IMG_1.JPG", "./a/B.pvt/IMG_2.JPG", folder.path("a/notes.txt"), "a/IMG_1.JPG"], in: folder
    ).bytes
    let other = Array((String(repeating: "0", count: 64) + "  b/gone.JPG\n").utf8)
    let whole = path.hasPrefix("/") ? path : folder.path + "/" + path
    let found = try await run(sums + other, [whole])
    #expect(counts(found.verdict) == [3, 3, 0, 0, 1])
    #expect(WholePath(from: Array("/x/y".utf8)).form(of: "../../a/./b//../c".utf8) == Array("/a/b/../c".utf8))
    #expect(WholePath(from: [0x2f]).form(of: "../a/".utf8) == Array("/a".utf8))
  }

  @Test("files that were found broken get no checksum, and a pair that is only no Live Photo does")
  func brokenFiles() async throws {
    var recipe = SamplePair.Recipe()
    recipe.hasIdentifier = false
    let other = try SamplePair(recipe)
    try folder.write(other.still.dropLast(other.still.count / 2), as: "b/half.JPG")
    try folder.write([], as: "b/empty.MOV")
    try folder.write(other.still, as: "b/IMG_9.JPG")
    try folder.write(other.movie, as: "b/IMG_9.MOV")
    let first = try await run([], [folder.path("b")], effort: .key)
    #expect(counts(first.verdict) == [0, 2, 0, 0, 0], "\(first.findings.map(\.line))")
    #expect(first.verdict.pairs == 1 && first.verdict.livePhotos == 0)
    #expect(first.verdict.text.hasSuffix("2 added, 0 changed, 0 missing, 2 not added, as they are damaged"))
    let withheld = first.findings.flatMap(\.checksums).filter { $0.state == .withheld }
    #expect(withheld.map(\.sha256) == [nil, nil])
    // Nobody has looked into pictures, and the sum says what that means for the list.
    let quick = try await run([], [folder.path("b")], effort: .none)
    #expect(quick.verdict.lines[0].hasSuffix("was not compared, and is added as it is, damaged or not."))
    // What is not there is told once, whoever has named it.
    let gone = Array((String(repeating: "0", count: 64) + "  b/gone.JPG\n").utf8)
    let named = try await run(gone, [folder.path("b/gone.JPG"), folder.path("b")])
    #expect(counts(named.verdict)[3] == 1 && named.findings.filter { $0.unit.path.hasSuffix("gone.JPG") }.count == 1)
  }

  @Test("a report of an earlier version, without the number of files that got no checksum, still reads")
  func earlierReport() throws {
    let text = #"{"compared":3,"added":2,"changed":1,"missing":0,"moved":0,"elsewhere":4}"#
    let counts = try JSONDecoder().decode(ChecksumCounts.self, from: Data(text.utf8))
    #expect(counts.compared == 3 && counts.withheld == 0 && counts.elsewhere == 4)
  }

  @Test("a run of some folders misses what lies in these alone")
  func lots() async throws {
    let zeros = String(repeating: "0", count: 64)
    let sums = Array(["a/x.JPG", "a/B.pvt/y.JPG", "a/c/z.JPG"].map { "\(zeros)  \($0)\n" }.joined().utf8)
    let found = try await run(sums, scope: .folders([folder.path("a")]))
    #expect(counts(found.verdict) == [0, 5, 0, 2, 1])
  }

  @Test("a run that goes on behind a journal tells nothing twice, and adds what the journal adds", arguments: 0...3)
  func goingOn(told: Int) async throws {
    let gone = Array((String(repeating: "0", count: 64) + "  a/gone.JPG\n").utf8)
    let one = try await run(gone)
    let encoder = JSONEncoder()
    let begin = try encoder.encode(ArchiveReport.Begin(subject: ["verify"]))
    let lines = [begin] + (try one.findings.prefix(told).map { try encoder.encode($0) })
    let text = Array(lines.joined(separator: [10]) + [10])
    let journal = try ArchiveJournal(ArchiveReport(ArrayBytes(text, name: "journal")))
    let rest = try await run(gone, after: journal)
    #expect(rest.verdict == one.verdict && rest.findings.count == one.findings.count - told)
    let earlier = try journal.additions.without(list(gone)).bytes
    #expect(gone + earlier + rest.sums.dropFirst(gone.count) == one.sums)
    #expect(try journal.additions.without(list(one.sums)).bytes.isEmpty)
  }

  @Test(
    "what is no list of checksums is refused, with its line",
    arguments: [
      "%%%% HASHDEEP-1.0\n", "d41d8cd98f00b204e9800998ecf8427e  a.JPG\n", "@  \n", "@ a.JPG\n", "@\n", "\\@  a\\x\n",
      "@  a\u{0}b\n", "SHA256 (a) = 12\n", "SHA256 () = @\n", "SHA512 (a) = @@\n", "\u{0}\u{0}\u{0}",
    ])
  func defects(text: String) throws {
    let sum = String(repeating: "0f", count: 32)
    let bytes = Array("\(sum)  a.JPG\n\n".utf8) + Array(text.replacing("@", with: sum).utf8)
    let error = #expect(throws: LivePhotoError.self) { try list(bytes) }
    #expect(error?.code == .malformed && error?.message.hasPrefix("Line 3 is no checksum") == true, "\(error as Any)")
  }

  @Test("lists that would fill memory or time are refused: endless lines, and a file in thousands of lines")
  func endlessLists() throws {
    let endless = #expect(throws: LivePhotoError.self) { try list(Array(repeating: 0x61, count: 1 << 20)) }
    #expect(endless?.message.hasPrefix("Line 1 is longer") == true)
    let line = Array((String(repeating: "0", count: 64) + "  a.JPG\n").utf8)
    let error = #expect(throws: LivePhotoError.self) { try list(Array(repeatElement(line, count: 5000).joined())) }
    #expect(error?.message.contains("more than 1000 lines about 'a.JPG'") == true)
  }
}
