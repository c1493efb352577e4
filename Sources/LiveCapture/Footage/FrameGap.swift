import MediaCore

/// The gap between two frames of a camera, by the numbers that the camera gave them.
enum FrameGap {
  typealias Place = (time: MediaTime, sequence: UInt64)

  // No camera is faster: numbers that leave more out have not been counted.
  private static let greatestRate = 1000.0

  /// Returns the number of frames that are missing between two that are there; 0 where the camera began to count anew.
  static func missing(from first: Place, to next: Place) -> Int {
    guard next.sequence > first.sequence else { return 0 }
    let (numbered, seconds) = (next.sequence - first.sequence - 1, (next.time - first.time).seconds)
    return Int(min(Double(numbered), max(0, seconds * greatestRate)).rounded(.down))
  }
}
