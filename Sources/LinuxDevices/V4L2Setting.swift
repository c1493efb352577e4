import CaptureDevices
import Glibc
import MediaCore

/// The setting of a camera: the picture and rate that the driver granted.
struct V4L2Setting {
  let type: V4L2BufferType
  let picture: V4L2PictureFormat
  // The rate; where the driver deals in none, what was wished for.
  let frameInterval: MediaTime
  // What is to be said about the rate beside the negotiator's reason; empty if it is as chosen.
  let remark: String

  // Sets the node to a choice and checks what the driver made of it. `VIDIOC_S_FMT`, `VIDIOC_S_PARM`.
  init(
    _ choice: ModeNegotiator.Choice, wish: VideoWish, type: V4L2BufferType, on node: V4L2Node
  ) throws(DeviceError) {
    let wanted = choice.capability
    let picture: V4L2PictureFormat
    do {
      picture = try node.setPictureFormat(wanted.pixelFormat, width: wanted.width, height: wanted.height, type)
    } catch  where error.status == Int(EINVAL) {
      throw Self.refusal(
        node, "VIDIOC_S_FMT",
        "The driver lists \(wanted.pixelFormat) \(wanted.width)x\(wanted.height) and refuses it.", errno: EINVAL)
    }
    guard picture.pixelFormat == wanted.pixelFormat, picture.width == wanted.width, picture.height == wanted.height
    else {
      throw Self.refusal(
        node, "VIDIOC_S_FMT",
        "The driver gives \(picture.pixelFormat) \(picture.width)x\(picture.height) in place of "
          + "\(wanted.pixelFormat) \(wanted.width)x\(wanted.height).")
    }
    guard picture.isWholePicture, picture.bufferCount == 1 else {
      throw Self.refusal(node, "VIDIOC_S_FMT", "The driver delivers pictures in parts.")
    }
    let granted = try node.setFrameInterval(choice.frameInterval, type)
    if let rate = wish.frameRate, let granted, !Self.agrees(granted, MediaTime(seconds: 1 / rate)) {
      throw Self.refusal(
        node, "VIDIOC_S_PARM",
        "The driver runs this size at \(Self.text(granted)) fps, not at \(rate) fps.")
    }
    self.type = type
    self.picture = picture
    frameInterval = granted ?? choice.frameInterval ?? MediaTime(value: 1, timescale: 30)
    remark = Self.remark(granted: granted, chosen: choice.frameInterval, assumed: frameInterval)
  }

  // Sets the node again if it is no longer set so. Throws `.unsupportedMode` if the driver now grants another mode.
  func restore(on node: V4L2Node) throws(DeviceError) {
    let present = try node.pictureFormat(type)
    let rate = try node.setFrameInterval(nil, type)
    if present == picture, rate.map({ Self.agrees($0, frameInterval) }) ?? true { return }
    let again = try node.setPictureFormat(picture.pixelFormat, width: picture.width, height: picture.height, type)
    let granted = try node.setFrameInterval(frameInterval, type)
    guard again == picture, granted.map({ Self.agrees($0, frameInterval) }) ?? true else {
      throw Self.refusal(node, "VIDIOC_S_FMT", "The camera can no longer be set to the mode that it was opened with.")
    }
  }

  // The shape of what is delivered, at the granted rate.
  func mode(device: String) throws(DeviceError) -> VideoMode {
    if let converter = try converter(device: device) {
      return VideoMode(format: converter.target, frameInterval: frameInterval)
    }
    let isRaw = !picture.pixelFormat.isCompressed && picture.strideBytes > 0
    let format = VideoFormat(
      pixelFormat: picture.pixelFormat, width: picture.width, height: picture.height,
      strideBytes: isRaw ? picture.strideBytes : nil, range: picture.range, light: picture.light)
    // A stride shorter than a row would have been ignored.
    let strideHolds = !isRaw || format.planes.first.map { $0.strideBytes == picture.strideBytes } ?? true
    guard strideHolds, format.frameBytes <= picture.sizeBytes else {
      throw DeviceError(
        .unsupportedMode, context: device, operation: "VIDIOC_S_FMT",
        message: "The driver's rows (\(picture.strideBytes) bytes) or pictures (\(picture.sizeBytes) bytes) are too "
          + "short for \(format). Choose another size or coding.")
    }
    return VideoMode(format: format, frameInterval: frameInterval)
  }

  func converter(device: String) throws(DeviceError) -> V4L2FormatConverter? {
    PixelFormat.native.contains(picture.pixelFormat) ? nil : try V4L2FormatConverter(picture, device: device)
  }

  private static func remark(granted: MediaTime?, chosen: MediaTime?, assumed: MediaTime) -> String {
    guard let granted else {
      return " The driver does not tell its rate; \(text(assumed)) fps is assumed."
    }
    guard let chosen else { return " The driver runs it at \(text(granted)) fps." }
    return agrees(granted, chosen)
      ? "" : " The driver runs it at \(text(granted)) fps in place of \(text(chosen))."
  }

  private static func agrees(_ left: MediaTime, _ right: MediaTime) -> Bool {
    abs(left.seconds - right.seconds) <= right.seconds * 0.005
  }

  private static func text(_ interval: MediaTime) -> String {
    ModeNegotiator.number(interval.seconds > 0 ? 1 / interval.seconds : 0)
  }

  private static func refusal(
    _ node: V4L2Node, _ operation: String, _ message: String, errno: Int32? = nil
  ) -> DeviceError {
    DeviceError(
      .unsupportedMode, context: node.path, operation: operation, status: errno.map { Int($0) },
      message: message + " Choose another mode, or leave the choice open.")
  }
}

extension MediaTime {
  // A length for comparisons, to the nanosecond.
  fileprivate init(seconds: Double) { self.init(seconds: seconds, preferredTimescale: 1_000_000_000) }
}
