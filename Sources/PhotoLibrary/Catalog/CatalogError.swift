/// An error that tells why a database could not do what it was asked for.
package struct CatalogError: Error, CustomStringConvertible {
  package enum Code: Sendable {
    /// Another program holds the database.
    case busy
    /// The database is no catalogue, or is damaged.
    case damaged
    /// The database cannot be opened or written.
    case refused
    /// The database has no room left.
    case full
    /// The database cannot be reached over the network.
    case unreachable
    /// Anything else.
    case failed
  }

  package let code: Code
  package let message: String
  package let cause: (any Error)?

  package init(_ code: Code, message: String, cause: (any Error)? = nil) {
    (self.code, self.message, self.cause) = (code, message, cause)
  }

  package var description: String { message + (cause.map { " Cause: \($0)" } ?? "") }
}
