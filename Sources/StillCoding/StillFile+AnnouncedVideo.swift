import ByteCoding

extension StillFile {
  /// The video that XMP announces in a file which does not hold it: its bytes and where the still falls in it, in
  /// microseconds, as far as XMP tells; `nil` where there is no such word, or the video is there.
  ///
  /// Services that store the video of a Motion Photo as a file of its own leave such stills behind.
  public var announcedVideo: (length: Int?, presentationTimestampMicroseconds: Int64?)? {
    guard motionPhoto == nil, let motion = XMPMotionPhoto(packet: xmp), motion.isMotionPhoto || motion.isMicroVideo
    else { return nil }
    let length = motion.items.last { $0.semantic == "MotionPhoto" }?.length ?? motion.microVideoOffset
    return (length.flatMap { $0 > 0 ? $0 : nil }, motion.timestamp)
  }

  /// The place where XMP says that the file's video begins, if the video begins elsewhere; `nil` if XMP is right or
  /// there is no video. Readers that rely on XMP do not find such a video.
  public var misplacedVideo: Int? {
    guard let video = motionPhoto?.videoRange, let motion = XMPMotionPhoto(packet: xmp) else { return nil }
    let places = motion.places(inFileOf: source.count).map(\.start)
    return places.contains(video.lowerBound) ? nil : places.first
  }
}
