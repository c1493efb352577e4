import FoundationEssentials
import Glibc
public import MediaCore

/// A folder of texts that are as they should be, checked in beside the tests, to compare with.
///
/// A text that has changed fails its test. If the change is meant, run the tests once with `LIVECAM_UPDATE_GOLDEN=1` in
/// the environment, look at what version control shows, and check it in.
public struct GoldenFolder: Sendable, Hashable {
  /// The variable of the environment that has the files written instead of compared, if it is `1`.
  public static let updateVariable = "LIVECAM_UPDATE_GOLDEN"

  /// The path of the folder with the golden texts.
  public let path: String
  /// A Boolean value that indicates whether files are written instead of compared.
  public let isUpdating: Bool

  /// Creates a folder. Without `isUpdating` the environment decides.
  public init(path: String, isUpdating: Bool? = nil) {
    self.path = path
    self.isUpdating = isUpdating ?? (getenv(Self.updateVariable).map { String(cString: $0) } == "1")
  }

  /// Creates the folder `Golden` beside the test that asks.
  public init(besideFile file: String = #filePath, isUpdating: Bool? = nil) {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    self.init(path: folder + "/Golden", isUpdating: isUpdating)
  }

  /// Compares a text with the one of that name, or writes it when texts are to be updated.
  /// - Throws: ``GoldenError`` for a name that is none, or when the file cannot be read or written. That there is no
  ///   such file yet is no error but a comparison that fails, and says what to do.
  public func compare(_ text: String, named name: String) throws(GoldenError) -> GoldenComparison {
    let isName = !name.isEmpty && name.utf8.count < 200 && !name.hasPrefix(".") && !name.contains("/")
    guard isName, !name.utf8.contains(0) else {
      throw GoldenError(.invalidName, context: name, message: "A golden text is called as a file without a folder.")
    }
    let file = "\(path)/\(name).txt"
    var comparison = GoldenComparison(name: name, file: file)
    if isUpdating {
      comparison.isUpdated = (try? read(file)) != text  // one that cannot be read is written anew
      if comparison.isUpdated { try write(text, to: file) }
    } else if FileManager.default.fileExists(atPath: file) {
      let difference = LineDifference(expected: try read(file), actual: text)
      guard !difference.isEmpty else { return comparison }
      comparison.problems = [
        "\(file): \(difference.missingCount) lines missing (-), \(difference.extraCount) too many (+); "
          + "if that is meant, run the test once with \(Self.updateVariable)=1\n\(difference)"
      ]
    } else {
      comparison.problems = [
        "there is no \(file) yet; run the test once with \(Self.updateVariable)=1 and check it in:\n\(text)"
      ]
    }
    return comparison
  }

  private func read(_ file: String) throws(GoldenError) -> String {
    do { return try String(contentsOfFile: file, encoding: .utf8) } catch {
      throw GoldenError(
        .unreadable, context: file, message: "The golden text cannot be read as UTF-8.", underlying: error)
    }
  }

  private func write(_ text: String, to file: String) throws(GoldenError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw GoldenError(.unwritable, context: file, message: "The golden text cannot be written.", underlying: error)
    }
  }
}

extension EventLogText {
  /// Compares the log with the golden one of that name, in the folder `Golden` beside the test unless another is given.
  /// - Throws: ``GoldenError``.
  public func golden(
    named name: String, in folder: GoldenFolder? = nil, file: String = #filePath
  ) throws(GoldenError) -> GoldenComparison {
    try (folder ?? GoldenFolder(besideFile: file)).compare(description, named: name)
  }
}
