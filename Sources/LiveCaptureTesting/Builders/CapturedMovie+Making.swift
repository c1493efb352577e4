public import LiveCapture
public import MediaCore

extension CapturedMovie {
  /// Returns a movie as an output would have delivered it: three seconds, the still in the middle, with sound. There is
  /// no file at `path`, and one that is handed over has `bytes`; see `LivePhotoFixture` for a real one.
  public static func make(
    path: String = "1.mov", duration: MediaTime = .seconds(3), photoDisplayTime: MediaTime = .seconds(1.5),
    frameCount: Int = 90, droppedFrameCount: Int = 0, hasAudio: Bool = true, audioFiller: MediaTime = .zero,
    byteCount: Int = 1_000_000, audioEncoder: AudioEncoder? = .visualOn,
    bytes: [UInt8]? = nil
  ) -> CapturedMovie {
    CapturedMovie(
      path: path, duration: duration, photoDisplayTime: photoDisplayTime, frameCount: frameCount,
      droppedFrameCount: droppedFrameCount, hasAudio: hasAudio, audioFiller: audioFiller, byteCount: byteCount,
      audioEncoder: audioEncoder, bytes: bytes)
  }
}
