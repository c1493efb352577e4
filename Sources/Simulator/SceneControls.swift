import CaptureDevices
import MediaCore

/// The controls of the simulated camera, and their effect on the brightness of its pictures.
///
/// It has an exposure time and a gain that count while exposure is manual, and a bias that counts while it is not. With
/// what they are at first a picture is as bright as the scene; twice the time or the gain is twice the light. A frame is
/// taken with what was set when its exposure began. Nothing but brightness depends on them: neither blur nor noise.
struct SceneControls: Sendable {
  // How bright what was set makes frames from when on, newest last; as far back as a frame may still have to be painted.
  private var settings: [(sinceNanoseconds: Int64, brightness: Double)] = []

  static let listed: [DeviceControl] = [
    SimulatedControls.integer(CameraControlNumber.gain, "Gain", 50...1600, default: 100),
    SimulatedControls.menu(
      CameraControlNumber.exposureMode, "Auto Exposure", [1: "Manual Mode", 3: "Aperture Priority Mode"], default: 3),
    SimulatedControls.integer(CameraControlNumber.exposureTime, "Exposure Time, Absolute", 5...5000, default: 312),
    SimulatedControls.menu(
      CameraControlNumber.exposureBias, "Auto Exposure, Bias",
      Dictionary(uniqueKeysWithValues: (0...6).map { (Int64($0), "\(($0 - 3) * 1000)") }), default: 3),
  ]

  /// Notes how bright frames are whose exposure begins at an instant or later.
  mutating func note(_ brightness: Double, atNanoseconds nanoseconds: Int64) {
    settings.append((nanoseconds, brightness))
    // Whoever sets controls all day must not fill memory; frames are painted a few intervals after they begin.
    if settings.count > 64 { settings.removeFirst(32) }
  }

  func brightness(atNanoseconds nanoseconds: Int64) -> Double {
    settings.last { $0.sinceNanoseconds <= nanoseconds }?.brightness ?? 1
  }
}
