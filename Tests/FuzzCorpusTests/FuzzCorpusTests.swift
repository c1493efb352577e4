import Foundation
import FuzzedReaders
import TestSupport
import Testing

/// The inputs of the readers, run as ordinary tests: the corpus, each with its story and what its reader says, and the
/// seeds, which need only end.
@Suite struct FuzzCorpusTests {
  private enum Collection: String, CaseIterable {
    case corpus = "Corpus"
    case seeds = "Seeds"

    var folder: URL {
      Project.url("Tests/Fuzz/\(rawValue)")
    }

    var readme: URL { folder.appending(path: "README.md") }

    func index() throws -> CorpusIndex { try CorpusIndex(String(contentsOf: readme, encoding: .utf8)) }

    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: path))) }

    /// The inputs of a reader, as paths from the folder.
    func inputs(of reader: FuzzedReader) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: reader.rawValue).path).sorted()
        .map { "\(reader.rawValue)/\($0)" }
    }

    /// The inputs of all readers.
    func inputs() throws -> [String] { try FuzzedReader.allCases.flatMap(inputs) }

    /// Every file below the folder, whoever reads it.
    func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(
          atPath: folder.appending(path: path).path, isDirectory: &isFolder)
        return isThere && !isFolder.boolValue && path != "README.md"
      }
    }
  }

  /// Whether the fuzzer has named a file: by the hash of its bytes, alone or behind what was found.
  private static func isNamedByFuzzer(_ path: String) -> Bool { path.contains(/[0-9a-f]{40}/) }

  @Test("every seed ends in a result or in the reader's own error", arguments: FuzzedReader.allCases)
  func seeds(reader: FuzzedReader) throws {
    let inputs = try Collection.seeds.inputs(of: reader)
    #expect(inputs.count >= 10, "the seeds of \(reader) are too few to hold what fuzzing has reached")
    for input in inputs { reader.run(try Collection.seeds.bytes(input)) }
  }

  @Test("of every entry of the corpus the reader says what its row has")
  func outcomes() throws {
    let index = try Collection.corpus.index()
    var said: [String: [String]] = [:]
    for reader in FuzzedReader.allCases {
      let paths = try Collection.corpus.inputs(of: reader)
      #expect(paths.count >= 10, "the corpus has too few inputs that are wrong for \(reader)")
      for path in paths { said[path] = reader.run(try Collection.corpus.bytes(path)).lines }
    }
    for row in index.rows { #expect(said[row.path] == row.outcome, "\(row.path)") }
    guard ProcessInfo.processInfo.environment["LIVECAM_UPDATE_GOLDEN"] != nil else { return }
    // As with other golden texts, such a run fails to say that it has written.
    try Data(index.text { said[$0.path] ?? $0.outcome }.utf8).write(to: Collection.corpus.readme)
    Issue.record("what readers say of the corpus was written anew: review the difference")
  }

  @Test("every input of the corpus has its story, and every story its input")
  func stories() throws {
    let index = try Collection.corpus.index()
    #expect(index.rows.map(\.path).sorted() == (try Collection.corpus.inputs()).sorted())
    for row in index.rows {
      #expect(row.story.split(separator: " ").count >= 8, "\(row.path) has no story")
      #expect(!Self.isNamedByFuzzer(row.path), "\(row.path) is not named after what is wrong with it")
    }
  }

  @Test("a seed is named by the fuzzer, or is whole and told in the table")
  func samples() throws {
    let samples = try Collection.seeds.inputs().filter { !Self.isNamedByFuzzer($0) }
    #expect(try Collection.seeds.index().rows.map(\.path).sorted() == samples.sorted())
    for sample in samples {
      let reader = try #require(FuzzedReader(rawValue: String(sample.prefix { $0 != "/" })))
      let lines = reader.run(try Collection.seeds.bytes(sample)).lines
      #expect(
        lines.first?.hasPrefix("read: ") == true && !lines.contains { $0.hasPrefix("odd: ") }, "\(sample): \(lines)")
    }
  }

  @Test("no input lies where no reader is given it", arguments: Collection.allCases)
  private func strays(collection: Collection) throws {
    #expect(try collection.files().sorted() == (try collection.inputs()).sorted())
  }

  @Test("corpus and seeds are small")
  func size() throws {
    var bytes = 0
    for collection in Collection.allCases {
      for path in try collection.inputs() { bytes += try collection.bytes(path).count }
    }
    #expect(bytes < 2 << 20)
  }
}
