import ByteCoding
import Testing

@Suite struct ChecksumTests {
  @Test("checksums are those of others, and go on where one ended")
  func values() {
    func checksum(_ bytes: some Sequence<UInt8>, before: UInt32 = 0) -> UInt32 {
      Array(bytes).withUnsafeBytes { Checksum.crc32($0, before: before) }
    }
    // The check value of ITU-T V.42, and one of Python's zlib.
    #expect(checksum("123456789".utf8) == 0xcbf4_3926)
    let long = (0..<1280).map { UInt8(truncatingIfNeeded: $0) }
    #expect(checksum(long) == 0x1e7a_6d24)
    #expect(checksum(long[700...], before: checksum(long[..<700])) == 0x1e7a_6d24)
    #expect(checksum([]) == 0 && checksum([], before: 77) == 77)
  }
}
