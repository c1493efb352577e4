import Glibc
import MediaCore

/// Paints frames of a scene as planes of YU12, into memory that is set aside once.
///
/// Not for two threads at once. What stands still is copied; only what moves is painted.
final class ScenePainter {
  /// The layout of the picture in memory: the frame's size rounded up to even, in the frame's range.
  let layout: VideoFormat
  private let scene: Scene
  private let interval: MediaTime
  private let backdrop: SceneBackdrop
  private let sea: SceneSea
  private let motion: SceneMotion
  private let digits: SceneDigits
  private let light: SceneColor
  private let codeLayout: BarCodeLayout?
  private let memory: LentMemory
  private let canvas: SceneCanvas
  /// Room for a second picture, from the first zoom on.
  private var scratch: LentMemory?
  private let (black, white): (Int32, Int32)
  private var width: Int { layout.width }
  private var height: Int { layout.height }

  /// Creates a painter of frames of a format, at the scene's frame interval for this camera. The code is laid out for
  /// the frame, of which the picture may have one row or column more.
  init(scene: Scene, interval: MediaTime, frame: VideoFormat, view: SceneView) {
    self.scene = scene
    self.interval = interval
    layout = VideoFormat(
      pixelFormat: .yu12, width: (frame.width + 1) & ~1, height: (frame.height + 1) & ~1, range: frame.range)
    backdrop = SceneBackdrop(layout: layout, seed: scene.settings.seed, view: view)
    sea = SceneSea(backdrop: backdrop, seed: scene.settings.seed, view: view)
    motion = SceneMotion(layout: layout, seed: scene.settings.seed, view: view)
    let isFullRange = layout.range == .full
    digits = SceneDigits(height: layout.height, color: SceneColor(0xffffff, isFullRange: isFullRange))
    light = SceneColor(0xffffff, isFullRange: isFullRange)
    codeLayout = BarCodeLayout(width: frame.width, height: frame.height)
    memory = LentMemory(byteCount: layout.frameBytes)
    canvas = SceneCanvas(memory, layout: layout)
    (black, white) = isFullRange ? (0, 255) : (16, 235)
  }

  /// Paints frame `number` over the whole picture, in a look of the scene; its lamp, its digits and its code stay as
  /// they are. The bytes are valid until the next frame is painted.
  func paint(frame number: Int64, in look: SceneLook = .plain) -> UnsafeRawBufferPointer {
    let nanoseconds = scene.nanosecondsOfFrame(number, interval: interval)
    let seconds = Double(nanoseconds) / 1e9
    canvas.copy(backdrop.canvas)
    sea.paint(seconds: seconds, on: canvas)
    motion.paint(seconds: seconds, on: canvas)
    if look != .plain { canvas.show(look, black: Int(black), white: Int(white), scratch: scratchCanvas()) }
    if scene.isFlash(frame: number, interval: interval) {
      let (width, height) = (Double(width), Double(height))
      canvas.disc(
        SceneLamp.middle(width: width, height: height), SceneLamp.radius(width: width, height: height), light)
    }
    digits.draw(nanoseconds: nanoseconds, on: canvas)
    if let codeLayout { paint(scene.code(ofFrame: number, interval: interval), codeLayout) }
    return UnsafeRawBufferPointer(rebasing: memory.bytes[..<layout.frameBytes])
  }

  private func scratchCanvas() -> SceneCanvas {
    let memory = scratch ?? LentMemory(byteCount: layout.frameBytes)
    scratch = memory
    return SceneCanvas(memory, layout: layout)
  }

  private func paint(_ code: BarCode, _ layout: BarCodeLayout) {
    let bits = code.bits
    let bounds = layout.bounds
    for row in 0..<BarCodeLayout.rows {
      let rows = layout.cell(column: 0, row: row).y
      let first = canvas.luma + rows.lowerBound * width
      for column in 0..<BarCodeLayout.columns {
        let columns = layout.cell(column: column, row: row).x
        let isWhite = BarCodeLayout.isWhite(column: column, row: row, bits: bits)
        memset(first + columns.lowerBound, isWhite ? white : black, columns.count)
      }
      for line in rows.dropFirst() {
        memcpy(canvas.luma + line * width + bounds.x.lowerBound, first + bounds.x.lowerBound, bounds.x.count)
      }
    }
    let columns = bounds.x.lowerBound / 2..<(bounds.x.upperBound + 1) / 2
    for line in bounds.y.lowerBound / 2..<(bounds.y.upperBound + 1) / 2 {
      memset(canvas.cb + line * (width / 2) + columns.lowerBound, 128, columns.count)
      memset(canvas.cr + line * (width / 2) + columns.lowerBound, 128, columns.count)
    }
  }
}
