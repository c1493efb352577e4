import ISOBoxes
import MediaCore

extension LivePhotoMovie {
  /// Throws for what no movie can have, before anything is laid out.
  func validate() throws(MovieError) {
    try video.validate()
    if let audio { try audio.validate() }
  }
}

extension MovieVideoTrack {
  fileprivate func validate() throws(MovieError) {
    let sizes = 1...Int(Int16.max)
    let (width, height) = (pictures.width, pictures.height)
    let clean = pictures.cleanAperture ?? (width, height)
    guard sizes.contains(width), sizes.contains(height), (1...width).contains(clean.width),
      (1...height).contains(clean.height)
    else {
      throw MovieError(
        .invalidParameter, context: "video",
        message: "A picture of \(width)x\(height) with a clean aperture of \(clean) cannot be.")
    }
    let configuration = pictures.configurationBox
    guard configuration.lengthBytes == 4 else {
      throw MovieError(
        .invalidParameter, context: "video",
        message: "The decoder configuration is no \(configuration.type) record with lengths of four bytes.")
    }
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
  fileprivate func validate() throws(MovieError) {
    func refuse(_ code: MovieError.Code, _ message: String) -> MovieError {
      MovieError(code, context: "audio", message: message)
    }
    guard startTime.isNumeric else { throw refuse(.invalidParameter, "Its start time is \(startTime).") }
    // A QuickTime description of compressed sound has 16 bits for the rate.
    let rates = coding == .lpcm16 ? 1...1_000_000 : 1...Int(UInt16.max)
    guard rates.contains(sampleRate), (1...8).contains(channelCount) else {
      throw refuse(.invalidParameter, "Sound of \(channelCount) channels at \(sampleRate) Hz cannot be written.")
    }
    for (index, packet) in packets.enumerated() where packet.count == 0 {
      throw refuse(.invalidSample, "Packet \(index) is empty.")
    }
    switch coding {
    case .lpcm16:
      for (index, packet) in packets.enumerated() where packet.count % (2 * channelCount) != 0 {
        throw refuse(.invalidSample, "Piece \(index) has \(packet.count) bytes, no whole number of frames.")
      }
      guard (0...packets.reduce(0) { $0 + $1.count } / (2 * channelCount)).contains(frameCount) else {
        throw refuse(.invalidParameter, "The samples are fewer than the \(frameCount) frames announced.")
      }
    case .aac(let configuration, let priming):
      guard (2..<128).contains(configuration.count) else {
        throw refuse(.invalidParameter, "An AudioSpecificConfig of \(configuration.count) bytes cannot be.")
      }
      let room = packets.count * AudioTimeline.packetFrames
      guard priming >= 0, frameCount >= 0, priming <= room, frameCount <= room - priming else {
        throw refuse(
          .invalidParameter,
          "\(packets.count) packets cannot hold \(priming) frames of priming and \(frameCount) of sound.")
      }
    }
  }
}
