import ISOBoxes
package import MediaCore

/// An error that tells why a movie could not be written or read. Its context is the track, box or sample at fault, such
/// as `video sample 12`.
package typealias MovieError = CodedError<MovieErrorDomain>

/// The domain of ``MovieError``.
package enum MovieErrorDomain: ErrorDomain {
  package static func description(of error: MovieError) -> String {
    "\(error.text()) [\(error.code)]" + (error.underlying.map { " \($0)" } ?? "")
  }
}

extension Box {
  /// The box as bytes; `context` is what an error names.
  /// - Throws: ``MovieError`` with `.invalidParameter` when a value does not fit its field.
  func bytes(in context: String) throws(MovieError) -> [UInt8] {
    do { return try encoded() } catch {
      throw MovieError(
        .invalidParameter, context: context, message: "A value does not fit its field.", underlying: error)
    }
  }
}

extension ErrorCode<MovieErrorDomain> {
  /// No picture lies in the window.
  package static var noFrames: Self { Self("noFrames") }
  /// No picture that can be decoded by itself comes before or with the window's first.
  package static var noSyncSample: Self { Self("noSyncSample") }
  /// A picture's time is not a number, or not later than the one before.
  package static var timesNotIncreasing: Self { Self("timesNotIncreasing") }
  /// The instant of the still lies outside of the window.
  package static var stillOutsideWindow: Self { Self("stillOutsideWindow") }
  /// None of the sound falls within the picture's time.
  package static var soundOutsideWindow: Self { Self("soundOutsideWindow") }
  /// A sample is empty, or is not built as its codec demands.
  package static var invalidSample: Self { Self("invalidSample") }
  /// A size, rate, interval or decoder configuration cannot be.
  package static var invalidParameter: Self { Self("invalidParameter") }
  /// The file would have more than 4 GiB, or announces more than any movie has.
  package static var tooLarge: Self { Self("tooLarge") }
  /// The medium that the file lies on gave an error.
  package static var unreadable: Self { Self("unreadable") }
  /// The bytes are no movie that can be read.
  package static var malformed: Self { Self("malformed") }
}
