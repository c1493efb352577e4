/// Why an archive could not be read.
package struct ZipError: Error, Sendable, CustomStringConvertible {
  /// The archive's name.
  package let archive: String
  /// What is wrong and what to do.
  package let message: String

  /// Archive and message.
  package var description: String { "\(archive): \(message)" }
}
