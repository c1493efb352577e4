import CV4L2
import Glibc
import MediaCore

/// A device that libv4lconvert sees in place of the camera: it has one format in one size, and no controls.
final class OneFormatDevice {
  private let picture: V4L2PictureFormat

  init(_ picture: V4L2PictureFormat) { self.picture = picture }

  // The library's calls come here; its first argument is the object.
  static var operations: libv4l_dev_ops {
    var operations = libv4l_dev_ops()
    operations.ioctl = { object, _, request, argument in
      guard let object, let argument else {
        errno = EFAULT
        return -1
      }
      let device = Unmanaged<OneFormatDevice>.fromOpaque(object).takeUnretainedValue()  // its converter holds it
      guard device.answer(UInt(request), argument) else {
        errno = EINVAL
        return -1
      }
      return 0
    }
    return operations
  }

  private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Bool {
    switch request {
    case CV4L2_QUERYCAP:
      argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities =
        CV4L2_CAP_VIDEO_CAPTURE | CV4L2_CAP_STREAMING
    case CV4L2_ENUM_FMT:
      let entry = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      guard entry.pointee.index == 0 else { return false }
      entry.pointee.pixelformat = picture.pixelFormat.fourCC
    case CV4L2_ENUM_FRAMESIZES:
      let entry = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
      guard entry.pointee.index == 0 else { return false }
      entry.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      entry.pointee.discrete.width = UInt32(picture.width)
      entry.pointee.discrete.height = UInt32(picture.height)
    case CV4L2_QUERYCTRL:
      // A control that exists keeps the library from making its own, kept in shared memory that nobody removes.
      argument.assumingMemoryBound(to: v4l2_queryctrl.self).pointee.flags = 0
    default: return false
    }
    return true
  }
}
