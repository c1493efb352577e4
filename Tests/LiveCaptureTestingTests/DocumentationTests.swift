import Foundation
import LiveCaptureTesting
import TestSupport
import Testing

@testable import CaptureScripts
@testable import ScriptFiles

/// What the documentation shows is code that is built and run.
@Suite struct DocumentationTests {
  /// A piece between fences, with the remark above it.
  private struct Block {
    let article: String
    let language: Substring
    let source: String?
    let text: String
  }

  private let root = Project.root

  /// The article that shows code of Apple's frameworks beside livecam's.
  private static let migration = "Sources/LiveCapture/LiveCapture.docc/FromAVFoundation.md"
  /// What stands above such code, which nothing here builds.
  private static let foreign = "AVFoundation"

  private func blocks() throws -> [Block] { try articles().blocks }

  /// What the articles print, and what else they say, by the article's name; remarks are not shown to a reader.
  private func articles() throws -> (blocks: [Block], prose: [String: String]) {
    let folder = root.appendingPathComponent("Sources/LiveCaptureTesting/LiveCaptureTesting.docc")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(".md") }
    var blocks: [Block] = []
    var prose: [String: String] = [:]
    for path in names.map(folder.appendingPathComponent) + [root.appendingPathComponent(Self.migration)] {
      let name = path.lastPathComponent
      let text = try String(contentsOf: path, encoding: .utf8)
      var remark: String?
      var open: (language: Substring, lines: [Substring])?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if var fenced = open {
          if line == "```" {
            blocks.append(
              Block(
                article: name, language: fenced.language, source: remark, text: fenced.lines.joined(separator: "\n")))
            (open, remark) = (nil, nil)
          } else {
            fenced.lines.append(line)
            open = fenced
          }
        } else if line.hasPrefix("```") {
          open = (line.dropFirst(3), [])
        } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
          remark = String(line.dropFirst(5).dropLast(4))
        } else if !line.isEmpty {
          remark = nil
          prose[name, default: ""] += line + "\n"
        }
      }
      #expect(open == nil, "\(name) ends inside of a block")
    }
    return (blocks, prose)
  }

  /// A text without the spaces in front of its lines.
  private func flush(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
      .joined(separator: "\n")
  }

  @Test("every piece of Swift in the articles stands in a file of the example app, line by line")
  func code() throws {
    let swift = try blocks().filter { $0.language == "swift" && $0.source != Self.foreign }
    #expect(swift.count >= 40)
    // Workflows have such braces of their own, and are compared with their files.
    #expect(
      try blocks().allSatisfy { $0.language == "yaml" || !$0.text.contains("{{") && !$0.text.contains("%%") })
    for block in swift {
      let source = try #require(block.source, "\(block.article) does not say where this is from:\n\(block.text)")
      #expect(source.hasPrefix("Tests/ExampleApp/"))
      let file = try String(contentsOf: root.appendingPathComponent(source), encoding: .utf8)
      let difference = LineDifference(expected: block.text, actual: file, context: 0, limit: 20)
      #expect(
        flush(file).contains(flush(block.text)),
        "\(block.article) shows what is not in \(source):\n\(difference)")
    }
  }

  @Test("code of Apple's frameworks stands in one article, on the left of livecam's, and only such code goes unbuilt")
  func foreignCode() throws {
    let text = try String(contentsOf: root.appendingPathComponent(Self.migration), encoding: .utf8)
    let rows = text.components(separatedBy: "@Row {").dropFirst()
    let swift = try blocks().filter { $0.language == "swift" }
    let foreign = swift.filter { $0.source == Self.foreign }
    #expect(rows.count >= 11 && foreign.count == rows.count)
    #expect(foreign.allSatisfy { $0.article == "FromAVFoundation.md" })
    for block in foreign {
      // Names of Apple's with the prefix, or calls without `try` and `await` that livecam does not have so.
      #expect(
        block.text.contains(/\b(?:AV|PH)[A-Z]\w+|session\.|output\.capturePhoto/), "this is livecam's:\n\(block.text)")
    }
    for row in rows {
      let columns = row.components(separatedBy: "@Column {")
      #expect(columns.count == 3, "\(row)")
      #expect(columns[1].contains("<!-- \(Self.foreign) -->") && !columns[2].contains("<!-- \(Self.foreign) -->"))
      #expect(columns[2].contains("<!-- Tests/ExampleApp/Viewfinder/"))
    }
  }

  @Test("a workflow and a container are printed as they lie in the example apps, and are what they are meant for")
  func containers() throws {
    var images: Set<String> = []
    let printed = try blocks().filter { $0.language == "yaml" || $0.language == "dockerfile" }
    #expect(printed.count == 4)
    for block in printed {
      let source = try #require(block.source)
      #expect(
        try String(contentsOf: root.appendingPathComponent(source), encoding: .utf8) == block.text + "\n", "\(source)")
      guard block.language == "yaml" else {
        images.formUnion(block.text.matches(of: /(?m)^FROM (.+)$/).map { String($0.output.1) })
        #expect(block.text.hasSuffix("CMD [\"swift\", \"test\", \"--skip-build\"]"))
        continue
      }
      let file = ScriptNode(node: try #require(try YAMLReader.read(block.text)), file: source, path: "")
      #expect(Set(try file.required("on").entries().map { try $0.key.text() }) == ["push", "pull_request"])
      let job = try file.required("jobs").required("tests")
      images.insert(try job.required("container").text())
      let steps = try job.required("steps").list()
      let commands = try steps.compactMap { try $0.value(of: "run")?.text() }
      #expect(commands.last?.contains("swift test") == true)
      #expect(try steps.first?.required("uses").text().hasPrefix("actions/checkout@") == true)
      let cache = try #require(try steps.first { try $0.value(of: "uses")?.text().hasPrefix("actions/cache@") == true })
      #expect(try cache.required("with").required("path").text() == ".build")
      #expect(try cache.required("with").required("key").text().contains("hashFiles('Package.resolved')"))
    }
    #expect(images == ["swift:6.2-bookworm"])
  }

  @Test("who copies what an article prints of a file knows the file's place, and has all its imports")
  func wholeness() throws {
    let (blocks, prose) = try articles()
    let printed = Dictionary(grouping: blocks.filter { $0.language == "swift" && $0.source != Self.foreign }) {
      $0.article + ": " + ($0.source ?? "")
    }
    #expect(printed.count >= 11)
    for (title, pieces) in printed {
      let source = try #require(pieces[0].source)
      let place =
        "`"
        + source.replacingOccurrences(of: "Tests/ExampleApp/Delegate/", with: "")
        .replacingOccurrences(of: "Tests/ExampleApp/Viewfinder/", with: "")
        .replacingOccurrences(of: "Tests/ExampleApp/", with: "") + "`"
      #expect(prose[pieces[0].article]?.contains(place) == true, "\(title): the text does not say \(place)")
      let lines = Set(pieces.flatMap { $0.text.split(separator: "\n") })
      let file = try String(contentsOf: root.appendingPathComponent(source), encoding: .utf8)
      for line in file.split(separator: "\n") where line.contains("import ") && !line.hasPrefix("//") {
        #expect(lines.contains(line), "\(title): the article lacks \"\(line)\"")
      }
    }
  }

  @Test("what the suite is said to say of mistakes is what it has to say of them")
  func mistakes() throws {
    let folder = root.appendingPathComponent("Tests/ExampleApp/Mutants")
    let patches = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    let words = Set(
      patches.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("Says: ") }.map { $0.dropFirst(6) })
    let rows = try #require(try articles().prose["AsyncApps.md"]).split(separator: "\n").filter { $0.hasPrefix("| ") }
    let shown = rows.flatMap { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
    #expect(shown.count >= 5)
    for text in shown { #expect(words.contains(text), "\(text)") }
  }

  @Test("what the tutorial says that a failure looks like is what it looks like")
  func output() async throws {
    let block = try #require(try blocks().first { $0.source?.hasPrefix("output of ") == true })
    let texts = (block.source ?? "").split(separator: "\"").map(String.init)
    let report = try await CaptureTimeline(try #require(texts.dropFirst().first)).run(
      expecting: try #require(texts.dropFirst(3).first))
    #expect(!report.passes && report.description == block.text, "\(report)")
  }
}
