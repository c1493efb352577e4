import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// The driver's buffers, mapped into this process, and the traffic with them.
///
/// Owns the mappings and, while it lives, the driver's claim to the stream: `close` (and at the latest the end of
/// the object) stops streaming, unmaps, and gives the buffers back.
// Unchecked: one thread at a time uses it. The source makes it, hands it to the capture thread, and closes it after
// that thread has ended.
final class V4L2BufferQueue: @unchecked Sendable {
  struct Filled {
    let index: Int
    let flags: UInt32
    let sequence: UInt32
    let seconds: Int
    let microseconds: Int
    // What the driver says is in use, within the mapping.
    let bytes: UnsafeRawBufferPointer
    // Whether the driver claimed more bytes than the buffer has.
    let isOverlong: Bool
  }

  enum Outcome {
    case filled(Filled)
    case nothing
    case failed(Int32)
  }

  private let node: V4L2Node
  private let type: V4L2BufferType
  private var mappings: [UnsafeMutableRawBufferPointer] = []
  private var isOpen = true
  // Filled anew for every call, so that a frame costs no allocation.
  private let scratchMemory = OwnedBuffer<v4l2_buffer>(count: 1)
  private let planeMemory = OwnedBuffer<v4l2_plane>(count: 1)
  private var scratch: UnsafeMutablePointer<v4l2_buffer> { scratchMemory.pointer }
  private var plane: UnsafeMutablePointer<v4l2_plane> { planeMemory.pointer }

  // Asks for `count` buffers and maps what the driver grants; at least two, or it could not fill one while
  // another is read. `VIDIOC_REQBUFS`, `VIDIOC_QUERYBUF`, `mmap`.
  init(node: V4L2Node, type: V4L2BufferType, count: Int) throws(DeviceError) {
    self.node = node
    self.type = type
    do throws(DeviceError) {
      let granted = try request(UInt32(clamping: count))
      guard granted >= 2 else { throw node.failure(ENOMEM, "VIDIOC_REQBUFS") }
      mappings.reserveCapacity(Int(granted))
      for index in 0..<min(granted, 64) { mappings.append(try mapped(index)) }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  // The flags that the driver keeps for its buffers: the kind of timestamps is among them.
  private(set) var flags: UInt32 = 0

  var count: Int { mappings.count }

  var capacity: Int { mappings.map(\.count).min() ?? 0 }

  // Hands every buffer to the driver and starts the stream. `VIDIOC_QBUF`, `VIDIOC_STREAMON`.
  func start() throws(DeviceError) {
    for index in mappings.indices {
      let errno = enqueue(index)
      if errno != 0 { throw node.failure(errno, "VIDIOC_QBUF") }
    }
    var kind = Int32(type.rawValue)
    try node.control(CV4L2_STREAMON, &kind, "VIDIOC_STREAMON")
  }

  // The oldest filled buffer. `VIDIOC_DQBUF`.
  func dequeue() -> Outcome {
    reset(index: 0)
    let errno = node.attempt(CV4L2_DQBUF, at: UnsafeMutableRawPointer(scratch))
    if errno == EAGAIN { return .nothing }
    if errno != 0 { return .failed(errno) }
    let buffer = scratch.pointee
    let index = Int(buffer.index)
    // A driver that returns a buffer it was never given cannot be worked with.
    guard mappings.indices.contains(index) else { return .failed(EIO) }
    let mapping = UnsafeRawBufferPointer(mappings[index])
    let (start, end) =
      type == .single
      ? (0, Int(buffer.bytesused)) : (Int(plane.pointee.data_offset), Int(plane.pointee.bytesused))
    let last = min(end, mapping.count)
    let first = min(start, last)
    return .filled(
      Filled(
        index: index, flags: buffer.flags, sequence: buffer.sequence, seconds: buffer.timestamp.tv_sec,
        microseconds: Int(buffer.timestamp.tv_usec), bytes: UnsafeRawBufferPointer(rebasing: mapping[first..<last]),
        isOverlong: end > mapping.count))
  }

  // Gives a buffer back to be filled again: 0, or the error number. `VIDIOC_QBUF`.
  func enqueue(_ index: Int) -> Int32 {
    reset(index: UInt32(index))
    return node.attempt(CV4L2_QBUF, at: UnsafeMutableRawPointer(scratch))
  }

  // Stops the stream and gives everything back. Errors do not matter here: an unplugged camera has none of it left.
  func close() {
    guard isOpen else { return }
    isOpen = false
    var kind = Int32(type.rawValue)
    _ = node.attempt(CV4L2_STREAMOFF, &kind)
    for mapping in mappings {
      if let base = mapping.baseAddress { node.calls.unmap(base, length: mapping.count) }
    }
    mappings = []
    _ = try? request(0)  // closing the node gives the buffers back as well
  }

  private func request(_ count: UInt32) throws(DeviceError) -> UInt32 {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = type.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try node.control(CV4L2_REQBUFS, &request, "VIDIOC_REQBUFS")
    return request.count
  }

  private func mapped(_ index: UInt32) throws(DeviceError) -> UnsafeMutableRawBufferPointer {
    reset(index: index)
    let errno = node.attempt(CV4L2_QUERYBUF, at: UnsafeMutableRawPointer(scratch))
    if errno != 0 { throw node.failure(errno, "VIDIOC_QUERYBUF") }
    flags = scratch.pointee.flags
    let (length, offset) =
      type == .single
      ? (Int(scratch.pointee.length), Int(scratch.pointee.m.offset))
      : (Int(plane.pointee.length), Int(plane.pointee.m.mem_offset))
    guard length > 0 else { throw node.failure(EINVAL, "VIDIOC_QUERYBUF") }
    do throws(SystemError) {
      let base = try node.calls.map(node.descriptor, length: length, offset: offset)
      return UnsafeMutableRawBufferPointer(start: base, count: length)
    } catch {
      throw node.failure(error.number, error.operation)
    }
  }

  private func reset(index: UInt32) {
    plane.initialize(to: v4l2_plane())
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = type.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    if type == .multiPlanar {
      buffer.m.planes = plane
      buffer.length = 1
    }
    scratch.initialize(to: buffer)
  }
}
