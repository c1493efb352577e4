import CXXHash

/// The checksums of a fixture's payloads: XXH3 with 128 bits, of which the lower 64 are kept.
enum FixtureHash {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH3_128bits(bytes.baseAddress, bytes.count).low64
  }

  /// The checksum of payloads that follow one another: that of their checksums, eight bytes each, lowest byte first.
  static func of(_ hashes: some Sequence<UInt64>) -> UInt64 {
    hashes.map(\.littleEndian).withUnsafeBytes { of($0) }
  }
}
