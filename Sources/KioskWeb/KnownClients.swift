import Hashing

/// The clients that have given the password, and are known by a cookie from one start of a booth to the next.
///
/// What is kept of a cookie is a hash with the password: it opens nothing to whoever reads it, and another password
/// makes it worthless.
struct KnownClients {
  // Nobody needs more; who knows the password cannot fill the memory with it.
  private static let most = 1000

  /// The hashes, those of the latest clients last.
  private(set) var hashes: [String]

  init(_ hashes: [String] = []) { self.hashes = hashes.suffix(Self.most) }

  func contains(_ token: String, _ password: String) -> Bool { hashes.contains(Self.hash(token, password)) }

  mutating func add(_ token: String, _ password: String) {
    hashes = (hashes + [Self.hash(token, password)]).suffix(Self.most)
  }

  mutating func remove(_ token: String, _ password: String) {
    let hash = Self.hash(token, password)
    hashes.removeAll { $0 == hash }
  }

  private static func hash(_ token: String, _ password: String) -> String {
    // No cookie has a zero: which part is which is certain.
    SHA256.digest(of: Array(token.utf8) + [0] + Array(password.utf8))
  }
}
