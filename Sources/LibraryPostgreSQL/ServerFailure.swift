import PhotoLibrary

/// A failure that a server, or libpq on the way to it, has reported.
struct ServerFailure: Error, CustomStringConvertible {
  /// The five characters of SQLSTATE; empty where no server has answered.
  let state: String
  /// The message of the server or libpq, without a password.
  let message: String

  var description: String { state.isEmpty ? message : "\(message) (SQLSTATE \(state))" }

  /// Indicates whether the connection is gone, or about to be, so that another one may do: 08 are failures of
  /// connections, 57P01 to 57P03 a server that stops or starts, 57P05 and 25P03 idleness.
  var isLoss: Bool {
    state.isEmpty || state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
  }

  /// Indicates whether the same statements may succeed when they are tried again: other programs were in their way.
  var isCollision: Bool { state == "40001" || state == "40P01" }

  /// Indicates whether connecting may succeed later. Too many connections become fewer.
  var isPassing: Bool { isLoss || state == "53300" }

  /// The error that callers get; `cause` is what shows the failure, where the server itself has said nothing.
  func error(from server: String, cause: (any Error)? = nil) -> CatalogError {
    let (code, advice) = meaning
    return CatalogError(code, message: "\(server): \(advice)", cause: cause ?? self)
  }

  private var meaning: (CatalogError.Code, String) {
    switch state {
    case _ where isLoss:
      (.unreachable, "The database server cannot be reached. Check that it runs, and the network.")
    case "53100": (.full, "The database server's disk is full. Free some space there.")
    case "53300": (.busy, "The database server has too many connections. Raise its max_connections.")
    case "55P03", "40001", "40P01": (.busy, "Another program is changing the library. Try again.")
    case "42501":
      (
        .refused,
        "The database's role lacks permission. Make it the database's owner, or GRANT it CREATE ON SCHEMA."
      )
    case "3D000": (.refused, "There is no such database. Make it: createdb --owner ROLE DATABASE.")
    case "3F000": (.refused, "The database has no schema to make tables in. Make one, or correct the search_path.")
    case "25006", "25007": (.refused, "The database takes no changes. Name the primary server, not a standby.")
    case _ where state.hasPrefix("28"):
      (.refused, "The database server does not let this role in. Check role, password and the server's pg_hba.conf.")
    case _ where state.hasPrefix("XX"): (.damaged, "The database is damaged. Restore it from a backup.")
    case "42P01", "42703": (.damaged, "The database lacks tables of the library. Restore it from a backup.")
    case _ where state.hasPrefix("54"): (.refused, "A text is longer than the database takes.")
    default: (.failed, "The library's database failed.")
    }
  }
}
