import Glibc
import MediaCore

/// Paints frames of a scene as planes of YU12, into memory that is set aside once.
///
/// Not for two threads at once. Whole rows are filled or copied; no pixel is computed while painting.
final class ScenePainter {
  /// How the picture lies in memory: the frame's size rounded up to even, in the frame's range.
  let layout: VideoFormat
  private let scene: Scene
  private let interval: MediaTime
  private let background: SceneBackground
  private let codeLayout: BarCodeLayout?
  private let memory: LentMemory
  private let (luma, cb, cr): (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)
  private let (black, white): (Int32, Int32)
  private var width: Int { layout.width }
  private var height: Int { layout.height }

  /// Creates a painter of frames of a format, at the scene's frame interval for this camera. The code is laid out for the
  /// frame, of which the picture may have one row or column more.
  init(scene: Scene, interval: MediaTime, frame: VideoFormat) {
    self.scene = scene
    self.interval = interval
    layout = VideoFormat(
      pixelFormat: .yu12, width: (frame.width + 1) & ~1, height: (frame.height + 1) & ~1, range: frame.range)
    background = SceneBackground(width: layout.width, seed: scene.settings.seed)
    codeLayout = BarCodeLayout(width: frame.width, height: frame.height)
    memory = LentMemory(byteCount: layout.frameBytes)
    let start = memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress.unsafelyUnwrapped  // never empty
    (luma, cb, cr) = (start, start + layout.planes[1].offset, start + layout.planes[2].offset)
    (black, white) = layout.range == .full ? (0, 255) : (16, 235)
  }

  /// Paints frame `number` over the whole picture, so much brighter than the scene; its code is always black and white.
  /// The bytes are valid until the next frame is painted.
  func paint(frame number: Int64, brightness: Double = 1) -> UnsafeRawBufferPointer {
    if scene.isFlash(frame: number, interval: interval) {
      memset(luma, white, width * height)
      memset(cb, 128, width * height / 4)
      memset(cr, 128, width * height / 4)
    } else {
      let nanoseconds = scene.nanosecondsOfFrame(number, interval: interval)
      paintBackground(nanoseconds: nanoseconds)
      paintSecondBar(nanoseconds: nanoseconds)
      if brightness != 1 { expose(brightness) }
    }
    if let codeLayout { paint(scene.code(ofFrame: number, interval: interval), codeLayout) }
    return UnsafeRawBufferPointer(rebasing: memory.bytes[..<layout.frameBytes])
  }

  private func expose(_ brightness: Double) {
    let table = (0..<256).map { value in
      let light = max(0, Double(value) - Double(black)) * brightness + Double(black)
      return UInt8(min(Double(white), light.rounded()))
    }
    table.withUnsafeBufferPointer { table in
      for index in 0..<width * height { luma[index] = table[Int(luma[index])] }
    }
  }

  /// The background drifts by a sixth of a picture width a second to the left and more slowly upwards, in even
  /// steps so that colour moves with luma.
  private func paintBackground(nanoseconds: Int64) {
    let pixels = Int(Int128(nanoseconds) * Int128(width) / 6_000_000_000)
    let x = pixels / 2 % (SceneBackground.period / 2)
    let y = pixels / 6 % (SceneBackground.period / 2)
    for row in 0..<height {
      background.copyLuma(x: 2 * x, y: 2 * y + row, width: width, to: luma + row * width)
    }
    for row in 0..<height / 2 {
      let offset = row * (width / 2)
      background.copyChroma(x: x, y: y + row, width: width / 2, toCb: cb + offset, cr: cr + offset)
    }
  }

  /// A bar along the bottom that grows from nothing to the full width in the course of each second.
  private func paintSecondBar(nanoseconds: Int64) {
    let filled = Int(Int128(nanoseconds % 1_000_000_000) * Int128(width) / 1_000_000_000)
    let rows = max(2, height / 32 & ~1)
    for row in height - rows..<height {
      memset(luma + row * width, white, filled)
      memset(luma + row * width + filled, black, width - filled)
    }
    for row in (height - rows) / 2..<height / 2 {
      memset(cb + row * (width / 2), 128, width / 2)
      memset(cr + row * (width / 2), 128, width / 2)
    }
  }

  private func paint(_ code: BarCode, _ layout: BarCodeLayout) {
    let bits = code.bits
    let bounds = layout.bounds
    for row in 0..<BarCodeLayout.rows {
      let rows = layout.cell(column: 0, row: row).y
      let first = luma + rows.lowerBound * width
      for column in 0..<BarCodeLayout.columns {
        let columns = layout.cell(column: column, row: row).x
        let isWhite = BarCodeLayout.isWhite(column: column, row: row, bits: bits)
        memset(first + columns.lowerBound, isWhite ? white : black, columns.count)
      }
      for line in rows.dropFirst() {
        memcpy(luma + line * width + bounds.x.lowerBound, first + bounds.x.lowerBound, bounds.x.count)
      }
    }
    let columns = bounds.x.lowerBound / 2..<(bounds.x.upperBound + 1) / 2
    for line in bounds.y.lowerBound / 2..<(bounds.y.upperBound + 1) / 2 {
      memset(cb + line * (width / 2) + columns.lowerBound, 128, columns.count)
      memset(cr + line * (width / 2) + columns.lowerBound, 128, columns.count)
    }
  }
}
