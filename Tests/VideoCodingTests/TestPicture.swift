import MediaCore
import VideoCoding

/// Pictures whose every sample is known, and ways to compare them.
enum TestPicture {
  /// A soft wave of colours that RGB can show, moved on by `phase`; luma 40 to 200, colour 108 to 148.
  static func wave(width: Int, height: Int, range: ColorRange, phase: Int = 0) throws -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: range)
    func ramp(_ position: Int, _ low: Int, _ high: Int) -> UInt8 {
      let span = high - low
      let step = ((position % (2 * span)) + 2 * span) % (2 * span)
      return UInt8(low + (step < span ? step : 2 * span - step))
    }
    picture.withPlanes { planes in
      for y in 0..<height {
        for x in 0..<width { planes.luma[y * planes.lumaStride + x] = ramp(x + 2 * y + 3 * phase, 40, 200) }
      }
      for y in 0..<(height / 2) {
        for x in 0..<(width / 2) {
          planes.cb[y * planes.chromaStride + x] = ramp((x + y + phase) / 2, 108, 148)
          planes.cr[y * planes.chromaStride + x] = ramp((x - y + phase) / 2 + 20, 108, 148)
        }
      }
    }
    return picture
  }

  /// The planes without padding: luma, Cb, Cr, as a raw I420 file has them.
  static func packed(_ picture: I420Picture) -> [UInt8] { luma(picture) + chroma(picture) }

  static func luma(_ picture: I420Picture) -> [UInt8] {
    picture.withPlanes { rows($0.luma, stride: $0.lumaStride, width: picture.width, height: picture.height) }
  }

  static func chroma(_ picture: I420Picture) -> [UInt8] {
    let (width, height) = (picture.width / 2, picture.height / 2)
    return picture.withPlanes {
      rows($0.cb, stride: $0.chromaStride, width: width, height: height)
        + rows($0.cr, stride: $0.chromaStride, width: width, height: height)
    }
  }

  /// The upper left part of a picture.
  static func cropped(_ picture: I420Picture, width: Int, height: Int) throws -> I420Picture {
    let result = try I420Picture(width: width, height: height, range: picture.range)
    picture.withPlanes { source in
      result.withPlanes { target in
        func copy(
          _ from: UnsafeMutableBufferPointer<UInt8>, _ fromStride: Int, _ to: UnsafeMutableBufferPointer<UInt8>,
          _ toStride: Int, _ width: Int, _ height: Int
        ) {
          for y in 0..<height { for x in 0..<width { to[y * toStride + x] = from[y * fromStride + x] } }
        }
        copy(source.luma, source.lumaStride, target.luma, target.lumaStride, width, height)
        copy(source.cb, source.chromaStride, target.cb, target.chromaStride, width / 2, height / 2)
        copy(source.cr, source.chromaStride, target.cr, target.chromaStride, width / 2, height / 2)
      }
    }
    return result
  }

  /// The greatest difference of two stretches of samples; 255 when their lengths differ.
  static func distance(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int {
    guard left.count == right.count else { return 255 }
    return zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The mean of the squared differences.
  static func meanSquare(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Double {
    // Sequences of any kind are walked ten times as slowly without optimization.
    let (left, right) = (Array(left), Array(right))
    var sum = 0
    for index in 0..<min(left.count, right.count) {
      let difference = Int(left[index]) - Int(right[index])
      sum += difference * difference
    }
    return Double(sum) / Double(left.count)
  }

  private static func rows(
    _ plane: UnsafeMutableBufferPointer<UInt8>, stride: Int, width: Int, height: Int
  ) -> [UInt8] {
    (0..<height).flatMap { Array(plane[($0 * stride)..<($0 * stride + width)]) }
  }
}

extension VideoFrame {
  /// A frame over given bytes, taken at time zero.
  init(_ format: VideoFormat, _ bytes: [UInt8]) {
    self.init(
      format: format, time: .zero, sequence: 0,
      storage: bytes.withUnsafeBytes { FrameStorage(copying: $0) })
  }
}

extension FramePacker {
  /// A picture as a frame with its own bytes.
  func frame(_ picture: I420Picture, as format: VideoFormat) throws -> VideoFrame {
    var bytes = [UInt8](repeating: 0xee, count: maximumBytes(for: format))
    let count = try bytes.withUnsafeMutableBytes { try pack(picture, as: format, into: $0) }
    return VideoFrame(format, Array(bytes[..<count]))
  }
}
