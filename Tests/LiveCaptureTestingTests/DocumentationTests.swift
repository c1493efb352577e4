import Foundation
import LiveCaptureTesting
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

  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func blocks() throws -> [Block] { try articles().blocks }

  /// What the articles print, and what else they say, by the article's name; remarks are not shown to a reader.
  private func articles() throws -> (blocks: [Block], prose: [String: String]) {
    let folder = root.appendingPathComponent("Sources/LiveCaptureTesting/LiveCaptureTesting.docc")
    var blocks: [Block] = []
    var prose: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".md") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
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
    let swift = try blocks().filter { $0.language == "swift" }
    #expect(swift.count >= 14)
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
    let printed = Dictionary(grouping: blocks.filter { $0.language == "swift" }) {
      $0.article + ": " + ($0.source ?? "")
    }
    #expect(printed.count >= 11)
    for (title, pieces) in printed {
      let source = try #require(pieces[0].source)
      let place =
        "`"
        + source.replacingOccurrences(of: "Tests/ExampleApp/Delegate/", with: "")
        .replacingOccurrences(of: "Tests/ExampleApp/", with: "") + "`"
      #expect(prose[pieces[0].article]?.contains(place) == true, "\(title): the text does not say \(place)")
      let lines = Set(pieces.flatMap { $0.text.split(separator: "\n") })
      let file = try String(contentsOf: root.appendingPathComponent(source), encoding: .utf8)
      for line in file.split(separator: "\n") where line.contains("import ") && !line.hasPrefix("//") {
        #expect(lines.contains(line), "\(title): the article lacks \"\(line)\"")
      }
    }
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
