/// What is in trouble. A trouble that names its cause is marked as mended once the cause is well again.
enum TroubleCause: Hashable {
  case camera
  /// A camera beside the first.
  case sideCamera(String)
  case microphone
  case printer
  /// The room on the disk.
  case room
  /// The storing of pictures.
  case storing
  /// The file of settings.
  case configuration
  /// The servers of a shared library.
  case servers
}
