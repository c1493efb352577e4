import CV4L2
import CaptureDevices
import MediaCore

/// The shape of pictures that a driver says it will deliver.
struct V4L2PictureFormat: Equatable {
  var pixelFormat: PixelFormat
  var width: Int
  var height: Int
  // From the start of a row to the start of the next; 0 for compressed codings.
  var strideBytes: Int
  // The most bytes of one picture.
  var sizeBytes: Int
  // How many buffers a picture lies in.
  var bufferCount = 1
  var field: UInt32 = V4L2_FIELD_NONE.rawValue
  var colorspace: UInt32 = 0
  var quantization: UInt32 = 0
  var transfer: UInt32 = 0

  // Fields that come one at a time, or one above the other, are not pictures.
  var isWholePicture: Bool {
    [V4L2_FIELD_ANY, V4L2_FIELD_NONE, V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB, V4L2_FIELD_INTERLACED_BT]
      .map(\.rawValue).contains(field)
  }

  // Which values are black and white; nil for what the coding implies. Linux has the rule as
  // `V4L2_MAP_QUANTIZATION_DEFAULT`; a JPEG carries its own.
  var range: ColorRange? {
    if pixelFormat.isCompressed || pixelFormat.bayer != nil { return .full }
    if quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue { return .full }
    if quantization == V4L2_QUANTIZATION_LIM_RANGE.rawValue { return .video }
    return colorspace == V4L2_COLORSPACE_JPEG.rawValue ? .full : nil
  }

  // How the values of raw samples stand for light; nil for formats that hold pictures.
  //
  // What a driver says outright is believed. Where it leaves the curve to its colour space, that is mostly sRGB out of
  // habit: webcams of eight bits do put a curve on their samples, more bits are a sensor's own and linear.
  var light: LightCoding? {
    guard let coding = pixelFormat.bayer else { return nil }
    if transfer == V4L2_XFER_FUNC_NONE.rawValue || colorspace == V4L2_COLORSPACE_RAW.rawValue { return .linear }
    if transfer != V4L2_XFER_FUNC_DEFAULT.rawValue { return .display }
    return coding.bitsPerSample > 8 || colorspace == V4L2_COLORSPACE_DEFAULT.rawValue ? .linear : .display
  }
}

extension V4L2Node {
  // The format that the node is set to. `VIDIOC_G_FMT`.
  func pictureFormat(_ type: V4L2BufferType) throws(DeviceError) -> V4L2PictureFormat {
    var format = v4l2_format()
    format.type = type.rawValue
    try control(CV4L2_G_FMT, &format, "VIDIOC_G_FMT")
    return picture(in: format, type)
  }

  // Asks for a format and returns what the driver made of it, which may be another. `VIDIOC_S_FMT`.
  func setPictureFormat(
    _ pixelFormat: PixelFormat, width: Int, height: Int, _ type: V4L2BufferType
  ) throws(DeviceError) -> V4L2PictureFormat {
    var format = v4l2_format()
    format.type = type.rawValue
    // Both of the kernel's structures begin with these.
    format.fmt.pix.pixelformat = pixelFormat.fourCC
    format.fmt.pix.width = UInt32(width)
    format.fmt.pix.height = UInt32(height)
    format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    switch type {
    // Says that the fields behind it, the quantization among them, mean something.
    case .single: format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    case .multiPlanar: format.fmt.pix_mp.num_planes = 1
    }
    try control(CV4L2_S_FMT, &format, "VIDIOC_S_FMT")
    return picture(in: format, type)
  }

  private func picture(in format: v4l2_format, _ type: V4L2BufferType) -> V4L2PictureFormat {
    let (pix, planes) = (format.fmt.pix, format.fmt.pix_mp)
    let isSingle = type == .single
    return V4L2PictureFormat(
      pixelFormat: PixelFormat(fourCC: pix.pixelformat), width: Int(pix.width), height: Int(pix.height),
      strideBytes: Int(isSingle ? pix.bytesperline : planes.plane_fmt.0.bytesperline),
      sizeBytes: Int(isSingle ? pix.sizeimage : planes.plane_fmt.0.sizeimage),
      bufferCount: isSingle ? 1 : Int(planes.num_planes), field: pix.field,
      colorspace: isSingle ? pix.colorspace : planes.colorspace,
      quantization: isSingle ? pix.quantization : UInt32(planes.quantization),
      transfer: isSingle ? pix.xfer_func : UInt32(planes.xfer_func))
  }

  // Asks for a rate and returns the one that the driver granted; nil if it does not deal in rates.
  // `VIDIOC_S_PARM`, or `VIDIOC_G_PARM` when nothing is asked for.
  func setFrameInterval(_ interval: MediaTime?, _ type: V4L2BufferType) throws(DeviceError) -> MediaTime? {
    var parameters = v4l2_streamparm()
    parameters.type = type.rawValue
    guard attempt(CV4L2_G_PARM, &parameters) == 0 else { return nil }
    if let interval, parameters.parm.capture.capability & CV4L2_CAP_TIMEPERFRAME != 0 {
      parameters.parm.capture.timeperframe = FrameInterval.fraction(interval)
      try control(CV4L2_S_PARM, &parameters, "VIDIOC_S_PARM")
    }
    return FrameInterval.time(parameters.parm.capture.timeperframe)
  }
}
