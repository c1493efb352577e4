import MediaCore
import VideoCoding

/// The mean of moved pictures, each put back in its place: what a long exposure shows.
///
/// Every pixel is the mean of the pictures that show it, so the edges, which a shaking hand has not always seen,
/// stay. A picture that moved counts less and less towards its own edges: where it ends there is no seam. Means are
/// taken of the coded values, which keeps the colour of what is short and bright. Memory: 8 bytes a sample, thus 12 a
/// pixel, for any number of pictures up to 65 535.
struct PictureAverage {
  private let width: Int
  private let height: Int
  private let range: ColorRange
  private var luma: PlaneSum
  private var cb: PlaneSum
  private var cr: PlaneSum
  private(set) var count = 0

  init(width: Int, height: Int, range: ColorRange) {
    self.width = width
    self.height = height
    self.range = range
    luma = PlaneSum(width: width, height: height)
    cb = PlaneSum(width: (width + 1) / 2, height: (height + 1) / 2)
    cr = PlaneSum(width: (width + 1) / 2, height: (height + 1) / 2)
  }

  /// Adds a picture that moved by `motion`. One of another size or range is left out, as is any after the 65 535th.
  mutating func add(_ picture: I420Picture, _ motion: PictureMotion) {
    guard picture.width == width, picture.height == height, picture.range == range, count < 65_535 else { return }
    count += 1
    picture.withPlanes { planes in
      luma.add(planes.luma, stride: planes.lumaStride, motion)
      // Colour lies at the middle of two rows and two columns, so the middle of its plane is the picture's.
      let half = motion.scaled(by: 0.5)
      cb.add(planes.cb, stride: planes.chromaStride, half)
      cr.add(planes.cr, stride: planes.chromaStride, half)
    }
  }

  /// The mean; black where no picture showed anything.
  /// - Throws: `CodingError` with `.invalidSetting` for a size that no picture has.
  func picture() throws(CodingError) -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: range)
    picture.withPlanes { planes in
      luma.write(to: planes.luma, stride: planes.lumaStride, nothing: range == .full ? 0 : 16)
      cb.write(to: planes.cb, stride: planes.chromaStride, nothing: 128)
      cr.write(to: planes.cr, stride: planes.chromaStride, nothing: 128)
    }
    return picture
  }
}

/// The sum of planes, in 1/256, and their weight in each sample, in 1/64.
private struct PlaneSum {
  private let width: Int
  private let height: Int
  private var sums: [UInt32]
  private var weights: [UInt32]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    sums = [UInt32](repeating: 0, count: width * height)
    weights = [UInt32](repeating: 0, count: width * height)
  }

  mutating func add(_ plane: UnsafeMutableBufferPointer<UInt8>, stride: Int, _ motion: PictureMotion) {
    // Places are in 1/65536 of a sample: exact to far below what is seen, and quicker than fractions.
    let one = 65_536.0
    let (cosine, sine) = (Int((motion.cosine * one).rounded()), Int((motion.sine * one).rounded()))
    let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
    let (lastX, lastY) = (width - 1, height - 1)
    // How much a step from the edge adds to the weight, in 1/256: all is reached after an eighth of the shorter side.
    let ramp = min(width, height) / 8
    let isWhole = motion == .none || ramp < 2
    let growth = isWhole ? 0 : 64 * 256 / ramp
    let source = UnsafeBufferPointer(plane)
    sums.withUnsafeMutableBufferPointer { sums in
      weights.withUnsafeMutableBufferPointer { weights in
        for y in 0..<height {
          let start = motion.moved(x: -middleX, y: Double(y) - middleY)
          var sourceX = Int(((start.x + middleX) * one).rounded())
          var sourceY = Int(((start.y + middleY) * one).rounded())
          // A plain loop: iterators take most of a test's time where nothing is optimized.
          var next = y &* width
          let end = next &+ width
          while next < end {
            let place = next
            next &+= 1
            let (column, row) = (sourceX >> 16, sourceY >> 16)
            let (partX, partY) = (UInt32((sourceX >> 8) & 0xff), UInt32((sourceY >> 8) & 0xff))
            sourceX &+= cosine
            sourceY &+= sine
            // The last row and column have no neighbour, and need none where nothing of it is asked for.
            guard column >= 0, row >= 0, column < lastX || (column == lastX && partX == 0),
              row < lastY || (row == lastY && partY == 0)
            else { continue }
            let upper = row &* stride &+ column
            let right = column == lastX ? upper : upper &+ 1
            let down = row == lastY ? 0 : stride
            let above = UInt32(source[upper]) &* (256 &- partX) &+ UInt32(source[right]) &* partX
            let below = UInt32(source[upper &+ down]) &* (256 &- partX) &+ UInt32(source[right &+ down]) &* partX
            let fromEdge = min(min(column, lastX &- column), min(row, lastY &- row))
            let weight = isWhole ? 64 : UInt32(min(64, 1 &+ (fromEdge &* growth) >> 8))
            sums[place] &+= ((above &* (256 &- partY) &+ below &* partY) >> 8 &* weight) >> 6
            weights[place] &+= weight
          }
        }
      }
    }
  }

  func write(to plane: UnsafeMutableBufferPointer<UInt8>, stride: Int, nothing: UInt8) {
    sums.withUnsafeBufferPointer { sums in
      weights.withUnsafeBufferPointer { weights in
        for y in 0..<height {
          for x in 0..<width {
            let place = y &* width &+ x
            let weight = UInt64(weights[place])
            plane[y &* stride &+ x] =
              weight == 0
              ? nothing : UInt8(truncatingIfNeeded: (UInt64(sums[place]) &* 64 &+ weight &* 128) / (weight &* 256))
          }
        }
      }
    }
  }
}
