/// The comparison of a text with its golden text: the one that was kept as right, in a file.
public struct GoldenComparison: ExpectationReport {
  /// The name of the golden text: its file's, without `.txt`.
  public let name: String
  /// The path of the file with the golden text.
  public let file: String
  /// A Boolean value that indicates whether the file was written because it was to be updated.
  public internal(set) var isUpdated = false
  /// The lines that differ, as sentences; empty if the texts are equal.
  public internal(set) var problems: [String] = []
  /// What a failed expectation names: `golden text "NAME"`.
  public var subject: String { "golden text \"\(name)\"" }
}
