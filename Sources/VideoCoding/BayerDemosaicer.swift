import CYuv
import Glibc
import MediaCore

/// Gives every pixel of a raw frame the two colours that its filter kept out, from its neighbours.
///
/// Bilinear: each missing colour is the mean of the two or four nearest pixels that have it. libyuv no longer reads
/// mosaics, and has what is needed of them: the frame is taken apart into four planes, one for each place in the 2x2
/// pixels of the pattern, where neighbours of one colour lie side by side; means of whole planes and their merging are
/// then libyuv's vector code. Values are interpolated as they are to be shown, after the curve, which keeps edges free
/// of the dark and bright seams that means of light leave. At the borders the nearest pixel of a colour stands for
/// those that are missing.
///
/// One demosaicer serves one thread at a time; its memory is used again and again.
final class BayerDemosaicer {
  /// Pairs of rows that are finished at a time, so that they stay near the processor.
  private static let stripRows = 16

  private let levels = ScratchPlanes()
  private let quarters = ScratchPlanes()
  private let strips = ScratchPlanes()
  private var row: [UInt16] = []
  private var tables: [[UInt8]] = []
  /// The coding and the neutral grey for which the tables were made.
  private var tablesKey: (BayerCoding, LightCoding, BayerNeutral)?

  /// Makes a picture of a frame whose plane is known to hold it, and lends it strip by strip from top to bottom: some
  /// finished rows as bytes R, G, B, and the place of the first of them. All sizes are even and above zero.
  func demosaic(
    _ plane: Plane, _ coding: BayerCoding, light: LightCoding, _ neutral: BayerNeutral, width: Int, height: Int,
    _ body: (_ rgb: Plane, _ y: Int) -> Void
  ) {
    let levels = levels(plane, coding, light: light, neutral, width: width, height: height)
    let mosaic = Mosaic(levels, pattern: coding.pattern, memory: quarters)
    let rows = 2 * Self.stripRows
    let room = strips.planes((3 * width, rows), chroma: (3 * width, rows))
    for y in stride(from: 0, to: height, by: rows) {
      let strip = room.luma.part(height: min(rows, height - y))
      finish(strip, y: y, of: mosaic, in: room)
      body(strip, y)
    }
  }

  /// The samples as bytes to be shown, each still of one colour.
  private func levels(
    _ plane: Plane, _ coding: BayerCoding, light: LightCoding, _ neutral: BayerNeutral, width: Int, height: Int
  ) -> Plane {
    if coding.bitsPerSample == 8, light == .display, neutral == .equal {
      return plane.part(width: width, height: height)
    }
    let key = (coding, light, neutral)
    if tablesKey.map({ $0 != key }) ?? true {
      (tables, tablesKey) = (neutral.tables(coding, light: light), key)
    }
    let result = levels.plane(width: width, height: height)
    let colors = coding.pattern.colors.map(\.rawValue)
    if coding.bitsPerSample == 8 {
      plane.copy(to: result)
      for line in 0..<2 {
        let table = zip(tables[colors[2 * line]], tables[colors[2 * line + 1]]).flatMap { [$0, $1, $0, $1] }
        result.everySecondRow(from: line).map(by: table)
      }
      return result
    }
    if row.count < width { row = [UInt16](repeating: 0, count: width) }
    let unpacker = BayerUnpacker(coding)
    for y in 0..<height {
      let (even, odd) = (tables[colors[2 * (y & 1)]], tables[colors[2 * (y & 1) + 1]])
      let target = result.start + y * result.stride
      row.withUnsafeMutableBufferPointer { row in
        // Not empty: widths are above zero.
        let samples = row.baseAddress.unsafelyUnwrapped
        unpacker.unpack(plane.start + y * plane.stride, to: samples, width: width)
        even.withUnsafeBufferPointer { even in
          odd.withUnsafeBufferPointer { odd in
            // Every sample is at most the coding's maximum, which is the tables' last index.
            for pair in 0..<width / 2 {
              target[2 &* pair] = even[Int(samples[2 &* pair])]
              target[2 &* pair &+ 1] = odd[Int(samples[2 &* pair &+ 1])]
            }
          }
        }
      }
    }
    return result
  }

