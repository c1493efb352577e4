import Glibc
import SystemCalls

/// The system calls that a camera needs: the kernel's in the program, a scripted kernel's in tests.
///
/// Results are the kernel's own: zero or more for success, a negated error number for failure. No call returns
/// `-EINTR`; an implementation tries again.
protocol V4L2Calls: Sendable {
  // Opens a node for reading and writing, without waiting; the result is a descriptor.
  func open(_ path: String) -> Int32
  func close(_ descriptor: Int32)
  func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
  // Maps a driver's buffer for reading and writing.
  func map(_ descriptor: Int32, length: Int, offset: Int) throws(SystemError) -> UnsafeMutableRawPointer
  func unmap(_ base: UnsafeMutableRawPointer, length: Int)
  // Waits, without a limit, until one of the descriptors has something to report.
  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32
}
