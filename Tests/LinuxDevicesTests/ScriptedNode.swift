import CV4L2
import Glibc
import MediaCore

@testable import LinuxDevices

/// One node of a ``ScriptedKernel``: what it answers to questions, and how it bends what is asked of it.
struct ScriptedNode: Sendable {
  /// A coding with its sizes and rates.
  struct Format: Sendable {
    enum Sizes: Sendable {
      case discrete([(UInt32, UInt32)])
      case range(v4l2_frmsize_stepwise)
      case unlisted
    }
    enum Rates: Sendable {
      case discrete([v4l2_fract])
      case range(v4l2_frmival_stepwise, type: UInt32)
      case unlisted
    }
    var pixelFormat: PixelFormat
    var sizes: Sizes
    var rates: Rates
  }

  /// A control; `type` is V4L2's.
  struct Control: Sendable {
    var id: UInt32
    var name: String
    var type: UInt32
    var minimum: Int64 = 0
    var maximum: Int64 = 1
    var step: UInt64 = 1
    var defaultValue: Int64 = 0
    var flags: UInt32 = 0
    var value: Int64 = 0
    var menu: [Int64: String] = [:]
  }

  var openErrno: Int32 = 0
  var driver = "scripted"
  var card = "Scripted Camera"
  var bus = "usb-0000:00:14.0-3"
  var capabilities: UInt32 = CV4L2_CAP_VIDEO_CAPTURE | CV4L2_CAP_STREAMING
  var bufferType = V4L2BufferType.single
  var formats: [Format] = []
  var controls: [Control] = []
  var knowsExtendedControls = true
  // What these requests fail with.
  var failures: [UInt: Int32] = [:]

  var initialPicture = Picture()
  // Replaces what was asked for.
  var grantedPicture: (@Sendable (Picture) -> Picture) = { $0 }
  var grantedInterval: v4l2_fract?
  var dealsInRates = true
  var bufferCount = 4
  var bufferBytes: Int?
  var bufferFlags: UInt32 = CV4L2_BUF_FLAG_TIMESTAMP_MONOTONIC
  var mappableCount = 64
  var wrongIndex: Int?

  /// A camera with the given discrete sizes and rates.
  static func camera(
    _ pixelFormat: PixelFormat = .mjpeg, _ width: UInt32 = 64, _ height: UInt32 = 48, rates: [UInt32] = [30]
  ) -> ScriptedNode {
    var node = ScriptedNode()
    node.formats = [
      Format(
        pixelFormat: pixelFormat, sizes: .discrete([(width, height)]),
        rates: .discrete(rates.map { v4l2_fract(numerator: 1, denominator: $0) }))
    ]
    return node
  }

  func granted(_ format: v4l2_format) -> Picture {
    var picture = Picture()
    let wanted = format.fmt.pix
    // Both layouts begin with width, height and code.
    picture.width = wanted.width
    picture.height = wanted.height
    picture.pixelformat = wanted.pixelformat
    picture.type = bufferType
    let name = PixelFormat(fourCC: wanted.pixelformat)
    let shape = VideoFormat(pixelFormat: name, width: Int(wanted.width), height: Int(wanted.height))
    picture.bytesperline = UInt32(shape.planes.first?.strideBytes ?? 0)
    picture.sizeimage = UInt32(max(shape.frameBytes, 4096))
    if let foreign = ConvertibleFormat.of(name) {
      picture.bytesperline = UInt32(foreign.rowBytes(width: Int(wanted.width)))
      picture.sizeimage = UInt32(foreign.pictureBytes(width: Int(wanted.width), height: Int(wanted.height)))
    }
    return grantedPicture(picture)
  }

  /// The fields of a format that the tests bend.
  struct Picture: Sendable, Equatable {
    var type = V4L2BufferType.single
    var width: UInt32 = 64
    var height: UInt32 = 48
    var pixelformat = PixelFormat.mjpeg.fourCC
    var bytesperline: UInt32 = 0
    var sizeimage: UInt32 = 4096
    var field: UInt32 = V4L2_FIELD_NONE.rawValue
    var colorspace: UInt32 = 0
    var quantization: UInt32 = 0
    var transfer: UInt32 = 0
    var planeCount: UInt8 = 1

    func write(to format: inout v4l2_format) {
      if type == .single {
        format.fmt.pix = v4l2_pix_format()
        format.fmt.pix.width = width
        format.fmt.pix.height = height
        format.fmt.pix.pixelformat = pixelformat
        format.fmt.pix.bytesperline = bytesperline
        format.fmt.pix.sizeimage = sizeimage
        format.fmt.pix.field = field
        format.fmt.pix.colorspace = colorspace
        format.fmt.pix.quantization = quantization
        format.fmt.pix.xfer_func = transfer
      } else {
        format.fmt.pix_mp.width = width
        format.fmt.pix_mp.height = height
        format.fmt.pix_mp.pixelformat = pixelformat
        format.fmt.pix_mp.field = field
        format.fmt.pix_mp.num_planes = planeCount
        format.fmt.pix_mp.plane_fmt.0.bytesperline = bytesperline
        format.fmt.pix_mp.plane_fmt.0.sizeimage = sizeimage
      }
    }
  }
}
