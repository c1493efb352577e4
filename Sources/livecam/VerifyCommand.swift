import ArgumentParser
import Foundation
import LivePhotoFiles

/// `livecam verify`: whether files are Live Photos.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Tell whether a still and a movie are a Live Photo, and who would refuse them.",
    discussion: """
      Exit codes: 0 they are, 1 they are not, others as for every command.

      Examples:
        livecam verify IMG_0001.HEIC IMG_0001.MOV
        livecam verify --all --with-tools IMG_0001.HEIC IMG_0001.MOV
        livecam verify ~/Pictures/2026
      """)

  @Argument(
    help: "A still and a movie in either order; one of them, with the other beside it; a folder, or a .pvt bundle.")
  var files: [String]

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "List the rules that pass, too.")
  var all = false

  @Flag(help: "Ask exiftool and ffprobe for their opinion, if they are installed.")
  var withTools = false

  func validate() throws {
    guard (1...2).contains(files.count) else {
      throw ValidationError("Name a still and a movie, a bundle, or a folder.")
    }
    if withTools, isFolder() { throw ValidationError("--with-tools: name a still and a movie, not a folder.") }
  }

  func run() async throws {
    let isGood: Bool
    do {
      isGood = isFolder() ? try await folder() : try await pair()
    } catch {
      throw ExitReason.fail(error)
    }
    if !isGood { throw ExitReason.captureFailed.exitCode }
  }

  private func isFolder() -> Bool {
    var isFolder: ObjCBool = false
    return files.count == 1 && FileManager.default.fileExists(atPath: files[0], isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func pair() async throws -> Bool {
    let terminal = Terminal()
    let library = LivePhotoFiles()
    let verdict =
      files.count == 2
      ? try await library.verify(files[0], files[1]) : try await library.verify(partOfPair: files[0])
    let opinions = withTools ? ForeignOpinions(verdict) : nil
    if json {
      terminal.line(JSONText.text(VerifyReport(verdict: verdict, tools: opinions?.all)))
    } else {
      for line in verdict.lines(isVerbose: all) { terminal.line(line) }
      for opinion in opinions?.all ?? [] { terminal.line("  \(opinion.line)") }
    }
    return verdict.isLivePhoto && opinions?.all.contains { $0.agrees == false } != true
  }

  private func folder() async throws -> Bool {
    let terminal = Terminal()
    let verdict = try await LivePhotoFiles().verify(folder: files[0])
    if json {
      terminal.line(JSONText.text(verdict))
    } else {
      for line in verdict.lines { terminal.line(line) }
    }
    return verdict.isGood
  }
}

/// A verdict with what programs of others say, as JSON: the verdict's keys and `tools`.
private struct VerifyReport: Encodable {
  let verdict: Verdict
  let tools: [ForeignOpinions.Opinion]?

  private enum Key: String, CodingKey { case tools }

  func encode(to encoder: any Encoder) throws {
    try verdict.encode(to: encoder)
    guard let tools else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(tools, forKey: .tools)
  }
}
