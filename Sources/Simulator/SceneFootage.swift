package import CaptureDevices
package import MediaCore

/// Frames of a scene all at once, as a camera would deliver them one after the other.
package enum SceneFootage {
  /// Frames of a mode from the scene's beginning on; `pictures` codes them.
  /// - Throws: `CodingError` when the format cannot be coded.
  package static func frames(
    _ count: Int, of mode: VideoMode, pictures: any PictureConverting
  ) throws(CodingError) -> [VideoFrame] {
    let scene = Scene(epoch: .zero)
    let film = try SceneFilm(scene: scene, mode: mode, pictures: pictures)
    var frames: [VideoFrame] = []
    for number in 0..<Int64(count) {
      let time = scene.timeOfFrame(number, interval: mode.frameInterval)
      try film.withFrame(number) { bytes in
        frames.append(
          VideoFrame(format: mode.format, time: time, sequence: UInt64(number), storage: FrameStorage(copying: bytes)))
      }
    }
    return frames
  }
}
