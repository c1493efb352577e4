import Foundation
import MediaCore
import VideoCoding

/// Pictures whose corners tell how they are turned.
enum SamplePicture {
  /// Four quarters of different brightness and colour, with a soft ramp in each.
  static func corners(width: Int, height: Int) throws -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: .full)
    picture.withPlanes { planes in
      for y in 0..<height {
        for x in 0..<width {
          let quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
          planes.luma[y * planes.lumaStride + x] = UInt8(50 * quarter + 30 + x % 16)
        }
      }
      for y in 0..<height / 2 {
        for x in 0..<width / 2 {
          planes.cb[y * planes.chromaStride + x] = x < width / 4 ? 100 : 150
          planes.cr[y * planes.chromaStride + x] = y < height / 4 ? 110 : 140
        }
      }
    }
    return picture
  }

  /// The peak signal-to-noise ratio of luma in decibels: 99 for equal pictures, 0 for other sizes.
  static func likeness(_ left: I420Picture, _ right: I420Picture) -> Double {
    guard left.width == right.width, left.height == right.height else { return 0 }
    let sum = left.withPlanes { a in
      right.withPlanes { b in
        (0..<left.height).reduce(0) { sum, y in
          (0..<left.width).reduce(sum) { sum, x in
            let difference = Int(a.luma[y * a.lumaStride + x]) - Int(b.luma[y * b.lumaStride + x])
            return sum + difference * difference
          }
        }
      }
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 * Double(left.width * left.height) / Double(sum))
  }
}
