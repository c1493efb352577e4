import KioskWeb

/// The values of a camera's controls that an operator has set, from one start to the next.
struct CameraMemory: Codable, Hashable {
  /// The camera's name that stays the same when it is plugged in again.
  let camera: String
  var values: [String: KioskControlValue]
}
