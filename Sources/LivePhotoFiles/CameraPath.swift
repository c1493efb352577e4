import MediaCore
import VideoCoding

/// The motion of the camera while a movie was filmed, determined from what stands still before it.
///
/// Points that move in common make a layer: the ground, a stream of water, a train. The layer that counts is not the
/// largest, but of those that are seen in many places the one whose motion is the least: what moves by itself has the
/// motion of the camera and its own.
struct CameraPath {
  /// The motion of each frame against the reference; `nil` where it cannot be told.
  let motions: [PictureMotion?]

  private init(_ motions: [PictureMotion?]) { self.motions = motions }

  /// The path that tracks show: no motion at all when they show no layer.
  /// - Throws: `CodingError` as `PictureTracker` does.
  init(_ tracks: PointTracks, reference: Int) throws(CodingError) {
    let layers = try Self.layers(tracks).sorted { $0.presence > $1.presence }
    guard var layer = layers.first else {
      self.init(Array(repeating: PictureMotion.none, count: tracks.places.count))
      return
    }
    for other in layers where other.presence * 5 >= layers[0].presence && other.movesLess(than: layer, tracks) {
      layer = other
    }
    try layer.sharpen(tracks)
    self.init(
      tracks.places.indices.map { $0 == reference ? PictureMotion.none : layer.motion(in: $0, of: tracks) })
  }

  private static func layers(_ tracks: PointTracks) throws(CodingError) -> [MotionLayer] {
    let frames = tracks.places.indices.filter { !tracks.places[$0].isEmpty }
    let all = Array(tracks.origins.indices)
    var layers: [MotionLayer] = []
    func add(_ seed: [Int]) throws(CodingError) {
      if let layer = try MotionLayer(seed: seed, of: tracks, frames: frames) { layers.append(layer) }
    }
    try add(MotionLayer.standing(in: tracks, frames: frames))
    // Motions are looked for in some frames all over the movie, and then followed through all of them.
    for part in 0..<min(frames.count, 12) {
      let frame = frames[(2 * part + 1) * frames.count / (2 * min(frames.count, 12))]
      var left = all.filter { tracks.isFound($0, in: frame) }
      for _ in 0..<3 {
        guard let fit = try tracks.fit(left, in: frame), fit.agreeing.count >= MotionLayer.fewest else { break }
        let members = Set(fit.agreeing)
        left.removeAll { members.contains($0) }
        if !layers.contains(where: { $0.explains(fit.agreeing, in: frame, of: tracks) }) { try add(fit.agreeing) }
      }
    }
    return layers
  }
}

/// Points that move in common all through a movie.
struct MotionLayer {
  private(set) var members: [Int]
  /// The motion in each frame, and which members agree with it; `nil` where too few do.
  private var fits: [PointTracks.Fit?] = []
  /// The number of squares of the picture in which the layer is seen, in all frames together.
  private(set) var presence = 0

  /// Fewer points are no layer.
  static let fewest = 8

  /// The layer of the points that move with most of `seed`; `nil` if they don't move in common in a fourth of the
  /// frames.
  init?(seed: [Int], of tracks: PointTracks, frames: [Int]) throws(CodingError) {
    members = seed
    for _ in 0..<2 {
      fits = Array(repeating: nil, count: tracks.places.count)
      // In how many frames each point agrees, of those in which it can be seen.
      var agreements = [Int](repeating: 0, count: tracks.origins.count)
      var chances = agreements
      for frame in frames {
        let found = members.filter { tracks.isFound($0, in: frame) }
        guard let fit = try tracks.fit(found, in: frame), fit.agreeing.count >= Self.fewest,
          fit.agreeing.count * 3 >= members.count(where: { tracks.sees($0, after: fit.motion) })
        else { continue }
        fits[frame] = fit
        for point in tracks.origins.indices where tracks.sees(point, after: fit.motion) {
          chances[point] += 1
          if tracks.agrees(point, with: fit.motion, in: frame) { agreements[point] += 1 }
        }
      }
      let known = fits.count { $0 != nil }
      members = tracks.origins.indices.filter {
        chances[$0] * 3 >= known && agreements[$0] * 10 >= chances[$0] * 6
      }
      guard known * 4 >= frames.count, known > 0, members.count >= Self.fewest else { return nil }
    }
    let squares = Set(
      members.map { tracks.origins[$0] / tracks.cell }.map { SIMD2($0.x.rounded(), $0.y.rounded()) })
    presence = squares.count * fits.count { $0 != nil }
  }

  /// Tells whether the layer moves clearly less than another one, in the frames where both are seen.
  func movesLess(than other: MotionLayer, _ tracks: PointTracks) -> Bool {
    var (mine, theirs) = (0.0, 0.0)
    for (fit, otherFit) in zip(fits, other.fits) {
      guard let fit, let otherFit else { continue }
      // Parts of one layer differ a little.
      mine += 1.3 * fit.motion.reach(at: tracks.distance) + 0.5 * tracks.pixelsPerSample
      theirs += otherFit.motion.reach(at: tracks.distance)
    }
    return mine < theirs
  }

