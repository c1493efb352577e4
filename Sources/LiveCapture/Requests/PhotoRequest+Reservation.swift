import MediaCore

extension PhotoRequest {
  /// What a movie's pictures and sound are reserved by.
  struct Reservation {
    let pictures: FootageClaim
    let sound: FootageClaim
    let codec: VideoCodec
    /// With a frame of this instant or later the picture is complete, with such sound the sound.
    let pictureEnd: MediaTime
    let soundEnd: MediaTime
  }

  /// How many frames a movie's encoder waits at most for the still: one until it is chosen, and two in which it is made.
  private static let framesForStill: Int32 = 3

  /// What is to be reserved for a movie of a camera. The request waits for the last of its pictures and its sound.
  func reserve(of camera: PhotoOrder.Camera) -> Reservation {
    let (interval, shutterTime) = (camera.frameInterval, resolved.shutterTime)
    gathering = self.audio == nil ? [.video] : [.video, .audio]
    return Reservation(
      pictures: FootageClaim(
        id: id, window: window.pictures, hold: shutterTime - interval,
        pause: shutterTime + interval.multiplied(by: Self.framesForStill, over: 1)),
      sound: FootageClaim(id: id, window: window.sound), codec: self.settings.livePhotoVideoCodec ?? .h264,
      pictureEnd: window.pictureEnd, soundEnd: window.soundEnd)
  }
}
