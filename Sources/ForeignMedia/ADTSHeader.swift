/// The header before an AAC packet of a transport stream or a bare AAC file; ISO/IEC 14496-3, 1.A.3.
struct ADTSHeader {
  /// The bytes before the packet proper: 7, or 9 with a checksum.
  let headerBytes: Int
  /// The bytes of header and packet.
  let frameBytes: Int
  /// The packets behind the one header; 1 in every known file.
  let blockCount: Int
  /// The stream's description as a movie file holds it: AudioSpecificConfig; ISO/IEC 14496-3, 1.6.2.1.
  let configuration: [UInt8]

  /// Reads a header; `nil` when there is none, or a contradictory one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 7, bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return nil }
    headerBytes = bytes[1] & 1 == 1 ? 7 : 9
    frameBytes = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    blockCount = Int(bytes[6] & 3) + 1
    let objectType = (bytes[2] >> 6) + 1
    let rate = bytes[2] >> 2 & 0xf
    let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
    // Without a number of channels they are listed within the packets: nothing that a movie file can say.
    guard rate < 13, channels > 0, frameBytes > headerBytes, frameBytes <= bytes.count else { return nil }
    configuration = [objectType << 3 | rate >> 1, (rate & 1) << 7 | channels << 3]
  }
}
