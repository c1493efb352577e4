import CaptureDevices
import MediaCore

/// The controls of the simulated camera, and their effect on its pictures.
///
/// It has an exposure time and a gain that count while exposure is manual, and a bias that counts while it is not; a
/// temperature that counts while white balance is not automatic; a zoom and a brightness. With what they are at first a
/// picture is as the scene; twice the time or the gain is twice the light. A frame is taken with what was set when its
/// exposure began. Neither blur nor noise depends on them.
struct SceneControls: Sendable {
  // The look of frames from when on, newest last; as far back as a frame may still have to be painted.
  private var settings: [(sinceNanoseconds: Int64, look: SceneLook)] = []

  static let listed: [DeviceControl] = [
    SimulatedControls.integer(CameraControlNumber.brightness, "Brightness", -64...64, default: 0),
    SimulatedControls.switch(CameraControlNumber.automaticWhiteBalance, "White Balance, Automatic", default: 1),
    SimulatedControls.integer(CameraControlNumber.gain, "Gain", 50...1600, default: 100),
    SimulatedControls.integer(
      CameraControlNumber.whiteBalanceTemperature, "White Balance Temperature", 2800...6500, default: 5000),
    SimulatedControls.menu(
      CameraControlNumber.exposureMode, "Auto Exposure", [1: "Manual Mode", 3: "Aperture Priority Mode"], default: 3),
    SimulatedControls.integer(CameraControlNumber.exposureTime, "Exposure Time, Absolute", 5...5000, default: 312),
    SimulatedControls.integer(CameraControlNumber.zoom, "Zoom, Absolute", 100...400, default: 100),
    SimulatedControls.menu(
      CameraControlNumber.exposureBias, "Auto Exposure, Bias",
      Dictionary(uniqueKeysWithValues: (0...6).map { (Int64($0), "\(($0 - 3) * 1000)") }), default: 3),
  ]

  /// Notes the look of frames whose exposure begins at an instant or later.
  mutating func note(_ look: SceneLook, atNanoseconds nanoseconds: Int64) {
    settings.append((nanoseconds, look))
    // Whoever sets controls all day must not fill memory; frames are painted a few intervals after they begin.
    if settings.count > 64 { settings.removeFirst(32) }
  }

  func look(atNanoseconds nanoseconds: Int64) -> SceneLook {
    settings.last { $0.sinceNanoseconds <= nanoseconds }?.look ?? .plain
  }
}
