/// The motion of a picture against another one: turned about its middle and scaled, then shifted. In pixels of luma,
/// counted from the pictures' middles.
struct PictureMotion: Hashable {
  var x = 0.0
  var y = 0.0
  /// The scale times the cosine of the angle, and times its sine; angles are clockwise as the picture is seen.
  var cosine = 1.0
  var sine = 0.0

  static let none = PictureMotion()

  /// Returns the position in the moved picture of a point of the reference.
  func moved(x: Double, y: Double) -> (x: Double, y: Double) {
    (cosine * x - sine * y + self.x, sine * x + cosine * y + self.y)
  }

  /// The same motion of a picture `factor` times as large.
  func scaled(by factor: Double) -> PictureMotion {
    PictureMotion(x: x * factor, y: y * factor, cosine: cosine, sine: sine)
  }

  /// Returns the distance by which points this far from the middle are moved, by the root of the mean square over all
  /// directions.
  func reach(at distance: Double) -> Double {
    let (stretch, turn) = ((cosine - 1) * distance, sine * distance)
    return (x * x + y * y + stretch * stretch + turn * turn).squareRoot()
  }
}
