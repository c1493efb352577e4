import Glibc

/// How a picture moved against another one: turned about its middle, then shifted. Pixels of luma, radians clockwise
/// as the picture is seen.
struct PictureMotion: Hashable {
  var x = 0.0
  var y = 0.0
  var angle = 0.0

  static let none = PictureMotion()

  /// Where a point of the reference, counted from its middle, lies in the moved picture, counted from its middle.
  func moved(x: Double, y: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = (sin(angle), cos(angle))
    return (cosine * x - sine * y + self.x, sine * x + cosine * y + self.y)
  }

  /// This motion, done after undoing a small one: the composition that a Gauss-Newton step needs.
  func afterUndoing(_ step: PictureMotion) -> PictureMotion {
    // The inverse of `step` takes p to R(-a)(p - t).
    let (sine, cosine) = (sin(-step.angle), cos(-step.angle))
    let back = moved(x: -(cosine * step.x - sine * step.y), y: -(sine * step.x + cosine * step.y))
    return PictureMotion(x: back.x, y: back.y, angle: angle - step.angle)
  }

  /// The same motion of a picture `factor` times as large.
  func scaled(by factor: Double) -> PictureMotion { PictureMotion(x: x * factor, y: y * factor, angle: angle) }
}
