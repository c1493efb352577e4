import CNettle

/// The SHA-256 of bytes that come piece by piece, by Nettle.
package struct SHA256 {
  private var context = sha256_ctx()

  package init() { cnettle_sha256_init(&context) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    cnettle_sha256_update(&context, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
  }

  /// Returns the digest of bytes in hexadecimal digits.
  package static func digest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// Returns the digest in hexadecimal digits, and begins anew.
  package mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    cnettle_sha256_digest(&context, digest.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
