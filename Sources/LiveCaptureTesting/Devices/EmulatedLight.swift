import CaptureDevices
import MediaCore

/// The controls that phones' cameras have, by V4L2's numbers and in V4L2's units.
enum EmulatedControls {
  static let all = [mode, time, gain, bias, flash]

  static let mode = menu(
    CameraControlNumber.exposureMode, "Auto Exposure", [0: "Auto Mode", 1: "Manual Mode"], default: 0)
  /// In units of 100 µs: 0.1 to 500 ms.
  static let time = integer(CameraControlNumber.exposureTime, "Exposure Time, Absolute", 1...5000, default: 100)
  static let gain = integer(CameraControlNumber.gain, "Gain", 32...3200, default: 100)
  /// In thousandths of an EV.
  static let bias = menu(
    CameraControlNumber.exposureBias, "Auto Exposure, Bias",
    Dictionary(uniqueKeysWithValues: (0...8).map { (Int64($0), "\($0 * 500 - 2000)") }), default: 4)
  static let flash = menu(
    CameraControlNumber.flashMode, "LED Mode", [0: "Off", 1: "Flash", 2: "Torch"], default: 0)

  private static func integer(_ id: UInt32, _ name: String, _ range: ClosedRange<Int64>, default value: Int64)
    -> DeviceControl
  {
    DeviceControl(
      id: id, name: name, kind: .integer, minimum: range.lowerBound, maximum: range.upperBound, step: 1,
      defaultValue: value, value: value, menu: [:])
  }

  private static func menu(_ id: UInt32, _ name: String, _ menu: [Int64: String], default value: Int64) -> DeviceControl
  {
    DeviceControl(
      id: id, name: name, kind: .menu, minimum: menu.keys.min() ?? 0, maximum: menu.keys.max() ?? 0, step: 1,
      defaultValue: value, value: value, menu: menu)
  }
}

/// How much brighter an emulated camera's pictures are than with all controls at their defaults.
struct EmulatedLight {
  private let factor: Double

  init(of source: EmulatedVideoSource) {
    let controls = CameraControls(source)
    func ratio(_ range: CameraControlRange?) -> Double {
      guard let control = range?.control, control.defaultValue > 0, let now = try? source.value(ofControl: control.id)
      else { return 1 }
      return Double(now) / Double(control.defaultValue)
    }
    var factor = 1.0
    if let mode = try? controls.exposureMode?.value(), mode == .manual {
      factor *= ratio(controls.exposureTime) * ratio(controls.gain)
    } else if let stops = try? controls.exposureBias?.value() {
      // Two to the power of so many stops, in halves of a stop.
      factor *= stops < 0 ? 1 / Self.power(-stops) : Self.power(stops)
    }
    if let flash = try? controls.flashMode?.value(), flash != .off { factor *= 2 }
    self.factor = factor
  }

  private static func power(_ stops: Double) -> Double {
    let whole = Int(stops)
    let half = stops - Double(whole) >= 0.5 ? 2.0.squareRoot() : 1
    return Double(1 << min(16, max(0, whole))) * half
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

  /// Where a frame's samples of light are: in a plane of bytes, or of little-endian words.
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
