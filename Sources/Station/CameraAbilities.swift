public import CaptureDevices
public import LiveCapture
public import MediaCore

/// The abilities of a camera that a shoot asks for, and what it can do instead.
public struct CameraAbilities: Sendable {
  private let source: any VideoSource
  private let controls: CameraControls

  /// Creates the abilities of a camera that is open.
  public init(_ source: any VideoSource) {
    self.source = source
    controls = CameraControls(source)
  }

  /// Returns the Bayer format to set a camera to for RAW: of those that it lists, the first with the most bits.
  public static func rawFormat(of modes: [VideoModeCapability]) -> PixelFormat? {
    modes.map(\.pixelFormat).filter { $0.bayer != nil }
      .max { ($0.bayer?.bitsPerSample ?? 0) < ($1.bayer?.bitsPerSample ?? 0) }
  }

  /// Makes sure that the camera delivers a sensor's samples.
  /// - Throws: `DeviceError` with `.unsupportedMode`.
  public func checkRaw() throws(DeviceError) {
    guard source.mode.format.pixelFormat.bayer == nil else { return }
    var formats: [PixelFormat] = []
    for mode in source.device.modes where !formats.contains(mode.pixelFormat) { formats.append(mode.pixelFormat) }
    let raw = formats.filter { $0.bayer != nil }
    throw DeviceError(
      .unsupportedMode, context: source.device.name,
      message: "It delivers \(source.mode.format.pixelFormat), which is not RAW. "
        + (raw.isEmpty
          ? "It has no Bayer format, only \(list(formats)): leave RAW out, or name another camera."
          : "Its Bayer formats are \(list(raw)): ask for one of these."))
  }

  /// Makes sure that every photo of a bracket can be exposed as asked.
  /// - Throws: `DeviceError` with `.unsupportedControl`, or `.invalidControlValue` for what lies outside its limits.
  public func check(_ bracket: [PhotoBracketElement]) throws(DeviceError) {
    guard bracket.isEmpty || !source.areControlsFixed else {
      throw DeviceError(
        .unsupportedControl, context: source.device.name,
        message: "This camera is a replay, whose exposure is what it was: it takes no bracket. "
          + "Leave the bracket out, or name the camera itself.")
    }
    for element in bracket {
      switch element {
      case .automatic(let bias): try check("bias", bias, controls.exposureBias, "EV")
      case .manual(let duration, let sensitivity):
        if let duration { try check("exposure time", duration.seconds, controls.exposureTime, "s") }
        if let sensitivity { try check("gain", sensitivity, controls.gain, "") }
      }
    }
  }

  private func check(
    _ what: String, _ value: Double, _ range: CameraControlRange?, _ unit: String
  ) throws(DeviceError) {
    guard let range else {
      throw DeviceError(
        .unsupportedControl, context: source.device.name,
        message: "Its \(what) cannot be set, so it takes no such bracket. It can set \(settable).")
    }
    guard range.range.contains(value) else {
      throw DeviceError(
        .invalidControlValue, context: source.device.name,
        message: "A\(what.first == "e" ? "n" : "") \(what) of \(value) is beyond it. It can set \(settable).")
    }
  }

  /// The values that a bracket may vary, with their limits.
  private var settable: String {
    let all = [
      ("a bias", controls.exposureBias, " EV"), ("an exposure time", controls.exposureTime, " s"),
      ("a gain", controls.gain, ""),
    ]
    let found = all.compactMap { name, range, unit in
      range.map { "\(name) of \($0.range.lowerBound) to \($0.range.upperBound)\(unit)" }
    }
    return found.isEmpty ? "neither bias nor exposure time nor gain" : found.joined(separator: ", ")
  }

  private func list(_ formats: [PixelFormat]) -> String { formats.map(\.description).joined(separator: ", ") }
}
