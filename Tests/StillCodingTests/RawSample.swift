import Foundation
import MediaCore
import TestSupport
import Testing
import VideoCoding

/// Raw frames of a picture that is known, and what others make of their files.
enum RawSample {
  /// A soft picture with grey in the mean, of full range.
  static func picture(width: Int, height: Int) throws -> I420Picture {
    let picture = try I420Picture(width: (width + 1) & ~1, height: (height + 1) & ~1, range: .full)
    func wave(_ position: Int, _ low: Int, _ high: Int) -> UInt8 {
      let span = high - low
      let step = position % (2 * span)
      return UInt8(low + (step < span ? step : 2 * span - step))
    }
    picture.withPlanes { planes in
      for y in 0..<picture.height {
        for x in 0..<picture.width { planes.luma[y * planes.lumaStride + x] = wave(x + 2 * y, 70, 190) }
      }
      for y in 0..<picture.height / 2 {
        for x in 0..<picture.width / 2 {
          planes.cb[y * planes.chromaStride + x] = wave((x + y) / 2 + 20, 108, 148)
          planes.cr[y * planes.chromaStride + x] = wave(x / 2 + 40, 108, 148)
        }
      }
    }
    return picture
  }

  /// The picture as a raw frame of a format.
  static func frame(
    _ name: String, width: Int = 320, height: Int = 240, light: LightCoding? = nil, strideBytes: Int? = nil
  ) throws -> VideoFrame {
    let format = VideoFormat(
      pixelFormat: try #require(PixelFormat(name)), width: width, height: height, strideBytes: strideBytes,
      light: light)
    let packer = try FramePacker()
    let storage = FrameStorage(capacity: packer.maximumBytes(for: format))
    let picture = try picture(width: width, height: height)
    try storage.fill { (bytes) throws(CodingError) in try packer.pack(picture, as: format, into: bytes) }
    return VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
  }

  /// The picture as bytes R, G, B.
  static func rgb(width: Int = 320, height: Int = 240) throws -> [UInt8] {
    let format = VideoFormat(pixelFormat: .rgb24, width: width, height: height)
    var bytes = [UInt8](repeating: 0, count: format.frameBytes)
    let picture = try picture(width: width, height: height)
    _ = try bytes.withUnsafeMutableBytes { try FramePacker().pack(picture, as: format, into: $0) }
    return bytes
  }
}

/// A picture as `dcraw` writes it: PPM, or PGM for samples that are not developed.
struct PortablePixmap {
  let width: Int
  let height: Int
  /// Row by row, of one or three colours; big-endian words are put together.
  let values: [UInt16]

  init(_ bytes: [UInt8]) throws {
    // `P6`, width and height, the greatest value, each on a line.
    var rest = bytes[...]
    var words: [String] = []
    while words.count < 4 {
      let word = rest.prefix { $0 > 0x20 }
      words.append(String(decoding: word, as: UTF8.self))
      rest = rest.dropFirst(word.count + 1)
    }
    let colors = try #require(["P5": 1, "P6": 3][words[0]])
    width = try #require(Int(words[1]))
    height = try #require(Int(words[2]))
    let isWide = try #require(Int(words[3])) > 255
    try #require(rest.count == width * height * colors * (isWide ? 2 : 1))
    let data = Array(rest)
    values =
      isWide
      ? stride(from: 0, to: data.count, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
      : data.map { UInt16($0) }
  }

  /// The ratio of the greatest value to the mean error, in decibels; without the outermost pixels.
  func psnr(to expected: [UInt8]) -> Double {
    var (sum, count) = (0, 0)
    for y in 2..<height - 2 {
      for index in 3 * (y * width + 2)..<3 * (y * width + width - 2) {
        let difference = Int(values[index]) - Int(expected[index])
        sum += difference * difference
        count += 1
      }
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }
}
