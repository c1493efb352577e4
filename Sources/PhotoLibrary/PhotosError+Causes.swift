import ByteCoding
import FileStorage

/// Does something with files or the database; what goes wrong becomes an error of the library.
func fileAccess<Value>(_ context: String, _ body: () throws -> Value) throws(PhotosError) -> Value {
  do { return try body() } catch { throw PhotosError(of: error, context: context) }
}

/// Does something, for a handler that is told what went wrong with it; `nil` is that nothing did.
func failure(of work: () throws(PhotosError) -> Void) -> PhotosError? {
  do throws(PhotosError) { try work() } catch { return error }
  return nil
}

extension PhotosError {
  /// The error for a resource that is not what it should be.
  static func invalid(_ context: String, _ message: String, _ cause: (any Error)? = nil) -> PhotosError {
    PhotosError(.invalidResource, context: context, message: message, cause: cause)
  }

  /// Creates an error of the library for one from below it.
  package init(of error: any Error, context: String) {
    if let known = error as? PhotosError {
      self = known
      return
    }
    let file = error as? FileStoreError ?? (error as? ByteError)?.underlying as? FileStoreError
    if let file, [.unreachable, .accessDenied].contains(file.code) {
      let place = file.path == context ? "" : file.path + ": "
      self.init(
        file.code == .unreachable ? .networkError : .internalError, context: context,
        message: place + file.message + ".")
    } else if (error as? FileStoreError)?.code == .full || (error as? CatalogError)?.code == .full {
      self.init(.notEnoughSpace, context: context, message: "The disk is full. Free some space.", cause: error)
    } else if error is FileStoreError || error is ByteError {
      self.init(.internalError, context: context, message: "A file could not be read or written.", cause: file ?? error)
    } else if let failure = error as? CatalogError {
      let code: Code =
        switch failure.code {
        case .unreachable: .networkError
        case .damaged: .invalidResource
        default: .internalError
        }
      self.init(code, context: context, message: failure.message, cause: failure.cause)
    } else {
      self.init(.internalError, context: context, message: "The library failed.", cause: error)
    }
  }
}