  private func finish(_ strip: Plane, y: Int, of mosaic: Mosaic, in room: PlaneTriple) {
    let (width, lines) = (strip.width / 3, y / 2..<(y + strip.height) / 2)
    // Three colours of full width, and three halves for means.
    let colors = BayerCoding.Color.allCases.map {
      room.cb.part(x: $0.rawValue * width, width: width, height: strip.height)
    }
    let halves = (0..<3).map { room.cr.part(x: $0 * width / 2, width: width / 2, height: lines.count) }
    for color in BayerCoding.Color.allCases {
      for line in 0..<2 {
        let (even, odd) = (
          mosaic.color(color, at: 2 * line, lines: lines, into: halves[0], scratch: halves[2]),
          mosaic.color(color, at: 2 * line + 1, lines: lines, into: halves[1], scratch: halves[2])
        )
        even.merge(odd: odd, to: colors[color.rawValue].everySecondRow(from: line))
      }
    }
    MergeRGBPlane(
      colors[0].start, colors[0].pitch, colors[1].start, colors[1].pitch, colors[2].start, colors[2].pitch,
      strip.start, strip.pitch, Int32(width), Int32(strip.height))
  }
}

/// A mosaic in four planes, one for each place in the pattern, with a border of one sample around each.
private struct Mosaic {
  private let planes: [Plane]
  private let colors: [BayerCoding.Color]

  init(_ levels: Plane, pattern: BayerCoding.Pattern, memory: ScratchPlanes) {
    colors = pattern.colors
    let (columns, rows) = (levels.width / 2, levels.height / 2)
    let stride = (columns + 2 + 63) & ~63
    let start = memory.reserve(4 * stride * (rows + 2))
    planes = (0..<4).map {
      Plane(start: start + $0 * stride * (rows + 2) + stride + 1, stride: stride, width: columns, height: rows)
    }
    for line in 0..<2 { levels.everySecondRow(from: line).split(even: planes[2 * line], odd: planes[2 * line + 1]) }
    for plane in planes {
      for y in 0..<rows {
        let row = plane.start + y * stride
        row[-1] = row[0]
        row[columns] = row[columns - 1]
      }
      memcpy(plane.start - stride - 1, plane.start - 1, columns + 2)
      memcpy(plane.start + rows * stride - 1, plane.start + (rows - 1) * stride - 1, columns + 2)
    }
  }

  /// One colour of the pixels at one place of the pattern, for some lines of the planes.
  ///
  /// Where the place has that colour it is the plane itself, otherwise means written `into` the memory given; that
  /// and `scratch` have room for a line more.
  func color(
    _ color: BayerCoding.Color, at place: Int, lines: Range<Int>, into target: Plane, scratch: Plane
  ) -> Plane {
    // The neighbours left and above lie at the same index where the place is odd, at the one before where it is even.
    let (x, above) = (place & 1 == 0 ? -1 : 0, lines.lowerBound + (place & 2 == 0 ? -1 : 0))
    if colors[place] == color { return planes[place].part(y: lines.lowerBound) }
    let (isBeside, isAbove) = (colors[place ^ 1] == color, colors[place ^ 2] == color)
    if isBeside { planes[place ^ 1].part(x: x, y: lines.lowerBound).mean(x: 1, to: target) }
    if isAbove { planes[place ^ 2].part(y: above).mean(y: 1, to: isBeside ? scratch : target) }
    if isBeside, isAbove { target.mix(with: scratch, share: 128, to: target) }
    if !isBeside, !isAbove {
      planes[place ^ 3].part(x: x, y: above).mean(x: 1, to: scratch.part(height: lines.count + 1))
      scratch.mean(y: 1, to: target)
    }
    return target
  }
}

extension Plane {
  /// The mean of neighbours, of which the second lies so much further; there may be a border.
  fileprivate func mean(x: Int = 0, y: Int = 0, to target: Plane) {
    mix(with: part(x: x, y: y), share: 128, to: target)
  }
}
