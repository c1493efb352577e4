import CaptureDevices
import MediaCore

/// A sink that passes on what it is told, as values that can be compared.
final class VideoSinkStream: VideoSink {
  enum Event: Sendable, Equatable {
    case frame(sequence: UInt64, nanoseconds: Int64, bytes: [UInt8])
    case skip(Int, SkipReason)
    case failure(DeviceError.Code, errno: Int32?)
  }

  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream() }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    continuation.yield(
      .frame(sequence: frame.sequence, nanoseconds: frame.time.nanoseconds, bytes: Array(frame.bytes)))
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
    continuation.yield(.skip(count, reason))
  }

  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {
    continuation.yield(.failure(error.code, errno: error.status.map { Int32($0) }))
  }

  /// The next `count` events.
  func next(_ count: Int) async -> [Event] {
    var taken: [Event] = []
    if count == 0 { return taken }
    for await event in events {
      taken.append(event)
      if taken.count == count { break }
    }
    return taken
  }
}
