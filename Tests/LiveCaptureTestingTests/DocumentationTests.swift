import Foundation
import LiveCaptureTesting
import Testing

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

  private func blocks() throws -> [Block] {
    let folder = root.appendingPathComponent("Sources/LiveCaptureTesting/LiveCaptureTesting.docc")
    var blocks: [Block] = []
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
        }
      }
      #expect(open == nil, "\(name) ends inside of a block")
    }
    return blocks
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
    #expect(try blocks().allSatisfy { !$0.text.contains("{{") && !$0.text.contains("%%") })
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

  @Test("what the tutorial says that a failure looks like is what it looks like")
  func output() async throws {
    let block = try #require(try blocks().first { $0.source?.hasPrefix("output of ") == true })
    let texts = (block.source ?? "").split(separator: "\"").map(String.init)
    let report = try await CaptureTimeline(try #require(texts.dropFirst().first)).run(
      expecting: try #require(texts.dropFirst(3).first))
    #expect(!report.passes && report.description == block.text, "\(report)")
  }
}
