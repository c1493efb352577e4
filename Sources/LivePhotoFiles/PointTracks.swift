import MediaCore
import VideoCoding

/// The positions of points of one picture in the others of a movie.
///
/// Each picture is compared with the reference itself, so that no error adds up; the picture before it, seen from the
/// reference, says where to look. Places are in pixels of luma, from the picture's middle.
///
/// Memory: a copy of the reference of at most ``side`` samples a side and its halvings, and 8 bytes for a point in a
/// frame: 20 MB for 10 000 frames.
struct PointTracks {
  typealias Place = PictureTracker.Place

  /// The positions of the points in the reference.
  let origins: [Place]
  /// The positions of the points in each frame, at NaN when they are not found; none for frames that were not followed.
  private(set) var places: [[Place]]
  /// The size of the pictures.
  let size: (width: Int, height: Int)
  /// The width of a sample of the copies, in pixels.
  let pixelsPerSample: Double
  /// The side of the squares that have a few points each, in pixels.
  let cell: Float

  private let tracker: PictureTracker
  private let copySize: (width: Int, height: Int)
  private var guesses: [Place]

  /// The longest side of the copies that are compared.
  static let side = 960
  /// The longest side of a copy in cells.
  private static let cells = 16

  /// Tracks through `count` frames of the points of `reference`.
  /// - Throws: `CodingError` as `PictureTracker` does.
  init(reference: I420Picture, count: Int) throws(CodingError) {
    let longest = max(reference.width, reference.height)
    let side = min(Self.side, longest)
    func reduced(_ length: Int) -> Int { max(2, (length * side / longest) & ~1) }
    size = (reference.width, reference.height)
    copySize = (reduced(size.width), reduced(size.height))
    pixelsPerSample = Double(longest) / Double(side)
    let cell = max(8, side / Self.cells)
    self.cell = Float(cell) * Float(pixelsPerSample)
    tracker = try PictureTracker(
      Self.copy(reference, copySize), cell: cell, perCell: count <= 2000 ? 3 : 1)
    guesses = tracker.points
    places = Array(repeating: [], count: count)
    origins = tracker.points.map { [size, copySize] in Self.pixels($0, size, copySize) }
  }

  /// A picture as it is compared: small.
  func copy(_ picture: I420Picture) throws(CodingError) -> I420Picture { try Self.copy(picture, copySize) }

  /// Looks for the points again where they are in the reference: for frames in another direction.
  mutating func startAgain() { guesses = tracker.points }

  /// Follows the points into the frame after the last one, of which this is the copy.
  mutating func follow(_ copy: I420Picture, frame: Int) throws(CodingError) {
    let found = try tracker.follow(copy, guesses: guesses)
    var last = Place(0, 0)
    for (index, place) in found.places.enumerated() {
      let isFound = found.differences[index] >= 0 && found.differences[index] < Self.mostDifference
      // A lost point is looked for where its neighbour's motion would have it.
      if isFound { last = place - tracker.points[index] }
      guesses[index] = tracker.points[index] + last
      places[frame].append(isFound ? Self.pixels(place, size, copySize) : Place(.nan, .nan))
    }
  }

  /// The most by which the surroundings of a point differ, in levels of luma, on average.
  private static let mostDifference: Float = 25

  private static func copy(
    _ picture: I420Picture, _ size: (width: Int, height: Int)
  ) throws(CodingError) -> I420Picture {
    let copy = try I420Picture(width: size.width, height: size.height, range: picture.range)
    copy.scaleLuma(picture)
    return copy
  }

  /// A place among a copy's samples in pixels from the middle.
  private static func pixels(_ place: Place, _ size: (width: Int, height: Int), _ copy: (width: Int, height: Int))
    -> Place
  {
    Place(
      (place.x + 0.5 - Float(copy.width) / 2) * Float(size.width) / Float(copy.width),
      (place.y + 0.5 - Float(copy.height) / 2) * Float(size.height) / Float(copy.height))
  }
}
