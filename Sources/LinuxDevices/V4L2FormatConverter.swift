import CV4L2
import CaptureDevices
import Glibc
import MediaCore

/// Turns pictures of a coding that livecam does not read into one that it does, through libv4lconvert.
///
/// The library is shown a device that has just the one format and size, never the camera: it has nothing to ask
/// there, and its software controls, which would leave shared memory behind, stay out of the way.
// Unchecked: the capture thread alone converts, after the object has been made and before it is given up.
final class V4L2FormatConverter: @unchecked Sendable {
  let target: VideoFormat

  private let handle: OpaquePointer
  private let view: OneFormatDevice
  private let operations: OwnedBuffer<libv4l_dev_ops>
  private var source: v4l2_format
  private var destination: v4l2_format
  private let sourceBytes: Int
  private let output: OwnedBuffer<UInt8>

  // Throws `.unsupportedMode` for pictures that cannot be converted.
  init(_ picture: V4L2PictureFormat, device: String) throws(DeviceError) {
    guard let format = ConvertibleFormat.of(picture.pixelFormat) else {
      throw Self.refusal(device, "livecam reads no \(picture.pixelFormat) pictures and cannot convert them.")
    }
    // The library's loops work on pairs of pixels and rows, and most of them know no padding.
    guard picture.width.isMultiple(of: 2), picture.height.isMultiple(of: 2), picture.width >= 8, picture.height >= 8,
      picture.strideBytes == 0 || picture.strideBytes == format.rowBytes(width: picture.width)
    else {
      throw Self.refusal(
        device, "\(picture.pixelFormat) pictures with an odd size or padded rows cannot be converted.")
    }
    let view = OneFormatDevice(picture)
    operations = OwnedBuffer(repeating: OneFormatDevice.operations)
    guard
      let handle = v4lconvert_create_with_dev_ops(
        -1, Unmanaged.passUnretained(view).toOpaque(), operations.pointer)
    else {
      throw Self.refusal(device, "libv4lconvert could not be set up.")
    }
    let bytes = format.pictureBytes(width: picture.width, height: picture.height)
    source = Self.format(picture.pixelFormat, picture, stride: format.rowBytes(width: picture.width), bytes: bytes)
    target = VideoFormat(
      pixelFormat: format.target, width: picture.width, height: picture.height,
      range: format.targetRange ?? picture.range)
    destination = Self.format(format.target, picture, stride: target.planes[0].strideBytes, bytes: target.frameBytes)
    sourceBytes = bytes
    output = OwnedBuffer(count: target.frameBytes, alignment: 64)
    self.handle = handle
    self.view = view
  }

  deinit { v4lconvert_destroy(handle) }

  // The converted picture, valid until the next call; nil if `bytes` is not a whole picture.
  func convert(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= sourceBytes, let input = bytes.baseAddress else { return nil }
    // The library takes its source as writable; the driver's mapping is.
    let written = v4lconvert_convert(
      handle, &source, &destination, UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self)),
      Int32(sourceBytes), output.pointer, Int32(output.elements.count))
    return Int(written) == output.elements.count ? UnsafeRawBufferPointer(output.bytes) : nil
  }

  private static func format(
    _ pixelFormat: PixelFormat, _ picture: V4L2PictureFormat, stride: Int, bytes: Int
  ) -> v4l2_format {
    var format = v4l2_format()
    format.type = V4L2BufferType.single.rawValue
    format.fmt.pix.pixelformat = pixelFormat.fourCC
    format.fmt.pix.width = UInt32(picture.width)
    format.fmt.pix.height = UInt32(picture.height)
    format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    format.fmt.pix.bytesperline = UInt32(stride)
    format.fmt.pix.sizeimage = UInt32(bytes)
    return format
  }

  private static func refusal(_ device: String, _ message: String) -> DeviceError {
    DeviceError(.unsupportedMode, context: device, message: message + " Choose another coding or size.")
  }
}
