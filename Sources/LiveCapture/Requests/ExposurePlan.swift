import CaptureDevices
import MediaCore

/// The settings of a camera, and the light to be switched on, for the photos of one capture: a bracket's exposures, a
/// flash.
///
/// ```
/// waiting ──begin──► begun ──end──► ended
///    └───────────end───────────────►
/// ```
/// Every plan that was begun must be ended; ending it again does nothing. A camera has one plan at a time.
// Unchecked because it is used on the queue that talks to cameras alone.
final class ExposurePlan: @unchecked Sendable {
  private enum Phase {
    case waiting
    case begun
    case ended
  }

  private let controls: CameraControls
  private let bracket: [PhotoBracketElement]
  private let flash: (any Flash)?
  private let usesCameraFlash: Bool
  private var restoration = ControlRestoration()
  private var phase = Phase.waiting

  init(_ source: any VideoSource, bracket: [PhotoBracketElement], flash: (any Flash)?, usesCameraFlash: Bool) {
    controls = CameraControls(source)
    self.bracket = bracket
    self.flash = flash
    self.usesCameraFlash = usesCameraFlash
  }

  /// Sets what the photo of that number needs, and tells what is known of its exposure by that.
  /// - Throws: `DeviceError` for what setting it led to; what was set before that is still to be set back. With
  ///   `.invalidState` when it has ended: then nothing is set any more.
  func begin(_ exposure: Int) throws(DeviceError) -> StillExposure {
    guard phase != .ended else {
      throw DeviceError(
        .invalidState, context: controls.source.device.id,
        message: "The capture that the camera was to be set for has ended.")
    }
    phase = .begun
    if exposure == 0 { try beginFlash() }
    var known = StillExposure()
    guard bracket.indices.contains(exposure) else { return known }
    switch bracket[exposure] {
    case .manual(let duration, let sensitivity):
      known.mode = .manual
      try set(controls.exposureMode, to: .manual)
      if let duration { known.exposureSeconds = try set(controls.exposureTime, to: duration.seconds) }
      if let sensitivity {
        try set(controls.automaticGain, to: .locked)
        try set(controls.gain, to: sensitivity)
      }
      tellWhatIsKept(in: &known)
    case .automatic(let bias):
      known.mode = .automaticBracket
      known.bias = try set(controls.exposureBias, to: bias)
    }
    return known
  }

  /// Completes `known` with the values that a manual exposure leaves as they are set, where their unit has a meaning: a
  /// gain is in its maker's unit, and is not ISO.
  private func tellWhatIsKept(in known: inout StillExposure) {
    // What cannot be read is not told, and is no reason not to take the photo.
    if known.exposureSeconds == nil { known.exposureSeconds = try? controls.exposureTime?.value() }
    let isAutomatic = (try? controls.isoMode?.value()) == .continuous
    if !isAutomatic { known.isoSpeed = try? controls.iso?.value() }
  }

  /// Sets everything back, and returns what went wrong. A camera that has gone needs no setting.
  func end() -> [DeviceError] {
    let wasBegun = phase == .begun
    phase = .ended
    guard wasBegun else { return [] }
    var errors: [DeviceError] = []
    do throws(DeviceError) { try flash?.setOn(false) } catch { errors.append(error) }
    do throws(DeviceError) { try restoration.restore(on: controls.source) } catch { errors.append(error) }
    return errors.filter { $0.code != .disconnected }
  }

  private func beginFlash() throws(DeviceError) {
    try flash?.setOn(true)
    guard usesCameraFlash, let mode = controls.flashMode else { return }
    try restoration.remember(mode.control.id, of: controls.source)
    // A light that shines meets every row of a sensor that is read row by row; a strobe meets some.
    if mode.options.contains(.torch) {
      try mode.set(.torch)
    } else {
      try mode.set(.flash)
      if controls.canStrobe { try controls.strobe() }
    }
  }

  private func set<Option>(_ choice: CameraControlChoice<Option>?, to option: Option) throws(DeviceError) {
    // Cameras that have a gain and nothing else are set as they are.
    guard let choice else { return }
    try restoration.remember(choice.control.id, of: controls.source)
    try choice.set(option)
  }

  @discardableResult
  private func set(_ range: CameraControlRange?, to value: Double) throws(DeviceError) -> Double {
    guard let range else {
      throw DeviceError(
        .unsupportedControl, context: controls.source.device.id,
        message: "The camera's exposure cannot be set like this.")
    }
    try restoration.remember(range.control.id, of: controls.source)
    return try range.set(value)
  }
}
