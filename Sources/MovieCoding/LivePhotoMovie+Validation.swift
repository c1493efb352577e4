import ISOBoxes
import MediaCore

extension MovieVideoTrack {
  /// Throws for what no movie can have, before anything is laid out.
  func validate() throws(MovieError) {
    try pictures.validate()
    for (index, sample) in samples.enumerated() where !sample.bytes.withUnsafeBytes(Self.isRunOfUnits) {
      throw MovieError(
        .invalidSample, context: "video sample \(index)",
        message: "Its \(sample.bytes.count) bytes are not NAL units with their lengths in front; "
          + "start codes have to be replaced.")
    }
  }

  private static func isRunOfUnits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while bytes.count - position > 4 {
      let length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
      guard length > 0, Int(length) <= bytes.count - position - 4 else { return false }
      position += 4 + Int(length)
    }
    return position == bytes.count && position > 0
  }
}

extension MovieAudioTrack {
  /// Throws for what no movie can have, before anything is laid out.
  func validate() throws(MovieError) {
    func refuse(_ code: MovieError.Code, _ message: String) -> MovieError {
      MovieError(code, context: "audio", message: message)
    }
    guard startTime.isNumeric else { throw refuse(.invalidParameter, "Its start time is \(startTime).") }
    try sound.validate()
    for (index, packet) in packets.enumerated() where packet.count == 0 {
      throw refuse(.invalidSample, "Packet \(index) is empty.")
    }
    switch sound.coding {
    case .lpcm16:
      for (index, packet) in packets.enumerated() where packet.count % sound.frameBytes != 0 {
        throw refuse(.invalidSample, "Piece \(index) has \(packet.count) bytes, no whole number of frames.")
      }
      guard (0...packets.reduce(0) { $0 + $1.count } / sound.frameBytes).contains(frameCount) else {
        throw refuse(.invalidParameter, "The samples are fewer than the \(frameCount) frames announced.")
      }
    case .aac(_, let priming):
      let room = packets.count * AudioTimeline.packetFrames
      guard frameCount >= 0, priming <= room, frameCount <= room - priming else {
        throw refuse(
          .invalidParameter,
          "\(packets.count) packets cannot hold \(priming) frames of priming and \(frameCount) of sound.")
      }
    }
  }
}
