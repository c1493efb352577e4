import MediaCore
import VideoCoding

@testable import LivePhotoFiles

/// A movie whose pictures are drawn when they are asked for, and which knows how many were.
final class DrawnStream: FrameStream {
  let times: [TimeRange]
  private let draw: (Int) throws -> I420Picture
  private(set) var drawn: [Int] = []

  init(count: Int, rate: Int64 = 30, _ draw: @escaping (Int) throws -> I420Picture) {
    times = (0..<count).map {
      TimeRange(
        start: MediaTime(value: Int64($0) * 600 / rate, timescale: 600),
        duration: MediaTime(value: 600 / rate, timescale: 600))
    }
    self.draw = draw
  }

  func forEachPicture(in range: Range<Int>, _ body: (Int, I420Picture) throws -> Void) throws {
    for index in range {
      drawn.append(index)
      try body(index, try draw(index))
    }
  }
}
