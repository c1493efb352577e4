import MediaCore
import VideoCoding

/// Shows a movie's pictures in another way: as they are, round and round, forth and back, or all in one.
///
/// Memory: what is said at each; never the whole movie, however long it is.
struct EffectRenderer {
  let stream: any FrameStream
  let range: Range<Int>
  /// The movie's name in messages.
  let file: String
  /// Hears the share of the pictures that are done, 0 to 1, before each one; throws to end the work.
  let checkpoint: (Double) throws -> Void

  /// The most memory for pictures that are held to be shown backwards.
  static let heldBytes = 64 << 20

  typealias Output = (I420Picture, MediaTime) throws -> Void

  /// The pictures as they are. Memory: one picture.
  func plain(_ output: Output) throws {
    try stream.forEachPicture(in: range) { index, picture in
      try step(index - range.lowerBound, of: range.count)
      try output(picture, stream.times[index].duration)
    }
  }

  /// Forth and back. Memory: ``heldBytes``, or two pictures where one has more.
  func bounce(_ output: Output) throws {
    let total = max(range.count, 2 * range.count - 2)
    var done = 0
    var pictureBytes = 0
    func show(_ index: Int, _ picture: I420Picture) throws {
      try step(done, of: total)
      done += 1
      try output(picture, stream.times[index].duration)
    }
    try stream.forEachPicture(in: range) { index, picture in
      pictureBytes = picture.width * picture.height * 3 / 2
      try show(index, picture)
    }
    // Neither turning picture is shown twice, also when the end runs into the beginning again.
    try forEachPictureBackwards(
      in: min(range.lowerBound + 1, range.upperBound)..<max(range.upperBound - 1, range.lowerBound + 1),
      bytes: pictureBytes,
      hold: {
        try checkpoint(Double(done) / Double(total))
        return $0
      }, show)
  }

  /// Calls `body` with what `hold` makes of the pictures of some frames, of `bytes` each, the last one first. They are
  /// decoded forwards in runs, of which ``heldBytes`` are held at a time, or two pictures.
  private func forEachPictureBackwards(
    in frames: Range<Int>, bytes: Int, hold: (I420Picture) throws -> I420Picture,
    _ body: (Int, I420Picture) throws -> Void
  ) throws {
    for run in Self.backwardRuns(of: frames, longest: max(2, Self.heldBytes / max(1, bytes))) {
      var held: [(Int, I420Picture)] = []
      try stream.forEachPicture(in: run) { held.append(($0, try hold($1))) }
      for (index, picture) in held.reversed() { try body(index, picture) }
    }
  }

  /// The way back through some frames: runs of at most `longest`.
  static func backwardRuns(of frames: Range<Int>, longest: Int) -> [Range<Int>] {
    stride(from: frames.upperBound, to: frames.lowerBound, by: -longest).map {
      max(frames.lowerBound, $0 - longest)..<$0
    }
  }

  /// The best loop, its end fading into its beginning. Returns it.
  ///
  /// The pictures are decoded twice: first to find the loop in small copies, then to show it. Memory: the pictures of
  /// the fade, and small copies of up to ``EffectLoopSearch/frameLimit`` frames.
  /// - Throws: `LivePhotoError` with `.unsupported` for a movie of less than four pictures.
  func loop(_ output: Output) throws -> EffectLoop {
    let loop = try findLoop()
    let (first, last) = (loop.range.lowerBound + range.lowerBound, loop.range.upperBound + range.lowerBound)
    let partners = Set(loop.frames.compactMap(\.partner).map { $0 + range.lowerBound })
    var held: [Int: I420Picture] = [:]
    let start = partners.min() ?? first
    try stream.forEachPicture(in: start..<last) { index, picture in
      try checkpoint(0.5 + 0.5 * Double(index - start) / Double(last - start))
      if partners.contains(index) { held[index] = picture }
      guard index >= first else { return }
      let frame = loop.frames[index - first]
      guard let partner = frame.partner.flatMap({ held[$0 + range.lowerBound] }) else {
        return try output(picture, stream.times[index].duration)
      }
      let mixed = try I420Picture(width: picture.width, height: picture.height, range: picture.range)
      try mixed.mix(picture, partner, share: frame.share)
      try output(mixed, stream.times[index].duration)
    }
    return loop
  }

  /// The mean of all pictures, each laid on that of `reference`, a frame in the range, as the camera moved; and how
  /// many they are: those of which that cannot be told are left out, and those that are farther than ``exposureReach``
  /// frames.
  ///
  /// The pictures are decoded twice: first to follow the camera in small copies. Memory: three pictures and the sums,
  /// 12 bytes a pixel; ``heldBytes``, and what ``PointTracks`` says.
  func longExposure(reference: Int) throws -> (picture: I420Picture, count: Int) {
    let reference = min(max(reference, range.lowerBound), range.upperBound - 1)
    let exposed = range.clamped(to: (reference - Self.exposureReach)..<(reference + Self.exposureReach))
    let still = try stream.picture(of: reference, file: file)
    let path = try LivePhotoError.coding(file, "Its pictures cannot be laid on each other.") {
      try cameraPath(in: exposed, reference: reference, still: still)
    }
    var average = PictureAverage(width: still.width, height: still.height, range: still.range)
    try stream.forEachPicture(in: exposed) { index, picture in
      let place = index - exposed.lowerBound
      try checkpoint(0.6 + 0.4 * Double(place) / Double(exposed.count))
      if let motion = path.motions[place] { average.add(picture, motion) }
    }
    return (try average.picture(), average.count)
  }

  /// The number of frames before and after the reference that a long exposure may have: minutes.
  static let exposureReach = 5000

  /// Follows the camera from the reference to the end, then back from it to the beginning: motions grow from none.
  func cameraPath(in range: Range<Int>, reference: Int, still: I420Picture) throws -> CameraPath {
    var tracks = try PointTracks(reference: still, count: range.count)
    var done = 0
    func follow(_ index: Int, _ copy: I420Picture) throws {
      try checkpoint(0.6 * Double(done) / Double(range.count))
      done += 1
      try tracks.follow(copy, frame: index - range.lowerBound)
    }
    try stream.forEachPicture(in: (reference + 1)..<range.upperBound) { try follow($0, try tracks.copy($1)) }
    tracks.startAgain()
    try forEachPictureBackwards(
      in: range.lowerBound..<reference, bytes: PointTracks.side * PointTracks.side * 3 / 2,
      hold: {
        try checkpoint(0.6 * Double(done) / Double(range.count))
        return try tracks.copy($0)
      }, follow)
    return try CameraPath(tracks, reference: reference - range.lowerBound)
  }

  private func findLoop() throws -> EffectLoop {
    var small: [I420Picture] = []
    let searched = range.prefix(EffectLoopSearch.frameLimit)
    try stream.forEachPicture(in: searched) { index, picture in
      try checkpoint(0.5 * Double(index - range.lowerBound) / Double(searched.count))
      let copy = try I420Picture(width: 64, height: 48, range: picture.range)
      copy.scale(picture)
      small.append(copy)
    }
    let loop = try EffectLoopSearch(times: Array(stream.times[range].prefix(small.count))).best {
      try small[$0].lumaMeanSquare(to: small[$1]).squareRoot()
    }
    guard let loop else {
      throw LivePhotoError(
        .unsupported, context: file,
        message: "The movie shows \(range.count) pictures, and a loop needs four. Take a longer movie.")
    }
    return loop
  }

  private func step(_ done: Int, of total: Int) throws { try checkpoint(Double(done) / Double(max(1, total))) }
}
