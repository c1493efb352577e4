import MediaCore

/// Frames in line, first in, first out.
struct FrameQueue {
  private var frames: [VideoFrame?] = []
  private var head = 0

  var first: VideoFrame? { head < frames.count ? frames[head] : nil }
  var count: Int { frames.count - head }

  func prefix(_ most: Int) -> [VideoFrame] { frames[head...].prefix(most).compactMap { $0 } }

  mutating func append(contentsOf more: [VideoFrame]) {
    // Used places are dropped once they are the majority, so that a queue that never empties does not grow.
    if head >= count {
      frames.removeFirst(head)
      head = 0
    }
    for frame in more { frames.append(frame) }
  }

  /// Lets go of the next frame at once, so that its memory can be used again.
  mutating func removeFirst() {
    frames[head] = nil
    head += 1
  }
}
