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
  private var tablesKey: Key?

  private struct Key: Equatable {
    let coding: BayerCoding
    let light: LightCoding
    let development: BayerDevelopment
  }

  /// Some finished rows of the picture.
  struct Strip {
    /// Bytes R, G, B.
    let rgb: Plane
    /// The first row's place in the picture; even.
    let y: Int
    /// How many rows; even.
    let rows: Int
  }

  /// Makes a picture of a frame whose plane is known to hold it, and lends it strip by strip from top to bottom.
  /// `width` and `height` are even and above zero.
  func demosaic(
    _ plane: Plane, _ coding: BayerCoding, light: LightCoding, _ development: BayerDevelopment, width: Int, height: Int,
    _ body: (Strip) -> Void
  ) {
    let levels = levels(plane, coding, light: light, development, width: width, height: height)
    let mosaic = Mosaic(
      levels, pattern: coding.pattern, width: width, height: height, memory: quarters)
    let rows = 2 * Self.stripRows
    let room = strips.planes(lumaWidth: 3 * width, lumaHeight: rows, chromaWidth: 3 * width, chromaHeight: rows)
    for y in stride(from: 0, to: height, by: rows) {
      let strip = Strip(rgb: room.luma, y: y, rows: min(rows, height - y))
      finish(strip, of: mosaic, in: room)
      body(strip)
    }
  }

  /// The samples as bytes to be shown, each still of one colour.
  private func levels(
    _ plane: Plane, _ coding: BayerCoding, light: LightCoding, _ development: BayerDevelopment, width: Int, height: Int
  ) -> Plane {
    if coding.bitsPerSample == 8, light == .display, development == .plain { return plane }
    let key = Key(coding: coding, light: light, development: development)
    if tablesKey != key {
      tables = development.tables(coding, light: light)
      tablesKey = key
    }
    let result = levels.planes(lumaWidth: width, lumaHeight: height, chromaWidth: 0, chromaHeight: 0).luma
    let colors = coding.pattern.colors.map(\.rawValue)
    if coding.bitsPerSample == 8 {
      LibYuv.copyPlane(plane, to: result, width: width, height: height)
      for line in 0..<2 {
        LibYuv.mapAlternately(
          result.everySecondRow(from: line), even: tables[colors[2 * line]], odd: tables[colors[2 * line + 1]],
          width: width, height: height / 2)
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
            for x in stride(from: 0, to: width, by: 2) {
              target[x] = even[Int(samples[x])]
              target[x &+ 1] = odd[Int(samples[x &+ 1])]
            }
          }
        }
      }
    }
    return result
  }

  private func finish(_ strip: Strip, of mosaic: Mosaic, in room: PlaneTriple) {
    let (width, height) = (mosaic.width, strip.rows / 2)
    let lines = strip.y / 2..<strip.y / 2 + height
    // Three colours of full width, and three halves for means.
    let stride = room.cb.stride
    let colors = BayerCoding.Color.allCases.map {
      Plane(start: room.cb.start + $0.rawValue * 2 * width, stride: stride)
    }
    let means = (0..<2).map { Plane(start: room.cr.start + $0 * width, stride: stride) }
    let scratch = Plane(start: room.cr.start + 2 * width, stride: stride)
    for color in BayerCoding.Color.allCases {
      for line in 0..<2 {
        let halves = (0..<2).map { column in
          mosaic.color(color, at: 2 * line + column, lines: lines, into: means[column], scratch: scratch)
        }
        let target = colors[color.rawValue]
        LibYuv.mergeColumns(
          even: halves[0], odd: halves[1],
          to: target.everySecondRow(from: line), width: width, height: height)
      }
    }
    LibYuv.mergeRGB(colors[0], colors[1], colors[2], to: strip.rgb, width: 2 * width, height: strip.rows)
  }
}

/// A mosaic in four planes, one for each place in the pattern, with a border of one sample around each.
private struct Mosaic {
  /// Of each of the four planes.
  let width: Int
  private let planes: [Plane]
  private let colors: [BayerCoding.Color]

  init(_ levels: Plane, pattern: BayerCoding.Pattern, width: Int, height: Int, memory: ScratchPlanes) {
    self.width = width / 2
    colors = pattern.colors
    let (columns, rows) = (width / 2, height / 2)
    let stride = (columns + 2 + 63) & ~63
    let start = memory.reserve(4 * stride * (rows + 2))
    planes = (0..<4).map { Plane(start: start + $0 * stride * (rows + 2) + stride + 1, stride: stride) }
    for line in 0..<2 {
      LibYuv.splitColumns(
        levels.everySecondRow(from: line), even: planes[2 * line], odd: planes[2 * line + 1], width: columns,
        height: rows)
    }
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
    let (x, y) = (place & 1 == 0 ? -1 : 0, place & 2 == 0 ? -1 : 0)
    let (beside, above, across) = (planes[place ^ 1], planes[place ^ 2], planes[place ^ 3])
    if colors[place] == color {
      return planes[place].moved(x: 0, y: lines.lowerBound)
    }
    if colors[place ^ 1] == color, colors[place ^ 2] == color {
      meanOfColumns(beside.moved(x: x, y: lines.lowerBound), to: target, height: lines.count)
      meanOfRows(above.moved(x: 0, y: lines.lowerBound + y), to: scratch, height: lines.count)
      LibYuv.mixPlanes(target, scratch, share: 128, to: target, width: width, height: lines.count)
    } else if colors[place ^ 1] == color {
      meanOfColumns(beside.moved(x: x, y: lines.lowerBound), to: target, height: lines.count)
    } else if colors[place ^ 2] == color {
      meanOfRows(above.moved(x: 0, y: lines.lowerBound + y), to: target, height: lines.count)
    } else {
      meanOfColumns(across.moved(x: x, y: lines.lowerBound + y), to: scratch, height: lines.count + 1)
      meanOfRows(scratch, to: target, height: lines.count)
    }
    return target
  }

  private func meanOfColumns(_ source: Plane, to target: Plane, height: Int) {
    LibYuv.mixPlanes(source, source.moved(x: 1, y: 0), share: 128, to: target, width: width, height: height)
  }

  private func meanOfRows(_ source: Plane, to target: Plane, height: Int) {
    LibYuv.mixPlanes(source, source.moved(x: 0, y: 1), share: 128, to: target, width: width, height: height)
  }
}

extension Plane {
  /// The same rows seen from another place, which may be in the border.
  fileprivate func moved(x: Int, y: Int) -> Plane { Plane(start: start + y * stride + x, stride: stride) }
}
