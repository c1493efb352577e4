import CaptureDevices
import MediaCore

/// The way in which a simulated camera that films the scene shows it, as its controls are set.
struct SceneLook: Sendable, Hashable {
  /// The factor by which there is more light than with all controls at their defaults.
  var light = 1.0
  /// The number that is added to luma in full range.
  var brightness = 0.0
  /// The shift of colours towards red and away from blue, in samples of chroma.
  var warmth = 0.0
  /// The part of the scene's width that is seen, as one to so many.
  var zoom = 1.0

  /// The scene as it is.
  static let plain = SceneLook()

  /// The temperature of the scene's light, in kelvin: balanced for it, colours are as they are.
  static let temperature = 5000.0

  init() {}

  init(of camera: any ControlledCamera) {
    let controls = CameraControls(camera)
    light = SimulatedLight(of: camera).factor
    // What cannot be read counts as if it were at its default.
    brightness = (try? controls.brightness?.value()) ?? 0
    zoom = (try? controls.zoomFactor?.value()) ?? 1
    if let mode = try? controls.automaticWhiteBalance?.value(), mode == .locked,  // else balanced by itself
      let temperature = try? controls.whiteBalanceTemperature?.value()  // else left as it is
    {
      // Eyes and cameras feel differences of reciprocal temperatures (mireds). Balanced for bluer light than there is,
      // a picture looks warm.
      warmth = (1e6 / Self.temperature - 1e6 / temperature) * 0.3
    }
  }
}

extension SceneCanvas {
  /// Shows the picture in another look, in place; `scratch` is a canvas of the same size.
  func show(_ look: SceneLook, black: Int, white: Int, scratch: @autoclosure () -> SceneCanvas) {
    if look.zoom > 1 { enlarge(look.zoom, scratch: scratch()) }
    if look.light != 1 || look.brightness != 0 {
      let offset = look.brightness * Double(white - black) / 255
      Self.map(luma, width * height) { value in
        let lit = max(0, Double(value - black)) * look.light + Double(black) + offset
        return Int(min(Double(white), max(Double(black), lit)).rounded())
      }
    }
    if look.warmth != 0 {
      let shift = Int(look.warmth.rounded())
      Self.map(cb, width * height / 4) { $0 - shift }
      Self.map(cr, width * height / 4) { $0 + shift }
    }
  }

  private static func map(_ samples: UnsafeMutablePointer<UInt8>, _ count: Int, _ body: (Int) -> Int) {
    let table = (0..<256).map { UInt8(min(255, max(0, body($0)))) }
    table.withUnsafeBufferPointer { table in
      for index in 0..<count { samples[index] = table[Int(samples[index])] }
    }
  }

  /// Shows the middle of the picture so many times as wide, each sample as the one that it lies on.
  private func enlarge(_ factor: Double, scratch: SceneCanvas) {
    scratch.copy(self)
    Self.enlarge(scratch.luma, luma, width, height, factor)
    Self.enlarge(scratch.cb, cb, width / 2, height / 2, factor)
    Self.enlarge(scratch.cr, cr, width / 2, height / 2, factor)
  }

  private static func enlarge(
    _ source: UnsafeMutablePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int,
    _ factor: Double
  ) {
    func places(_ count: Int) -> [Int] {
      let middle = Double(count) / 2
      return (0..<count).map { min(count - 1, max(0, Int(middle + (Double($0) + 0.5 - middle) / factor))) }
    }
    let (columns, rows) = (places(width), places(height))
    columns.withUnsafeBufferPointer { columns in
      for row in 0..<height {
        let line = target + row * width
        if row > 0, rows[row] == rows[row - 1] {
          line.update(from: line - width, count: width)
          continue
        }
        let from = source + rows[row] * width
        for column in 0..<width { line[column] = from[columns[column]] }
      }
    }
  }
}
