import MediaCore

extension MovieEncoderSettings {
  private func name(_ codec: VideoCodec) -> String { "\(codec == .h264 ? "H.264" : "HEVC") \(width)x\(height)" }

  /// Throws for settings that `codec` cannot have; its pictures have at least `leastSide` pixels in a row.
  func check(_ codec: VideoCodec, leastSide: Int) throws(CodingError) {
    func refuse(_ message: String) -> CodingError {
      CodingError(.invalidSetting, context: name(codec), message: message)
    }
    try I420Picture.checkSides(width, height, from: leastSide, context: name(codec))
    guard frameInterval.isNumeric, frameInterval.value > 0, frameInterval.value <= Int64(Int32.max) else {
      throw refuse("The time between pictures must be above zero, as a fraction of 31-bit numbers.")
    }
    // Below 1 x264 codes without loss, which the High profile does not have.
    guard (1...51).contains(quality) else { throw refuse("Quality \(quality) does not exist. Choose 1 to 51.") }
    guard (1...100_000).contains(keyframeIntervalFrames) else {
      throw refuse("Sync samples must come every 1 to 100000.")
    }
    guard (1...128).contains(threads) else { throw refuse("Choose 1 to 128 threads.") }
  }

  /// Returns an error for a library that fails, with the reason that it gives, if any.
  func failure(_ codec: VideoCodec, _ operation: String, _ reason: String = "") -> CodingError {
    let reason = reason.split(separator: "\n").first ?? "It gave no reason."
    return CodingError(
      .codecFailed, context: name(codec), operation: operation,
      message: "\(codec == .h264 ? "x264" : "x265") failed: \(reason) Try other settings, or a smaller size.")
  }

  /// Throws for a picture that is not of this size and range.
  func check(_ picture: I420Picture, _ codec: VideoCodec) throws(CodingError) {
    guard picture.width == width, picture.height == height, picture.range == range else {
      throw CodingError(
        .invalidSetting, context: name(codec),
        message: "A picture of \(picture.width)x\(picture.height), \(picture.range) range, does not belong in this "
          + "stream of \(range) range. Make an encoder for it.")
    }
  }
}
