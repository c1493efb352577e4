import MediaCore

/// Frames in line, first in, first out.
struct FrameQueue {
  private var frames: [VideoFrame?] = []
  private var head = 0

  /// The frame that is next.
  var first: VideoFrame? { head < frames.count ? frames[head] : nil }

  mutating func append(contentsOf more: [VideoFrame]) {
    if head == frames.count {
      frames.removeAll(keepingCapacity: true)
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
