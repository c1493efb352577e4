import CV4L2
import CaptureDevices
import Diagnostics
import Glibc
import MediaCore
import SystemCalls

/// One run of a camera, from `STREAMON` to `STREAMOFF`: its buffers, its thread, and what happens to each buffer.
// Unchecked: `queue`, `keeper` and `converter` belong to the capture thread while it runs; before its start and after
// its end they belong to whoever holds the source's lock.
final class V4L2Stream: @unchecked Sendable {
  private let node: V4L2Node
  private let queue: V4L2BufferQueue
  private let converter: V4L2FormatConverter?
  private let format: VideoFormat
  // Kept, because the format works them out anew each time.
  private let frameBytes: Int
  private let isCompressed: Bool
  private let clock: any MediaClock
  private let stageClock: (any StageClock)?
  private let stopSignal: StopSignal
  private var keeper = FrameTimekeeper()
  private var thread: CaptureThread?

  // Claims the driver's buffers; nothing streams yet.
  init(
    node: V4L2Node, type: V4L2BufferType, format: VideoFormat, converter: V4L2FormatConverter?, bufferCount: Int,
    clock: any MediaClock, stageClock: (any StageClock)?
  ) throws(DeviceError) {
    do { stopSignal = try StopSignal() } catch { throw node.failure(error.number, error.operation) }
    self.node = node
    self.format = format
    (frameBytes, isCompressed) = (format.frameBytes, format.pixelFormat.isCompressed)
    self.converter = converter
    self.clock = clock
    self.stageClock = stageClock
    queue = try V4L2BufferQueue(node: node, type: type, count: bufferCount)
    guard converter != nil || queue.capacity >= frameBytes else {
      throw DeviceError(
        .unsupportedMode, context: node.path, operation: "VIDIOC_QUERYBUF",
        message: "The driver's buffers are smaller than its pictures. Choose another size or coding.")
    }
  }

  // Which instant the driver says its stamps mark.
  var timestampInstant: TimestampInstant { Self.instant(of: queue.flags) }

  var bufferCount: Int { queue.count }

  // Starts streaming, and delivers to `sink` on a thread of its own, which holds `source` and `sink` while it runs.
  func start(_ source: V4L2VideoSource, _ sink: any VideoSink) throws(DeviceError) {
    try queue.start()
    do { thread = try CaptureThread(name: "livecam-camera") { self.run(source, sink) } } catch {
      throw node.failure(error.number, error.operation)
    }
  }

  // Ends streaming; when it returns, the thread has ended and the driver has its buffers back.
  func stop() {
    precondition(thread.map { !$0.isCurrent } ?? true, "a camera stopped from inside its sink's call")
    stopSignal.raise()
    thread?.join()
    thread = nil
    queue.close()
  }

  private func run(_ source: V4L2VideoSource, _ sink: any VideoSink) {
    let none = Int16(0)
    let memory = OwnedBuffer(
      count: 2, repeating: pollfd(fd: stopSignal.descriptor, events: Int16(POLLIN), revents: none))
    let descriptors = memory.elements
    descriptors[0].fd = node.descriptor
    while true {
      let ready = node.calls.wait(descriptors)
      if descriptors[1].revents != 0 { return }
      let events = Int32(descriptors[0].revents)
      let error = ready < 0 ? node.failure(-ready, "poll") : takeBuffer(source, sink, events)
      if let error {
        sink.videoSource(source, didFail: error)
        return
      }
    }
  }

  // Takes, delivers and gives back one buffer. An error ends the stream.
  private func takeBuffer(_ source: V4L2VideoSource, _ sink: any VideoSink, _ events: Int32) -> DeviceError? {
    let start = stageClock?.now
    switch queue.dequeue() {
    case .failed(let errno):
      // A camera that has hung up is gone, whatever its driver makes of the call.
      return node.failure(events & POLLHUP != 0 ? ENODEV : errno, "VIDIOC_DQBUF")
    case .nothing:
      // Readiness without a buffer is nothing; an error without one would come again at once, for ever.
      if events & POLLHUP != 0 { return node.failure(ENODEV, "poll") }
      return events & (POLLERR | POLLNVAL) != 0 ? node.failure(EIO, "poll") : nil
    case .filled(let buffer):
      deliver(buffer, since: start, source, sink)
      let errno = queue.enqueue(buffer.index)
      return errno == 0 ? nil : node.failure(errno, "VIDIOC_QBUF")
    }
  }

  private func deliver(
    _ buffer: V4L2BufferQueue.Filled, since start: StageReading?, _ source: V4L2VideoSource, _ sink: any VideoSink
  ) {
    let (number, missing) = keeper.number(for: buffer.sequence)
    if missing > 0 { sink.videoSource(source, didSkip: missing, reason: .dropped) }
    if buffer.flags & CV4L2_BUF_FLAG_ERROR != 0 {
      sink.videoSource(source, didSkip: 1, reason: .flaggedError)
      return
    }
    guard !buffer.isOverlong, let bytes = picture(in: buffer.bytes) else {
      sink.videoSource(source, didSkip: 1, reason: .truncated)
      return
    }
    let isMonotonic =
      buffer.flags & CV4L2_BUF_FLAG_TIMESTAMP_MASK == CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC
    let stamp =
      isMonotonic ? FrameTimekeeper.nanoseconds(seconds: buffer.seconds, microseconds: buffer.microseconds) : nil
    guard let time = keeper.nanoseconds(stamp: stamp, now: clock.now.nanoseconds) else {
      sink.videoSource(source, didSkip: 1, reason: .flaggedError)
      return
    }
    source.noteInstant(isMonotonic ? Self.instant(of: buffer.flags) : .unknown)
    let dequeuing = start.flatMap { start in stageClock.map { StageSpan(from: start, to: $0.now) } }
    sink.videoSource(
      source,
      didCapture: BorrowedVideoFrame(
        format: format, time: MediaTime(nanoseconds: time), sequence: number, bytes: bytes, dequeuing: dequeuing))
  }

  // The whole picture in a buffer, converted where need be; nil if it is not whole.
  private func picture(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if let converter { return converter.convert(bytes) }
    if isCompressed { return JPEGExtent.whole(in: bytes) }
    guard frameBytes > 0, bytes.count >= frameBytes else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[0..<frameBytes])
  }

  private static func instant(of flags: UInt32) -> TimestampInstant {
    guard flags & CV4L2_BUF_FLAG_TIMESTAMP_MASK == CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC else {
      return .unknown
    }
    let isStart = flags & CV4L2_BUF_FLAG_TSTAMP_SRC_MASK == CV4L2_BUF_FLAG_TSTAMP_SRC_SOE
    return isStart ? .startOfExposure : .endOfFrame
  }
}
