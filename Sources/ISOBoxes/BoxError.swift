package import ByteCoding
package import MediaCore

/// An error that tells why bytes are no box, or why a box cannot be written.
package struct BoxError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  package typealias Code = ErrorCode<BoxError>

  package let code: Code
  /// The types of the boxes from the outermost to the one at fault, such as `moov/trak/tkhd`.
  package let box: String
  /// The position of the error, in bytes from the start of the data; when writing, the number of bytes written.
  package let offset: Int
  package let message: String
  /// The failed read that led here, or `nil`.
  package let cause: ByteError?

  /// Creates an error from its parts. `message` names neither box nor offset: ``description`` adds both.
  package init(_ code: Code, box: String, offset: Int, message: String, cause: ByteError? = nil) {
    self.code = code
    self.box = box
    self.offset = offset
    self.message = message
    self.cause = cause
  }

  package var description: String {
    "\(box.isEmpty ? "file" : box): \(message) [\(code) at byte \(offset)]" + (cause.map { " (\($0))" } ?? "")
  }
}

extension ErrorCode<BoxError> {
  /// The data end before the box does, or a box reaches past the one around it.
  package static var truncated: Self { Self("truncated") }
  /// A box's size is smaller than its own header, or larger than the format allows.
  package static var invalidSize: Self { Self("invalidSize") }
  /// A box is longer or shorter than its fields.
  package static var sizeMismatch: Self { Self("sizeMismatch") }
  /// A field has a value that makes no sense or that this version does not read.
  package static var invalidValue: Self { Self("invalidValue") }
  /// Boxes are nested too deep or too many, which no real movie needs.
  package static var limitExceeded: Self { Self("limitExceeded") }
}
