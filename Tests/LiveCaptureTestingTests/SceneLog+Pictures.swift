import CaptureSupport
import LiveCaptureTesting
import MediaCore

extension SceneLog {
  /// All frames' bytes one after the other, as a raw video file has them.
  var pictureBytes: [UInt8] { frames.flatMap { $0.storage.withBytes(Array.init) } }
}
