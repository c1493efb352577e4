package import MediaCore

/// Why an archive could not be read.
package struct ZipError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package typealias Code = ErrorCode<ZipError>

  /// The kind of failure.
  package let code: Code
  /// The archive's name.
  package let archive: String
  /// What is wrong and what to do.
  package let message: String
  /// What reading the archive's bytes failed with, if that is the cause; ``message`` is its message then.
  package var underlying: (any Error)?

  /// Archive and message.
  package var description: String { "\(archive): \(message)" }
}

extension ErrorCode<ZipError> {
  /// The archive or a member is damaged, or of a kind that is not read.
  package static var malformed: Self { Self("malformed") }
  /// There is too little memory.
  package static var noMemory: Self { Self("noMemory") }
}
