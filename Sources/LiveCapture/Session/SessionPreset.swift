import CaptureDevices
import MediaCore

/// The quality that a session sets its cameras to.
///
/// Stands for `AVCaptureSession.Preset`.
public enum SessionPreset: String, Sendable, Hashable, CaseIterable {
  /// The largest picture that still makes a movie. Live Photos need it, or a format set by the app.
  case photo
  /// A steady movie at the largest size that has it, to 1920x1080.
  case high
  /// A size of 640x480.
  case medium
  /// A size of 320x240.
  case low
  /// The size of CIF, 352x288.
  case cif352x288
  /// The size of QVGA, 320x240.
  case qvga320x240 = "320x240"
  /// The size of VGA, 640x480.
  case vga640x480
  /// A quarter of Full HD, 960x540.
  case quarterHD960x540 = "960x540"
  /// A quarter of Full HD, 960x540.
  case iFrame960x540
  /// The size of HD, 1280x720.
  case iFrame1280x720
  /// The size of HD, 1280x720.
  case hd1280x720
  /// The size of Full HD, 1920x1080.
  case hd1920x1080
  /// The size of Ultra HD, 3840x2160.
  case hd4K3840x2160
  /// Each camera keeps its own `activeFormat`.
  case inputPriority

  /// The mode that a camera is to have, as far as possible; `nil` leaves the camera as it is.
  var wish: VideoWish? {
    switch self {
    case .inputPriority: nil
    case .photo: VideoWish(priority: .photo)
    case .high: VideoWish(priority: .movie)
    case .medium, .vga640x480: VideoWish(size: (640, 480))
    case .low, .qvga320x240: VideoWish(size: (320, 240))
    case .cif352x288: VideoWish(size: (352, 288))
    case .quarterHD960x540, .iFrame960x540: VideoWish(size: (960, 540))
    case .iFrame1280x720, .hd1280x720: VideoWish(size: (1280, 720))
    case .hd1920x1080: VideoWish(size: (1920, 1080))
    case .hd4K3840x2160: VideoWish(size: (3840, 2160))
    }
  }
}
