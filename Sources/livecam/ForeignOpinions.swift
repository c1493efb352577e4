import LivePhotoFiles
import OutsidePrograms

/// The opinions of exiftool and ffprobe on a pair, beside livecam's own verdict.
enum ForeignOpinions {
  struct Opinion: Encodable {
    let tool: String
    /// Indicates whether the tool sees what livecam sees; `nil` when it could not be asked.
    let agrees: Bool?
    let found: String

    var line: String {
      let mark = agrees.map { $0 ? "agrees" : "DISAGREES" } ?? "skipped"
      return "\(tool): \(mark): \(found)"
    }
  }

  static func all(of verdict: Verdict) -> [Opinion] {
    let identifier = verdict.identifier
    return [
      // Debian's exiftool calls the still's identifier MediaGroupUUID, newer ones ContentIdentifier.
      Self.identifier(
        of: verdict.still, "exiftool", ["-s3", "-MediaGroupUUID", "-ContentIdentifier", verdict.still], identifier),
      Self.identifier(of: verdict.movie, "exiftool", ["-s3", "-Keys:ContentIdentifier", verdict.movie], identifier),
      Self.identifier(
        of: verdict.movie, "ffprobe",
        [
          "-v", "error", "-show_entries", "format_tags=com.apple.quicktime.content.identifier", "-of",
          "default=nw=1:nk=1", verdict.movie,
        ], identifier),
    ]
  }

  private static func identifier(
    of path: String, _ tool: String, _ arguments: [String], _ expected: String?
  ) -> Opinion {
    guard let program = OutsideProgram(tool) else {
      return Opinion(tool: tool, agrees: nil, found: "\(tool) is not installed")
    }
    let output: String
    do {
      // A path may begin with a dash; both programs would take it for an option.
      let ending = try program.run(arguments.map { $0 == arguments.last && $0.hasPrefix("-") ? "./" + $0 : $0 })
      output = String(decoding: ending.output, as: UTF8.self)
    } catch {
      return Opinion(tool: tool, agrees: nil, found: "\(tool) could not be asked: \(error)")
    }
    let found = output.split(separator: "\n").first.map(String.init) ?? "none"
    return Opinion(tool: tool, agrees: found == expected ?? "none", found: "\(path): identifier \(found)")
  }
}
