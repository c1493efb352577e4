import ByteCoding
import MediaCore

extension JPEGFile {
  /// The video inside, if there is one. No length that the file announces is trusted: where an MP4 begins, `ftyp`
  /// stands.
  ///
  /// What lies before the picture's data is no video, whatever is announced.
  func motionPhoto() throws(CodingError) -> MotionPhotoDescription? {
    var blockRange: Range<Int>?
    if let block = try SamsungTrailer(source)?.motionPhoto, block.range.lowerBound >= dataStart,
      try source.isMovie(at: block.data.lowerBound)
    {
      blockRange = block.data
    }
    guard let motion = XMPMotionPhoto(packet: xmp), motion.isMotionPhoto || motion.isMicroVideo else {
      return blockRange.map {
        MotionPhotoDescription(kind: .samsung, videoRange: $0, presentationTimestampMicroseconds: nil, items: [])
      }
    }
    let announced = try motion.range(in: source, from: dataStart)
    var range = announced
    // Both may speak of one video: Samsung's trailer knows where it ends.
    if let blockRange, range.map({ $0.lowerBound == blockRange.lowerBound }) ?? true { range = blockRange }
    if range == nil, let start = try source.firstMovie(from: endOfImage() ?? dataStart) {
      range = start..<(try source.movieEnd(from: start))
    }
    guard let range else { return nil }
    return MotionPhotoDescription(
      kind: motion.isMotionPhoto ? .google : .microVideo, videoRange: range,
      presentationTimestampMicroseconds: motion.timestamp, items: motion.items)
  }
}
