public import CaptureDevices

/// A fault of single frames of a camera.
///
/// The raw values are the words of scripts.
public enum FrameFault: String, Sendable, Hashable, CaseIterable {
  /// The frames are lost, and the camera says so.
  case drop
  /// Each frame is delivered twice.
  case duplicate
  /// The driver marks the frames as faulty: they are left out, and the camera says so.
  case errorFlag
  /// The frames lack their ends: they are left out, and the camera says so.
  case truncate
  /// The compressed frames have a hole that only decoding finds: the first half, then the mark of the picture's end.
  /// Other frames stay as they are.
  case damage
  /// The frames are delivered together with the one after them.
  case late

  /// The reason that a camera gives for leaving such a frame out; `nil` if it delivers it.
  public var skipReason: SkipReason? {
    switch self {
    case .drop: .dropped
    case .errorFlag: .flaggedError
    case .truncate: .truncated
    case .duplicate, .damage, .late: nil
    }
  }

  /// The fault's number in an index of emulated cameras, `EC_…` in `CaptureShim.h`; `nil` if they don't show it.
  package var emulationNumber: UInt32? {
    switch self {
    case .drop: 1
    case .errorFlag: 2
    case .truncate: 3
    case .duplicate, .damage, .late: nil
    }
  }

  /// The faults that emulated cameras show, too.
  package static let emulated = allCases.filter { $0.emulationNumber != nil }
}
