import CV4L2
import Glibc
import SystemCalls

/// The kernel's own calls. The only place that makes them.
struct KernelV4L2Calls: V4L2Calls {
  func open(_ path: String) -> Int32 {
    repeated { Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
  }

  // close is not tried again: after EINTR Linux has closed the descriptor, and its number may be another's by now.
  func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    repeated { Glibc.ioctl(descriptor, request, argument) }
  }

  // Writable, because libv4lconvert takes its source as such; drivers allow it for capture buffers.
  func map(_ descriptor: Int32, length: Int, offset: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    let base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
    guard let base, base != MAP_FAILED else { throw SystemError("mmap") }
    return base
  }

  func unmap(_ base: UnsafeMutableRawPointer, length: Int) { munmap(base, length) }

  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32 {
    repeated { poll(descriptors.baseAddress, nfds_t(descriptors.count), -1) }
  }

  private func repeated(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { return -errno }
    }
  }
}
