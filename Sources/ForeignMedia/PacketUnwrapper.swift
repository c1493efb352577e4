import CFFmpeg
import MediaCore

/// Turns packets as containers have them into packets as movie files have them.
struct PacketUnwrapper {
  let stream: ForeignStream
  let name: String
  /// The packet last made.
  private(set) var bytes: [UInt8] = []

  /// Makes `bytes` of a packet; `false` when it is to be taken as it is.
  mutating func unwrap(_ packet: UnsafeRawBufferPointer) throws(CodingError) -> Bool {
    switch stream.packaging {
    case .movie: return false
    case .startCodes: try unwrapUnits(packet)
    case .adts: try unwrapSound(packet)
    }
    return true
  }

  private mutating func unwrapUnits(_ packet: UnsafeRawBufferPointer) throws(CodingError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(packet.count + 64)
    for range in NALUnits.ranges(in: packet) where !isOutside(packet[range.lowerBound]) {
      let count = UInt32(clamping: range.count)
      withUnsafeBytes(of: count.bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: packet[range])
    }
    guard !bytes.isEmpty || packet.isEmpty else {
      throw CodingError(
        .malformed, context: name, message: "A packet of stream \(stream.index) holds no picture. Convert the stream.")
    }
  }

  /// Tells whether a unit is kept outside of the samples of a movie file: delimiters, and parameter sets, which the
  /// stream's configuration holds.
  private func isOutside(_ first: UInt8) -> Bool {
    stream.codec == .h264
      ? [7, 8, 9, 12].contains(first & 0x1f) : [32, 33, 34, 35, 38].contains(first >> 1 & 0x3f)
  }

  private mutating func unwrapSound(_ packet: UnsafeRawBufferPointer) throws(CodingError) {
    guard let header = ADTSHeader(packet), header.blockCount == 1, header.configuration == stream.configuration,
      header.frameBytes == packet.count
    else {
      throw CodingError(
        .unsupported, context: name,
        message: "Stream \(stream.index) is not AAC of one kind from start to end. Convert the sound.")
    }
    bytes = Array(packet[header.headerBytes...])
  }
}
