/// A measure of how much pictures of a movie look like a still.
///
/// A movie's pictures are cropped, stabilised and exposed unlike the still, so what is compared is the pattern of edges
/// on a coarse grid, at several sizes and shifts, and the best correlation counts: 1 for the same picture, above 0.85
/// for a phone's still and its own picture, below 0.25 for other scenes (measured on pairs of phones).
struct PictureLikeness {
  /// The likeness from which on a picture is taken for that of the still.
  static let same = 0.5
  /// Below this it is taken for another scene.
  static let other = 0.3

  private let still: LumaGrid
  private let hasContrast: Bool
  private let width: Int
  private let height: Int
  /// The still at the sizes of a coarse search.
  private let coarse: [LumaGrid]

  /// Compares an upright still with upright pictures of a movie that have that size.
  init(still: LumaGrid, width: Int, height: Int) {
    (self.still, self.width, self.height) = (still, width, height)
    hasContrast = !still.withoutBroadShades().isBlank
    coarse = Self.scaled(still, to: (width, height), zooms: [1, 0.9, 1.1])
  }

  /// Returns the likeness of a picture of the movie and the still, −1 to 1; turned by quarters if the picture as it
  /// stands is unlike the still, as one half may have lost its orientation. `nil` when one of them shows nothing.
  func likeness(of picture: LumaGrid) -> Double? {
    uprightLikeness(of: picture).map { upright in
      upright < Self.same ? MovieTurn.sure(in: picture, comparedWith: still)?.likeness ?? upright : upright
    }
  }

  /// Returns the likeness of a picture of the movie as it stands and the still; `nil` when one of them shows nothing.
  ///
  /// A coarse search is enough to find the best among pictures of one scene.
  func uprightLikeness(of picture: LumaGrid, isCoarse: Bool = false) -> Double? {
    precondition(picture.width == width && picture.height == height, "pictures of a movie have one size")
    let edges = picture.withoutBroadShades()
    guard hasContrast, !edges.isBlank else { return nil }
    var best = Self.search(edges, coarse, shifts: [0, -2, 2])
    if best < 0.6, !isCoarse {
      let fine = Self.scaled(still, to: (width, height), zooms: [0.8, 0.85, 0.9, 0.95, 1, 1.06, 1.12, 1.18, 1.25])
      best = max(best, Self.search(edges, fine, shifts: [0, -2, 2, -4, 4, -6, 6]))
    }
    return Double(best)
  }

  /// The still at several sizes; at a zoom of 1 it covers the movie's picture.
  private static func scaled(_ still: LumaGrid, to size: (width: Int, height: Int), zooms: [Float]) -> [LumaGrid] {
    let cover = max(Float(size.width) / Float(still.width), Float(size.height) / Float(still.height))
    return zooms.map { zoom in
      let width = Int((Float(still.width) * cover * zoom).rounded())
      let height = Int((Float(still.height) * cover * zoom).rounded())
      return still.scaled(width: width, height: height).withoutBroadShades()
    }
  }

  private static func search(_ picture: LumaGrid, _ stills: [LumaGrid], shifts: [Int]) -> Float {
    var best: Float = -1
    for still in stills {
      for down in shifts {
        for right in shifts {
          let x = (picture.width - still.width) / 2 + right
          let y = (picture.height - still.height) / 2 + down
          if let found = picture.correlation(with: still, x: x, y: y) { best = max(best, found) }
        }
      }
    }
    return best
  }
}

extension LumaGrid {
  /// The correlation with another grid laid at `x`, `y`, where both have cells; `nil` where that is too little.
  func correlation(with other: LumaGrid, x: Int, y: Int) -> Float? {
    let (left, right) = (max(0, x), min(width, x + other.width))
    let (top, bottom) = (max(0, y), min(height, y + other.height))
    let count = (right - left) * (bottom - top)
    guard right > left, bottom > top, 2 * count > width * height else { return nil }
    var (sumA, sumB, squareA, squareB, product): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    values.withUnsafeBufferPointer { a in
      other.values.withUnsafeBufferPointer { b in
        for row in top..<bottom {
          // A plain loop: iterators take most of a test's time where nothing is optimized.
          var (here, there) = (row &* width &+ left, (row &- y) &* other.width &+ left &- x)
          let end = row &* width &+ right
          while here < end {
            let (p, q) = (a[here], b[there])
            sumA += p
            sumB += q
            squareA += p * p
            squareB += q * q
            product += p * q
            here &+= 1
            there &+= 1
          }
        }
      }
    }
    let number = Float(count)
    let spread = (squareA - sumA * sumA / number) * (squareB - sumB * sumB / number)
    return spread > 0 ? (product - sumA * sumB / number) / spread.squareRoot() : nil
  }
}
