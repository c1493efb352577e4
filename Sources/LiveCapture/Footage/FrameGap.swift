import MediaCore

/// What is missing between two frames of a camera, by the numbers that it gave them.
enum FrameGap {
  typealias Place = (time: MediaTime, sequence: UInt64)

  // No camera is faster: numbers that leave more out have not been counted.
  private static let greatestRate = 1000.0

  /// How many frames are missing from one that is there to the next. None where the camera began to count anew.
  static func missing(from first: Place, to next: Place) -> Int {
    guard next.sequence > first.sequence else { return 0 }
    let (numbered, seconds) = (next.sequence - first.sequence - 1, (next.time - first.time).seconds)
    return Int(min(Double(numbered), max(0, seconds * greatestRate)).rounded(.down))
  }
}
