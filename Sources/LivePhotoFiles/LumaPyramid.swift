import VideoCoding

/// A picture's luma in ever smaller copies, each sample the mean of those it stands for.
struct LumaPyramid {
  /// One copy, row after row.
  struct Level {
    let width: Int
    let height: Int
    /// Pixels of the picture in a sample's row and column.
    let factor: Int
    /// Where the picture's middle lies, in samples: not quite the copy's own where its last pixels were left out.
    let middle: (x: Float, y: Float)
    var samples: [Float]
  }

  /// From the largest copy to the smallest.
  let levels: [Level]

  /// Copies from one whose sides have at most `side` samples down to one of about 24.
  init(_ picture: I420Picture, side: Int = 640) {
    let factor = max(1, (max(picture.width, picture.height) + side - 1) / side)
    var levels = [Self.reduced(picture, by: factor)]
    while let last = levels.last, min(last.width, last.height) >= 48 { levels.append(Self.halved(last)) }
    self.levels = levels
  }

  private static func reduced(_ picture: I420Picture, by factor: Int) -> Level {
    let (width, height) = (picture.width / factor, picture.height / factor)
    var samples = [Float](repeating: 0, count: width * height)
    let scale = 1 / Float(factor * factor)
    picture.withPlanes { planes in
      samples.withUnsafeMutableBufferPointer { target in
        var sums = [UInt32](repeating: 0, count: width)
        for y in 0..<height {
          for x in 0..<width { sums[x] = 0 }
          for row in (y * factor)..<((y + 1) * factor) {
            let source = planes.luma.baseAddress.unsafelyUnwrapped + row * planes.lumaStride
            for x in 0..<width {
              var sum: UInt32 = 0
              for column in 0..<factor { sum &+= UInt32(source[x &* factor &+ column]) }
              sums[x] &+= sum
            }
          }
          for x in 0..<width { target[y &* width &+ x] = Float(sums[x]) * scale }
        }
      }
    }
    let middle = (x: Float(picture.width - factor), y: Float(picture.height - factor))
    return Level(
      width: width, height: height, factor: factor,
      middle: (middle.x / Float(2 * factor), middle.y / Float(2 * factor)), samples: samples)
  }

  private static func halved(_ level: Level) -> Level {
    let (width, height) = (level.width / 2, level.height / 2)
    var samples = [Float](repeating: 0, count: width * height)
    level.samples.withUnsafeBufferPointer { source in
      samples.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          let (upper, lower) = (2 * y * level.width, (2 * y + 1) * level.width)
          for x in 0..<width {
            target[y &* width &+ x] =
              0.25
              * (source[upper &+ 2 &* x] + source[upper &+ 2 &* x &+ 1] + source[lower &+ 2 &* x]
                + source[lower &+ 2 &* x &+ 1])
          }
        }
      }
    }
    return Level(
      width: width, height: height, factor: level.factor * 2,
      middle: ((level.middle.x - 0.5) / 2, (level.middle.y - 0.5) / 2), samples: samples)
  }
}
