public import MediaCore

/// Makes one picture of several of the same scene: their mean, wherever they agree, which leaves less noise.
///
/// The first picture is the one that is improved. A pixel of another counts where it is no further from the first's
/// than noise is; where something has moved, the first alone counts, so that nothing is shown twice. The pictures are
/// not moved against each other: they are from a camera that stands, or so short a time apart that it hardly moved.
public struct FrameStacker {
  /// The largest difference between values that still show the same thing: about three times a webcam's noise.
  public static let tolerance = 14

  private let width: Int
  private let height: Int
  private let reference: I420Picture
  private let base: [UInt8]
  private var sums: [UInt16]
  private var counts: [UInt8]
  /// The number of pictures in the stack.
  public private(set) var count = 1

  /// Creates a stack that begins with the picture to be improved.
  public init(_ reference: I420Picture) {
    self.reference = reference
    (width, height) = (reference.width, reference.height)
    base = Self.samples(of: reference)
    sums = base.map(UInt16.init)
    counts = Array(repeating: 1, count: base.count)
  }

  /// Adds another picture of the same size and range.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for another size or range, or beyond 200 pictures.
  public mutating func add(_ picture: I420Picture) throws(CodingError) {
    guard picture.width == width, picture.height == height, picture.range == reference.range, count < 200 else {
      throw reference.refusal("A picture of \(picture.width)x\(picture.height) does not go onto it. Convert it first.")
    }
    let samples = Self.samples(of: picture)
    for place in samples.indices where abs(Int(samples[place]) - Int(base[place])) <= Self.tolerance {
      sums[place] &+= UInt16(samples[place])
      counts[place] &+= 1
    }
    count += 1
  }

  /// Returns the mean of the frames that were added.
  /// - Throws: ``MediaCore/CodingError`` when there is no memory for it.
  public func picture() throws(CodingError) -> I420Picture {
    let result = try I420Picture(width: width, height: height, range: reference.range)
    var place = 0
    for plane in result.planes.planes {
      for row in 0..<plane.height {
        for column in 0..<plane.width {
          let number = UInt16(counts[place])
          plane.start[row * plane.stride + column] = UInt8((sums[place] + number / 2) / number)
          place += 1
        }
      }
    }
    return result
  }

  /// All samples, plane by plane and row by row.
  private static func samples(of picture: I420Picture) -> [UInt8] {
    picture.planes.planes.reduce(into: []) { samples, plane in
      for row in 0..<plane.height {
        samples += UnsafeBufferPointer(start: plane.start + row * plane.stride, count: plane.width)
      }
    }
  }
}
