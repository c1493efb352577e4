import CNettle

/// The SHA-1 of bytes, by Nettle, for protocols that prescribe it. It is no defence against forgery.
package enum SHA1 {
  /// Returns the digest of bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
    cnettle_sha1(bytes.count, bytes, &digest)
    return digest
  }
}
