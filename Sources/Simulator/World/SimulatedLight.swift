import CaptureDevices
import MediaCore

/// The brightness of a simulated camera's pictures, relative to that with all controls at their defaults.
struct SimulatedLight {
  let factor: Double

  init(of source: any ControlledCamera) {
    let controls = CameraControls(source)
    func ratio(_ range: CameraControlRange?) -> Double {
      // A control that is missing or cannot be read counts as if it were at its default, which changes no light.
      guard let control = range?.control, control.defaultValue > 0, let now = try? source.value(ofControl: control.id)
      else { return 1 }
      return Double(now) / Double(control.defaultValue)
    }
    var factor = 1.0
    if let mode = try? controls.exposureMode?.value(), mode == .manual {  // else the camera exposes by itself
      factor *= ratio(controls.exposureTime) * ratio(controls.gain)
    } else if let stops = try? controls.exposureBias?.value() {  // one that cannot be read brightens nothing
      // In halves of a stop.
      factor *= ReproducibleMath.power(2, (2 * stops).rounded(.towardZero) / 2)
    }
    if let flash = try? controls.flashMode?.value(), flash != .off { factor *= 2 }  // unread, it does not fire
    self.factor = factor
  }

  /// Hands on the frame as it looks in this light: brightness of pixels, samples of sensors. Frames of compressed or
  /// packed formats are left as they are.
  func shine(on frame: BorrowedVideoFrame, _ body: (BorrowedVideoFrame) -> Void) {
    guard factor != 1, let samples = Samples(frame.format) else { return body(frame) }
    var bytes = [UInt8](frame.bytes)
    samples.multiply(&bytes, by: factor)
    bytes.withUnsafeBytes {
      body(BorrowedVideoFrame(format: frame.format, time: frame.time, sequence: frame.sequence, bytes: $0))
    }
  }

  /// The place of a frame's samples of light: in a plane of bytes, or of little-endian words.
  private struct Samples {
    private let byteCount: Int
    private let maximum: Int

    /// `nil` for formats whose light cannot be changed without coding them anew.
    init?(_ format: VideoFormat) {
      let planar: [PixelFormat] = [.yu12, .nv12, .grey]
      guard let plane = format.planes.first else { return nil }
      if let bayer = format.pixelFormat.bayer {
        guard bayer.packing == .whole else { return nil }
        maximum = bayer.maximumSample
      } else if planar.contains(format.pixelFormat) {
        maximum = 255
      } else {
        return nil
      }
      byteCount = plane.strideBytes * format.height
    }

    func multiply(_ bytes: inout [UInt8], by factor: Double) {
      let end = max(0, min(bytes.count, byteCount))
      let table = (0...maximum).map { UInt16(min(Double(maximum), max(0, Double($0) * factor))) }
      guard maximum > 255 else {
        for index in 0..<end { bytes[index] = UInt8(truncatingIfNeeded: table[Int(bytes[index])]) }
        return
      }
      for index in stride(from: 0, to: end - 1, by: 2) {
        let sample = Int(bytes[index]) | Int(bytes[index + 1]) << 8
        let lit = table[min(sample, maximum)]
        bytes[index] = UInt8(truncatingIfNeeded: lit)
        bytes[index + 1] = UInt8(truncatingIfNeeded: lit >> 8)
      }
    }
  }
}
