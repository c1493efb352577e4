import LiveCapture
import MediaCore

extension ScriptNode {
  /// Cameras or microphones, or what no user is asked about.
  func mediaType() throws(ScriptError) -> MediaType {
    try choice([("camera", .video), ("microphone", .audio), ("muxed", .muxed), ("metadata", .metadata)])
  }

  func movieCodec() throws(ScriptError) -> VideoCodec { try choice([("h264", .h264), ("hevc", .hevc)]) }

  /// A reason, by Apple's number or by the case's name.
  func interruption() throws(ScriptError) -> InterruptionReason {
    if let number = Int(try text()), let reason = InterruptionReason(rawValue: number) { return reason }
    return try name()
  }
}
