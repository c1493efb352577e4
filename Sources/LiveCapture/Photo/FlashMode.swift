/// The use of the flash.
///
/// Stands for `AVCaptureDevice.FlashMode`.
public enum FlashMode: Int, Sendable, Hashable, CaseIterable {
  /// The flash stays off.
  case off = 0
  /// The flash fires in any case.
  case on = 1
  /// The flash fires if it is dark.
  case auto = 2
}
