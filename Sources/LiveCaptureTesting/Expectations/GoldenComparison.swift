/// A text compared with the one that is as it should be.
public struct GoldenComparison: ExpectationReport {
  /// The text's name.
  public let name: String
  /// The file it was compared with.
  public let file: String
  /// A Boolean value that indicates whether the file was written because it was to be updated.
  public internal(set) var isUpdated = false
  /// The differences.
  public internal(set) var problems: [String] = []
  /// The text's name.
  public var subject: String { "golden text \"\(name)\"" }
}
