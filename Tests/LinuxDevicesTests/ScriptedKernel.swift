import CLinux
import CV4L2
import Glibc
import Synchronization
import SystemCalls

@testable import LinuxDevices

/// A kernel that answers from a script: nodes with their formats, and what each buffer will hold.
///
/// Descriptors are real eventfds, so that waiting works as it does with a camera: they are readable while there
/// are happenings to report.
final class ScriptedKernel: V4L2Calls {
  /// What the driver reports next.
  enum Happening: Sendable {
    /// A filled buffer. `used` is what the driver claims, by default all of the bytes.
    case frame(
      _ bytes: [UInt8], sequence: UInt32, nanoseconds: Int64, flags: UInt32 = CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC,
      used: UInt32? = nil)
    /// From here on, `poll` reports these events and `VIDIOC_DQBUF` fails so.
    case fault(events: Int32, errno: Int32)
  }

  /// The state of one open descriptor.
  struct Opened {
    var path: String
    var picture = ScriptedNode.Picture()
    var interval = v4l2_fract(numerator: 1, denominator: 30)
    var buffers: [UnsafeMutableRawBufferPointer] = []
    var queued: [Int] = []
    var isStreaming = false
    var isExhausted = false
  }

  /// Everything that can be looked at after a test, and the script.
  struct State {
    var nodes: [String: ScriptedNode] = [:]
    var opened: [Int32: Opened] = [:]
    var happenings: [Happening] = []
    var mappedCount = 0
    var requests: [UInt] = []
  }

  // Raw pointers keep the compiler from seeing that the lock guards everything.
  struct Guarded: @unchecked Sendable { var state = State() }
  private let guarded = Mutex(Guarded())

  init(_ nodes: [String: ScriptedNode]) { guarded.withLock { $0.state.nodes = nodes } }

  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { guarded.withLock { body(&$0.state) } }

  /// How often a request has been made.
  func count(of request: UInt) -> Int { with { state in state.requests.count { $0 == request } } }

  /// Lets the camera report something.
  func happen(_ happenings: Happening...) {
    with { state in
      state.happenings += happenings
      for descriptor in state.opened.keys { Self.signal(descriptor, happenings.count) }
    }
  }

  private static func signal(_ descriptor: Int32, _ count: Int) {
    var value = UInt64(count)
    if count > 0 { _ = write(descriptor, &value, 8) }
  }

  // MARK: V4L2Calls

  func open(_ path: String) -> Int32 {
    with { state in
      guard let node = state.nodes[path] else { return -ENOENT }
      if node.openErrno != 0 { return -node.openErrno }
      let descriptor = clinux_make_event(true)
      state.opened[descriptor] = Opened(path: path, picture: node.initialPicture)
      Self.signal(descriptor, state.happenings.count)
      return descriptor
    }
  }

  func close(_ descriptor: Int32) {
    with { state in
      state.opened[descriptor] = nil
      _ = Glibc.close(descriptor)
    }
  }

  func map(_ descriptor: Int32, length: Int, offset: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    let address = with { state -> Result<Int, SystemError> in
      guard let opened = state.opened[descriptor], let node = state.nodes[opened.path] else {
        return .failure(SystemError("mmap", EBADF))
      }
      if state.mappedCount >= node.mappableCount { return .failure(SystemError("mmap", ENOMEM)) }
      state.mappedCount += 1
      return .success(Int(bitPattern: opened.buffers[offset / 4096].baseAddress))
    }
    guard let base = UnsafeMutableRawPointer(bitPattern: try address.get()) else { throw SystemError("mmap", EINVAL) }
    return base
  }

  func unmap(_ base: UnsafeMutableRawPointer, length: Int) { with { $0.mappedCount -= 1 } }

  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32 {
    let result = poll(descriptors.baseAddress, nfds_t(descriptors.count), -1)
    with { state in
      if case .fault(let events, _)? = state.happenings.first, descriptors[0].revents != 0 {
        descriptors[0].revents = Int16(events)
      }
    }
    return result
  }

  func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    // The argument is the caller's for the length of the call.
    nonisolated(unsafe) let argument = argument
    return with { state in
      state.requests.append(request)
      guard let opened = state.opened[descriptor], var node = state.nodes[opened.path] else { return -EBADF }
      if let errno = node.failures[request] { return -errno }
      switch request {
      case CV4L2_S_FMT, CV4L2_G_FMT, CV4L2_S_PARM, CV4L2_G_PARM:
        return Self.setting(request, argument, node, &state.opened[descriptor]!)
      case CV4L2_REQBUFS, CV4L2_QUERYBUF, CV4L2_QBUF, CV4L2_STREAMON, CV4L2_STREAMOFF:
        return Self.buffers(request, argument, node, &state.opened[descriptor]!)
      case CV4L2_DQBUF:
        return Self.dequeue(argument, descriptor, &state)
      default:
        defer { state.nodes[opened.path] = node }
        return node.answer(request, argument)
      }
    }
  }
}
