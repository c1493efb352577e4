import Glibc
import MediaCore
import VideoCoding

/// Paints frames of a scene into pictures of one size, with memory set aside once.
///
/// Not for two threads at once. Whole rows are filled or copied; no pixel is computed while painting.
final class ScenePainter {
  private let scene: Scene
  private let interval: MediaTime
  private let background: SceneBackground
  private let layout: BarCodeLayout?
  private let picture: I420Picture
  private let black: Int32
  private let white: Int32

  /// A painter into `picture`, at the scene's frame interval for this camera.
  ///
  /// The code is laid out for `codeWidth` × `codeHeight`, the size of the frame, of which the picture may have one
  /// row or column more or less.
  init(scene: Scene, interval: MediaTime, picture: I420Picture, codeWidth: Int, codeHeight: Int) {
    self.scene = scene
    self.interval = interval
    self.picture = picture
    background = SceneBackground(width: picture.width, seed: scene.settings.seed)
    layout = BarCodeLayout(width: codeWidth, height: codeHeight)
    black = picture.range == .full ? 0 : 16
    white = picture.range == .full ? 255 : 235
  }

  /// Paints frame `number` over the whole picture, so much brighter than the scene; its code is always black and white.
  func paint(frame number: Int64, brightness: Double = 1) {
    let isFlash = scene.isFlash(frame: number, interval: interval)
    picture.withPlanes { planes in
      if isFlash {
        fillWhite(planes)
      } else {
        let time = scene.nanosecondsOfFrame(number, interval: interval)
        paintBackground(planes, time: time)
        paintSecondBar(planes, time: time)
        if brightness != 1 { expose(planes, brightness) }
      }
      if let layout { paint(scene.code(ofFrame: number, interval: interval), layout: layout, planes) }
    }
  }

  private func expose(_ planes: I420Planes, _ brightness: Double) {
    let table = (0..<256).map { value in
      let light = max(0, Double(value) - Double(black)) * brightness + Double(black)
      return UInt8(min(Double(white), light.rounded()))
    }
    table.withUnsafeBufferPointer { table in
      for index in planes.luma.indices { planes.luma[index] = table[Int(planes.luma[index])] }
    }
  }

  private func fillWhite(_ planes: I420Planes) {
    guard let luma = planes.luma.baseAddress, let cb = planes.cb.baseAddress, let cr = planes.cr.baseAddress
    else { return }
    memset(luma, white, planes.luma.count)
    memset(cb, 128, planes.cb.count)
    memset(cr, 128, planes.cr.count)
  }

  /// The background drifts by a sixth of a picture width a second to the left and more slowly upwards, in even
  /// steps so that colour moves with luma.
  private func paintBackground(_ planes: I420Planes, time: Int64) {
    guard let luma = planes.luma.baseAddress, let cb = planes.cb.baseAddress, let cr = planes.cr.baseAddress
    else { return }
    let pixels = Int(Int128(time) * Int128(picture.width) / 6_000_000_000)
    let x = pixels / 2 % (SceneBackground.period / 2)
    let y = pixels / 6 % (SceneBackground.period / 2)
    for row in 0..<picture.height {
      background.copyLuma(x: 2 * x, y: 2 * y + row, width: picture.width, to: luma + row * planes.lumaStride)
    }
    for row in 0..<picture.height / 2 {
      let offset = row * planes.chromaStride
      background.copyChroma(x: x, y: y + row, width: picture.width / 2, toCb: cb + offset, cr: cr + offset)
    }
  }

  /// A bar along the bottom that grows from nothing to the full width in the course of each second.
  private func paintSecondBar(_ planes: I420Planes, time: Int64) {
    guard let luma = planes.luma.baseAddress, let cb = planes.cb.baseAddress, let cr = planes.cr.baseAddress
    else { return }
    let filled = Int(Int128(time % 1_000_000_000) * Int128(picture.width) / 1_000_000_000)
    let rows = max(2, picture.height / 32 & ~1)
    for row in picture.height - rows..<picture.height {
      memset(luma + row * planes.lumaStride, white, filled)
      memset(luma + row * planes.lumaStride + filled, black, picture.width - filled)
    }
    for row in (picture.height - rows) / 2..<picture.height / 2 {
      memset(cb + row * planes.chromaStride, 128, picture.width / 2)
      memset(cr + row * planes.chromaStride, 128, picture.width / 2)
    }
  }

  private func paint(_ code: BarCode, layout: BarCodeLayout, _ planes: I420Planes) {
    guard let luma = planes.luma.baseAddress, let cb = planes.cb.baseAddress, let cr = planes.cr.baseAddress
    else { return }
    let bits = code.bits
    let bounds = layout.bounds
    for row in 0..<BarCodeLayout.rows {
      let rows = layout.cell(column: 0, row: row).y
      let first = luma + rows.lowerBound * planes.lumaStride
      for column in 0..<BarCodeLayout.columns {
        let columns = layout.cell(column: column, row: row).x
        let isWhite = BarCodeLayout.isWhite(column: column, row: row, bits: bits)
        memset(first + columns.lowerBound, isWhite ? white : black, columns.count)
      }
      for line in rows.dropFirst() {
        memcpy(luma + line * planes.lumaStride + bounds.x.lowerBound, first + bounds.x.lowerBound, bounds.x.count)
      }
    }
    let columns = bounds.x.lowerBound / 2..<(bounds.x.upperBound + 1) / 2
    for line in bounds.y.lowerBound / 2..<(bounds.y.upperBound + 1) / 2 {
      memset(cb + line * planes.chromaStride + columns.lowerBound, 128, columns.count)
      memset(cr + line * planes.chromaStride + columns.lowerBound, 128, columns.count)
    }
  }
}
