package import MediaCore

/// Why an archive could not be read. Its message is that of the error behind it, if there is one.
package typealias ZipError = CodedError<ZipErrorDomain>

/// The domain of ``ZipError``.
package enum ZipErrorDomain: ErrorDomain {
  /// Archive and message.
  package static func description(of error: ZipError) -> String { error.text() }
}

extension ErrorCode<ZipErrorDomain> {
  /// The archive or a member is damaged, or of a kind that is not read.
  package static var malformed: Self { Self("malformed") }
  /// There is too little memory.
  package static var noMemory: Self { Self("noMemory") }
}
