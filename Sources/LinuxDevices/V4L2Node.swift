import CV4L2
import CaptureDevices
import Glibc
import MediaCore

/// An open V4L2 node and its descriptor, which closes when the last reference goes.
///
/// The typed calls of the extensions all come down to ``control(_:_:_:)``.
final class V4L2Node: Sendable {
  let path: String
  let descriptor: Int32
  let calls: any V4L2Calls

  init(path: String, calls: any V4L2Calls) throws(DeviceError) {
    let result = calls.open(path)
    guard result >= 0 else {
      // At open, "no such device" is a node that nobody serves, not a camera that has just gone.
      throw .v4l2(-result == ENODEV ? ENXIO : -result, device: path, operation: "open")
    }
    self.path = path
    self.calls = calls
    descriptor = result
  }

  deinit { calls.close(descriptor) }

  // One ioctl: 0, or the error number above zero.
  func attempt<Argument>(_ request: UInt, _ argument: inout Argument) -> Int32 {
    withUnsafeMutablePointer(to: &argument) { attempt(request, at: UnsafeMutableRawPointer($0)) }
  }

  func attempt(_ request: UInt, at argument: UnsafeMutableRawPointer) -> Int32 {
    let result = calls.ioctl(descriptor, request, argument)
    return result < 0 ? -result : 0
  }

  func control<Argument>(_ request: UInt, _ argument: inout Argument, _ name: String) throws(DeviceError) {
    let errno = attempt(request, &argument)
    if errno != 0 { throw failure(errno, name) }
  }

  func failure(_ errno: Int32, _ operation: String) -> DeviceError {
    .v4l2(errno, device: path, operation: operation)
  }

  // The text of a fixed C array, up to its first zero.
  static func text<Array>(_ array: Array) -> String {
    withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
