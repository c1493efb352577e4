import CV4L2
import CaptureDevices
import Glibc
import MediaCore

extension V4L2Node {
  // Drivers end their lists by EINVAL. A driver that never does is cut off here.
  private static let longestList: UInt32 = 512

  // What the node says about itself. Its capabilities are its own, not those of all nodes of the device together.
  // `VIDIOC_QUERYCAP`.
  func capability() throws(DeviceError) -> v4l2_capability {
    var answer = v4l2_capability()
    try control(CV4L2_QUERYCAP, &answer, "VIDIOC_QUERYCAP")
    if answer.capabilities & CV4L2_CAP_DEVICE_CAPS != 0 { answer.capabilities = answer.device_caps }
    return answer
  }

  // Every coding that the driver lists, in its order, without repeats. `VIDIOC_ENUM_FMT`.
  func pixelFormats(_ type: V4L2BufferType) -> [PixelFormat] {
    var formats: [PixelFormat] = []
    for index in 0..<Self.longestList {
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = type.rawValue
      guard attempt(CV4L2_ENUM_FMT, &entry) == 0 else { break }
      let format = PixelFormat(fourCC: entry.pixelformat)
      if !formats.contains(format) { formats.append(format) }
    }
    return formats
  }

  // The sizes of a coding; for ranges, the usual sizes inside. `VIDIOC_ENUM_FRAMESIZES`.
  func sizes(of format: PixelFormat) -> [FrameSize] {
    var sizes: [FrameSize] = []
    for index in 0..<Self.longestList {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = format.fourCC
      guard attempt(CV4L2_ENUM_FRAMESIZES, &entry) == 0 else { break }
      guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        let range = entry.stepwise
        return FrameSize.usual(
          width: .init(least: range.min_width, greatest: range.max_width, step: range.step_width),
          height: .init(least: range.min_height, greatest: range.max_height, step: range.step_height))
      }
      let size = FrameSize(width: entry.discrete.width, height: entry.discrete.height)
      if let size, !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  // The intervals of a coding and size, shortest first; for ranges, the usual rates inside.
  // `VIDIOC_ENUM_FRAMEINTERVALS`.
  func intervals(of format: PixelFormat, _ size: FrameSize) -> [MediaTime] {
    var intervals: [MediaTime] = []
    for index in 0..<Self.longestList {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format.fourCC
      entry.width = UInt32(size.width)
      entry.height = UInt32(size.height)
      guard attempt(CV4L2_ENUM_FRAMEINTERVALS, &entry) == 0 else { break }
      guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        let range = entry.stepwise
        return FrameInterval.usual(
          least: FrameInterval.time(range.min), greatest: FrameInterval.time(range.max),
          step: entry.type == V4L2_FRMIVAL_TYPE_STEPWISE.rawValue ? FrameInterval.time(range.step) : nil)
      }
      if let interval = FrameInterval.time(entry.discrete), !intervals.contains(interval) {
        intervals.append(interval)
      }
    }
    return intervals.sorted()
  }

  // Every coding, size and rate. Drivers that list no sizes are asked for the one they are set to.
  func modes(_ type: V4L2BufferType) -> [VideoModeCapability] {
    var present: V4L2PictureFormat?
    var modes: [VideoModeCapability] = []
    for format in pixelFormats(type) {
      var sizes = sizes(of: format)
      if sizes.isEmpty {
        if present == nil { present = try? pictureFormat(type) }  // a driver that tells none has no mode to offer
        sizes = present.flatMap { FrameSize(width: UInt32($0.width), height: UInt32($0.height)) }.map { [$0] } ?? []
      }
      modes += sizes.map {
        VideoModeCapability(
          pixelFormat: format, width: $0.width, height: $0.height, frameIntervals: intervals(of: format, $0))
      }
    }
    return modes
  }
}
