import Foundation
import FuzzedReaders
import Testing

/// The fuzzer's corpus, run as ordinary tests: what was found once stays mended.
@Suite struct FuzzCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")

  private static func files(of reader: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: reader), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test("every input of the corpus ends in a result or in the reader's own error", arguments: FuzzedReader.allCases)
  func inputs(reader: FuzzedReader) throws {
    let files = try Self.files(of: reader.rawValue)
    #expect(files.count >= 10, "the corpus of \(reader) is too small to hold what fuzzing has reached")
    for file in files { reader.run(Array(try Data(contentsOf: file))) }
  }

  @Test("every finding has its story, and every story its input")
  func stories() throws {
    let lines = try String(contentsOf: Self.folder.appending(path: "stories.tsv"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines.allSatisfy { $0.count == 2 }, "a line is an input, a tab and a story")
    var findings: Set<String> = []
    for reader in FuzzedReader.allCases {
      let names = try Self.files(of: reader.rawValue).map(\.lastPathComponent)
      // What adds coverage is named by its hash, a seed by what it is; a finding says so.
      findings.formUnion(names.filter { $0.hasPrefix("found-") }.map { "\(reader)/\($0)" })
    }
    #expect(Set(lines.map { $0[0] }) == findings)
  }

  @Test("the corpus is small")
  func size() throws {
    var bytes = 0
    for reader in FuzzedReader.allCases {
      for file in try Self.files(of: reader.rawValue) { bytes += try Data(contentsOf: file).count }
    }
    #expect(bytes < 2 << 20)
  }
}
