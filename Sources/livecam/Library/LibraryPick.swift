import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary

struct LibraryPick: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Have the user choose assets, and give away copies of those alone.",
    discussion: """
      Lists assets in the terminal, numbered, and asks for numbers such as 1 3 5-7. A program that runs this gets what was
      chosen, and needs no access to the library itself: the paths of the copies are printed.
      Exit codes: 0 something was chosen; 1 nothing was.
      """)

  @OptionGroup var options: LibraryOptions
  @OptionGroup var filter: AssetFilter

  @Option(
    parsing: .unconditional, help: "The folder for copies of what is chosen; it is made if it is not there.",
    completion: .directory)
  var output: String

  @Option(parsing: .unconditional, help: "How many may be chosen. (default: any number)")
  var count: Int?

  func validate() throws { try check(!output.isEmpty, "--output: the path is empty. Name a folder.") }

  func run() async throws {
    guard let terminal = UserTerminal() else {
      Terminal.complain(
        "livecam: pick: there is no terminal to ask in; run it in one, or use 'livecam library export'.")
      throw ExitReason.badArguments.exitCode
    }
    try await options.run { library in
      var assets: [Asset] = []
      try filter.forEachPage(in: library) { page in
        let names = try Asset.originalFilenames(of: page, in: library)
        for asset in page {
          assets.append(asset)
          terminal.write("\(assets.count)  \(asset.line(name: names[asset.localIdentifier] ?? ""))\n")
        }
      }
      let chosen = assets.isEmpty ? [] : try Self.ask(terminal, count: assets.count, most: count ?? assets.count)
      guard !chosen.isEmpty else { throw ExitReason.captureFailed.exitCode }
      let exporter = LibraryExporter(from: library)
      for number in chosen {
        let files = try exporter.export(assets[number - 1], to: output) {
          Terminal.complain("livecam: \($0.text)")
        }.files
        Terminal().show(["files": files] as JSONObject, files, asJSON: options.json)
      }
    }
  }

  /// Asks until the answer is understood: numbers of assets, none for an empty line.
  private static func ask(_ terminal: UserTerminal, count: Int, most: Int) throws -> [Int] {
    terminal.write("Which ones? Numbers such as 1 3 5-7, or nothing: ")
    while let line = try terminal.readLine() {
      let (numbers, fault) = numbers(line, count: count)
      if let fault {
        terminal.write("\(fault) Numbers from 1 to \(count), such as 1 3 5-7, or nothing: ")
      } else if numbers.count > most {
        terminal.write("\(numbers.count) were chosen, and \(most) may be. Which ones? ")
      } else {
        return numbers
      }
    }
    return []
  }

  /// Returns the numbers and ranges of a text, each once, in their order, and what is wrong with it.
  static func numbers(_ text: String, count: Int) -> (numbers: [Int], fault: String?) {
    var numbers: [Int] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last,
        (1...count).contains(first), (1...count).contains(last)
      else { return ([], "'\(word)' names none of them.") }
      for number in first...last where !numbers.contains(number) { numbers.append(number) }
    }
    return (numbers, nil)
  }
}
