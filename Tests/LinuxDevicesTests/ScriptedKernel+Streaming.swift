import CV4L2
import Glibc

@testable import LinuxDevices

extension ScriptedKernel {
  static func setting(
    _ request: UInt, _ argument: UnsafeMutableRawPointer, _ node: ScriptedNode, _ opened: inout Opened
  ) -> Int32 {
    switch request {
    case CV4L2_S_FMT, CV4L2_G_FMT:
      let format = argument.assumingMemoryBound(to: v4l2_format.self)
      guard format.pointee.type == node.bufferType.rawValue else { return -EINVAL }
      if request == CV4L2_S_FMT {
        guard opened.buffers.isEmpty else { return -EBUSY }
        opened.picture = node.granted(format.pointee)
      }
      opened.picture.write(to: &format.pointee)
    default:
      let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
      guard node.dealsInRates else { return -ENOTTY }
      if request == CV4L2_S_PARM {
        opened.interval = node.grantedInterval ?? parameters.pointee.parm.capture.timeperframe
      }
      parameters.pointee.parm.capture.capability = CV4L2_CAP_TIMEPERFRAME
      parameters.pointee.parm.capture.timeperframe = opened.interval
    }
    return 0
  }

  static func buffers(
    _ request: UInt, _ argument: UnsafeMutableRawPointer, _ node: ScriptedNode, _ opened: inout Opened
  ) -> Int32 {
    switch request {
    case CV4L2_REQBUFS:
      let count = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
      for buffer in opened.buffers { buffer.deallocate() }
      count.pointee.count = min(count.pointee.count, UInt32(node.bufferCount))
      opened.buffers = (0..<count.pointee.count).map { _ in
        .allocate(byteCount: node.bufferBytes ?? Int(opened.picture.sizeimage), alignment: 64)
      }
      opened.queued = []
    case CV4L2_STREAMON: opened.isStreaming = true
    case CV4L2_STREAMOFF:
      opened.isStreaming = false
      opened.queued = []
    default:
      let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
      let index = Int(buffer.pointee.index)
      guard opened.buffers.indices.contains(index) else { return -EINVAL }
      buffer.pointee.flags = node.bufferFlags
      if request == CV4L2_QBUF {
        guard !opened.queued.contains(index) else { return -EINVAL }
        opened.queued.append(index)
      } else if node.bufferType == .single {
        buffer.pointee.length = UInt32(opened.buffers[index].count)
        buffer.pointee.m.offset = UInt32(index * 4096)
      } else {
        buffer.pointee.m.planes.pointee.length = UInt32(opened.buffers[index].count)
        buffer.pointee.m.planes.pointee.m.mem_offset = UInt32(index * 4096)
      }
    }
    return 0
  }

  static func dequeue(_ argument: UnsafeMutableRawPointer, _ descriptor: Int32, _ state: inout State) -> Int32 {
    guard var opened = state.opened[descriptor], let node = state.nodes[opened.path] else { return -EBADF }
    guard opened.isStreaming else { return -EINVAL }
    guard let happening = state.happenings.first else { return -EAGAIN }
    switch happening {
    case .fault(_, let errno): return -errno
    case .frame(let bytes, let sequence, let nanoseconds, let flags, let used):
      guard !opened.queued.isEmpty else { return -EAGAIN }
      let index = opened.queued.removeFirst()
      opened.buffers[index].copyBytes(from: bytes.prefix(opened.buffers[index].count))
      let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
      buffer.pointee.index = UInt32(node.wrongIndex ?? index)
      buffer.pointee.flags = flags
      buffer.pointee.sequence = sequence
      buffer.pointee.timestamp = timeval(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_usec: Int(nanoseconds % 1_000_000_000 / 1000))
      if node.bufferType == .single {
        buffer.pointee.bytesused = used ?? UInt32(bytes.count)
      } else {
        buffer.pointee.m.planes.pointee.bytesused = used ?? UInt32(bytes.count)
        buffer.pointee.m.planes.pointee.data_offset = 0
      }
      state.happenings.removeFirst()
      state.opened[descriptor] = opened
      var value: UInt64 = 0
      _ = read(descriptor, &value, 8)
      return 0
    }
  }
}
