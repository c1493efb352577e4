import Diagnostics
import MediaCore
import Synchronization

/// A destination of a session's samples.
///
/// Stands for `AVCaptureOutput`.
public protocol CaptureOutput: AnyObject, Sendable {}

/// The way from an input to an output.
///
/// Stands for `AVCaptureConnection`.
public final class CaptureConnection: Sendable {
  private struct State {
    var isEnabled = true
    var isActive = true
    var rotation = 0
  }

  /// The source of samples.
  public let input: DeviceInput
  /// The destination of samples.
  public let output: any CaptureOutput
  /// The kind of samples.
  public let mediaType: MediaType
  /// The session that is to hear when the app switches the connection.
  let membership = SessionMembership()
  private let state = Mutex(State())

  /// Creates a connection between an input and an output, to be added to a session that has both.
  public init(input: DeviceInput, output: any CaptureOutput) {
    self.input = input
    self.output = output
    mediaType = input.device.mediaType
  }

  /// A Boolean value that indicates whether samples may pass. Switching it off ends the movie and the recording that
  /// the connection feeds, or silences their sound.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      let isNews = state.withLock { state in
        defer { state.isEnabled = newValue }
        return state.isEnabled != newValue
      }
      if isNews { membership.session?.sync { SessionHands.connectionDidChange(self, in: $0) } }
    }
  }

  /// A Boolean value that indicates whether samples pass: the connection and its input are enabled, and the device is
  /// there and works.
  public var isActive: Bool {
    state.withLock { $0.isActive && $0.isEnabled } && input.isEnabled && input.device.isConnected
  }

  /// The clockwise turn of pictures: 0, 90, 180 or 270 degrees. Written as metadata; pixels stay.
  public var videoRotationAngle: Int { state.withLock { $0.rotation } }

  /// A Boolean value that indicates whether pictures can be mirrored: always `false`, as no mark for it is shown alike
  /// everywhere.
  public var isVideoMirroringSupported: Bool { false }

  /// Tells whether pictures can be rotated by an angle, in degrees.
  public func isVideoRotationAngleSupported(_ angle: Int) -> Bool {
    mediaType == .video && Orientation.allCases.contains { $0.clockwiseDegrees == angle }
  }

  /// Sets the angle by which pictures are turned, from the next capture on.
  /// - Throws: ``CaptureError`` naming `connectionOffersValue` for other angles than 0, 90, 180 and 270.
  public func setVideoRotationAngle(_ angle: Int) throws(CaptureError) {
    guard isVideoRotationAngleSupported(angle) else {
      throw CaptureError(
        breaking: .connectionOffersValue, context: "videoRotationAngle", "take 0, 90, 180 or 270 degrees, not \(angle)")
    }
    state.withLock { $0.rotation = angle }
  }

  /// Sets whether pictures are mirrored; see ``isVideoMirroringSupported``.
  /// - Throws: ``CaptureError`` naming `connectionOffersValue`.
  public func setVideoMirrored(_ isMirrored: Bool) throws(CaptureError) {
    guard !isMirrored else {
      throw CaptureError(
        breaking: .connectionOffersValue, context: "isVideoMirrored",
        "pictures cannot be mirrored; turn the app's preview")
    }
  }

  var orientation: Orientation {
    Orientation.allCases.first { $0.clockwiseDegrees == videoRotationAngle } ?? .up
  }

  func setActive(_ isActive: Bool) { state.withLock { $0.isActive = isActive } }
}
