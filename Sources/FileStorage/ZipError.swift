/// Why an archive could not be read.
public struct ZipError: Error, Sendable, CustomStringConvertible {
  /// The archive's name.
  public let archive: String
  /// What is wrong and what to do.
  public let message: String

  /// Archive and message.
  public var description: String { "\(archive): \(message)" }
}
