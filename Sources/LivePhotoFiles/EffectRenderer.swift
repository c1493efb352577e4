import MediaCore
import VideoCoding

/// Shows a movie's pictures in another way: as they are, round and round, forth and back, or all in one.
///
/// Memory: what is said at each; never the whole movie, however long it is.
struct EffectRenderer {
  let stream: any FrameStream
  let range: Range<Int>
  /// What the movie is called in messages.
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
    let longest = max(2, Self.heldBytes / max(1, pictureBytes))
    for run in Self.backwardRuns(count: range.count, longest: longest) {
      var held: [(Int, I420Picture)] = []
      try stream.forEachPicture(in: (run.lowerBound + range.lowerBound)..<(run.upperBound + range.lowerBound)) {
        index, picture in
        try checkpoint(Double(done) / Double(total))
        held.append((index, picture))
      }
      for (index, picture) in held.reversed() { try show(index, picture) }
    }
  }

  /// The way back of a bounce, down to frame 1, so that neither turning frame is shown twice, also when the end runs into
  /// the beginning again: runs that are decoded forwards and shown backwards, so that few pictures are held at a time.
  static func backwardRuns(count: Int, longest: Int) -> [Range<Int>] {
    stride(from: count - 1, to: 1, by: -longest).map { max(1, $0 - longest)..<$0 }
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

  /// The mean of all pictures, each shifted and turned to lie on the picture of `reference`, a frame in the range.
  /// Memory: three pictures and the sums, 9 bytes a pixel.
  func longExposure(reference: Int) throws -> I420Picture {
    let still = try stream.picture(of: reference, file: file)
    let estimator = try MotionEstimator(reference: still)
    var average = PictureAverage(width: still.width, height: still.height, range: still.range)
    var motion = PictureMotion.none
    try stream.forEachPicture(in: range) { index, picture in
      try step(index - range.lowerBound, of: range.count)
      motion = index == reference ? .none : try estimator.motion(of: picture, guess: motion)
      average.add(picture, motion)
    }
    return try average.picture()
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
