import Glibc
import MediaCore

/// A texture that repeats every 256 pixels both ways, ready to be copied from at any offset.
///
/// One plane is kept as a strip 256 rows high and wide enough that a whole row of the picture is one copy.
final class SceneBackground {
  /// From one repetition to the next, in pixels of luma, both ways.
  static let period = 256

  private let luma: UnsafeMutablePointer<UInt8>
  private let chroma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)
  private let lumaStride: Int
  private let chromaStride: Int
  private static let chromaPeriod = period / 2

  init(width: Int, seed: UInt64) {
    lumaStride = width + Self.period
    chromaStride = width / 2 + Self.chromaPeriod
    luma = .allocate(capacity: lumaStride * Self.period)
    chroma = (
      .allocate(capacity: chromaStride * Self.chromaPeriod), .allocate(capacity: chromaStride * Self.chromaPeriod)
    )
    var random = SeededRandom(seed: seed, stream: 1, item: 0)
    Self.fill(luma, stride: lumaStride, period: Self.period, middle: 116, swing: 30, grain: 5, random: &random)
    let size = Self.chromaPeriod
    Self.fill(chroma.0, stride: chromaStride, period: size, middle: 128, swing: 14, grain: 0, random: &random)
    Self.fill(chroma.1, stride: chromaStride, period: size, middle: 128, swing: 14, grain: 0, random: &random)
  }

  deinit {
    luma.deallocate()
    chroma.0.deallocate()
    chroma.1.deallocate()
  }

  /// Copies `width` pixels of luma of the given row, from column `x` on, both taken as the texture repeats.
  func copyLuma(x: Int, y: Int, width: Int, to row: UnsafeMutablePointer<UInt8>) {
    memcpy(row, luma + (y % Self.period) * lumaStride + x % Self.period, width)
  }

  /// Copies `width` samples of both colour planes, as ``copyLuma(x:y:width:to:)`` does; `x`, `y` in chroma samples.
  func copyChroma(
    x: Int, y: Int, width: Int, toCb cb: UnsafeMutablePointer<UInt8>, cr: UnsafeMutablePointer<UInt8>
  ) {
    let offset = (y % Self.chromaPeriod) * chromaStride + x % Self.chromaPeriod
    memcpy(cb, chroma.0 + offset, width)
    memcpy(cr, chroma.1 + offset, width)
  }

  /// Computes one period of waves and grain, then repeats it along the rows.
  private static func fill(
    _ plane: UnsafeMutablePointer<UInt8>, stride: Int, period: Int, middle: Int, swing: Int, grain: Int,
    random: inout SeededRandom
  ) {
    let across = wave(period: period, cycles: 1, swing: swing, random: &random)
    let down = wave(period: period, cycles: 2, swing: swing / 2, random: &random)
    let diagonal = wave(period: period, cycles: 5, swing: swing / 3, random: &random)
    let noise = (0..<997).map { _ in grain == 0 ? 0 : Int(random.symmetric(Int64(grain))) }
    across.withUnsafeBufferPointer { across in
      diagonal.withUnsafeBufferPointer { diagonal in
        noise.withUnsafeBufferPointer { noise in
          guard let across = across.baseAddress, let diagonal = diagonal.baseAddress, let noise = noise.baseAddress
          else { return }  // never: none is empty
          for y in 0..<period {
            let row = plane + y * stride
            let base = middle + down[y]
            for x in 0..<period {
              let value = base &+ across[x] &+ diagonal[(x &+ y) & (period &- 1)] &+ noise[(x &+ y &* 389) % 997]
              row[x] = UInt8(truncatingIfNeeded: value)
            }
          }
        }
      }
    }
    for y in 0..<period {
      let row = plane + y * stride
      var filled = period
      while filled < stride {
        let count = min(filled, stride - filled)
        memcpy(row + filled, row, count)
        filled += count
      }
    }
  }

  private static func wave(period: Int, cycles: Int, swing: Int, random: inout SeededRandom) -> [Int] {
    let phase = random.unit()
    return (0..<period).map {
      let turns = Double($0 * cycles) / Double(period) + phase
      return Int((Double(swing) * ReproducibleMath.sine(ofTurns: turns)).rounded())
    }
  }
}
