import ByteCoding
import Testing

@Suite struct ChecksumTests {
  @Test("checksums are those of others")
  func values() {
    func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 { Array(bytes).withUnsafeBytes { Checksum.crc32($0) } }
    // The check value of ITU-T V.42, and one of Python's zlib.
    #expect(checksum("123456789".utf8) == 0xcbf4_3926)
    let long = (0..<1280).map { UInt8(truncatingIfNeeded: $0) }
    #expect(checksum(long) == 0x1e7a_6d24)
    #expect(checksum([]) == 0)
  }
}
