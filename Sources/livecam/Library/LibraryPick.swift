import ArgumentParser
import Glibc
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

  @Option(parsing: .unconditional, help: "The folder for copies of what is chosen; it is made if it is not there.")
  var output: String

  @Option(parsing: .unconditional, help: "How many may be chosen. (default: any number)")
  var count: Int?

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
      let most = count ?? assets.count
      terminal.write("Which ones? Numbers such as 1 3 5-7, or nothing: ")
      let chosen = Self.numbers(terminal.readLine() ?? "").filter { (1...max(1, assets.count)).contains($0) }
      guard !chosen.isEmpty, !assets.isEmpty else { throw ExitReason.captureFailed.exitCode }
      guard chosen.count <= most else {
        throw PhotosError(.limitExceeded, context: "pick", message: "\(chosen.count) were chosen, and \(most) may be.")
      }
      let exporter = LibraryExporter(from: library)
      for number in chosen {
        let files = try exporter.export(assets[number - 1], to: output) {
          Terminal.complain("livecam: \($0.text)")
        }.files
        Terminal().show(["files": files] as JSONObject, files, asJSON: options.json)
      }
    }
  }

  /// Numbers and ranges of a text, each once, in their order.
  static func numbers(_ text: String) -> [Int] {
    var numbers: [Int] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let ends = word.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last, last - first < 100_000 else { continue }
      for number in first...last where !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}

/// The terminal that the user sits at, whatever standard input and output are.
private struct UserTerminal: Sendable {
  private let path = "/dev/tty"

  /// `nil` where there is none.
  init?() {
    guard access("/dev/tty", R_OK | W_OK) == 0, let file = fopen("/dev/tty", "r+") else { return nil }
    fclose(file)
  }

  func write(_ text: String) {
    guard let file = fopen(path, "w") else { return }
    let bytes = PrintableText.bytes(of: text, inTerminal: true, keepsLines: true)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  func readLine() -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 4096)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