  /// Fits the motions once more, to the better half of the members alone: to those that keep their places best.
  mutating func sharpen(_ tracks: PointTracks) throws(CodingError) {
    let frames = fits.indices.filter { fits[$0] != nil }
    func miss(_ point: Int) -> Double {
      frames.reduce(0) { sum, frame in
        guard let fit = fits[frame] else { return sum }
        return sum
          + (tracks.isFound(point, in: frame) ? tracks.miss(point, of: fit.motion, in: frame) : tracks.mostMiss)
      }
    }
    let best = members.map { (point: $0, miss: miss($0)) }.sorted { ($0.miss, $0.point) < ($1.miss, $1.point) }
    members = best.prefix(max(3 * Self.fewest, members.count / 2)).map(\.point)
    for frame in frames {
      let fit = try tracks.fit(members.filter { tracks.isFound($0, in: frame) }, in: frame)
      fits[frame] = fit.flatMap { $0.agreeing.count >= Self.fewest / 2 ? $0 : nil }
    }
  }

  /// Tells whether most of the given points move with the layer in a frame.
  func explains(_ points: [Int], in frame: Int, of tracks: PointTracks) -> Bool {
    guard let motion = fits[frame]?.motion else { return false }
    return points.count { tracks.agrees($0, with: motion, in: frame) } * 10 > points.count * 6
  }

  /// The points that stand still in most frames.
  static func standing(in tracks: PointTracks, frames: [Int]) -> [Int] {
    tracks.origins.indices.filter { point in
      frames.count { tracks.agrees(point, with: .none, in: $0) } * 10 >= frames.count * 6
    }
  }

  /// The layer's motion in a frame; none if it is too small to be seen, or explains the frame no better than none does.
  func motion(in frame: Int, of tracks: PointTracks) -> PictureMotion? {
    guard let fit = fits[frame] else { return nil }
    if fit.motion.reach(at: tracks.distance) < 0.25 * tracks.pixelsPerSample { return PictureMotion.none }
    let found = members.filter { tracks.isFound($0, in: frame) }
    func misses(_ motion: PictureMotion) -> Double {
      found.reduce(0) { $0 + tracks.miss($1, of: motion, in: frame) }
    }
    // A motion that is fitted to noise removes a twentieth of it, not a fifth.
    return misses(.none) <= 1.25 * misses(fit.motion) ? PictureMotion.none : fit.motion
  }
}

extension PointTracks {
  /// A motion and the points that agree with it.
  struct Fit {
    let motion: PictureMotion
    let agreeing: [Int]
  }

  /// The farthest that a point which is well found can be from where its layer's motion has it.
  var tolerance: Double { 1.5 * pixelsPerSample }

  /// The square of it.
  var mostMiss: Double { tolerance * tolerance }

  /// The distance of the corners from the middle.
  var distance: Double { (Double(size.width * size.width + size.height * size.height)).squareRoot() / 2 }

  func isFound(_ point: Int, in frame: Int) -> Bool {
    places[frame].indices.contains(point) && !places[frame][point].x.isNaN
  }

  /// The motion with which the most of some points agree, all of which are found.
  func fit(_ points: [Int], in frame: Int) throws(CodingError) -> Fit? {
    let found = try PictureTracker.fit(
      points.map { origins[$0] }, points.map { places[frame][$0] }, tolerance: tolerance)
    // No hand comes nearer by half, or goes that far away: it is chance that such points agree.
    guard let found, (0.25...4).contains(found.a * found.a + found.b * found.b) else { return nil }
    return Fit(
      motion: PictureMotion(x: found.c, y: found.d, cosine: found.a, sine: found.b),
      agreeing: zip(points, found.agrees).filter(\.1).map(\.0))
  }

  /// The square of how far a point is from where a motion has it, at most that of the tolerance.
  func miss(_ point: Int, of motion: PictureMotion, in frame: Int) -> Double {
    let expected = motion.moved(x: Double(origins[point].x), y: Double(origins[point].y))
    let (x, y) = (Double(places[frame][point].x) - expected.x, Double(places[frame][point].y) - expected.y)
    return min(mostMiss, x * x + y * y)
  }

  /// Tells whether a point is within the picture after a motion.
  func sees(_ point: Int, after motion: PictureMotion) -> Bool {
    let place = motion.moved(x: Double(origins[point].x), y: Double(origins[point].y))
    return abs(place.x) * 2 < Double(size.width) && abs(place.y) * 2 < Double(size.height)
  }

  func agrees(_ point: Int, with motion: PictureMotion, in frame: Int) -> Bool {
    isFound(point, in: frame) && miss(point, of: motion, in: frame) < mostMiss
  }
}
