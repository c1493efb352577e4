/// A picture's size in pixels, within what livecam can handle.
struct FrameSize: Hashable {
  let width: Int
  let height: Int

  // Greater sides than any camera has would make products of them overflow.
  private static let greatestSide: UInt32 = 32_768

  init?(width: UInt32, height: UInt32) {
    guard (1...Self.greatestSide).contains(width), (1...Self.greatestSide).contains(height) else { return nil }
    self.width = Int(width)
    self.height = Int(height)
  }

  /// The lengths of a side that a driver allows.
  struct Side {
    let least: UInt32
    let greatest: UInt32
    let step: UInt32

    func allows(_ length: UInt32) -> Bool {
      least <= length && length <= greatest && (step <= 1 || (length - least).isMultiple(of: step))
    }

    // The greatest length that livecam can handle.
    var limit: UInt32? {
      guard least > 0, least <= greatest, least <= greatestSide else { return nil }
      let top = min(greatest, greatestSide)
      return step <= 1 ? top : top - (top - least) % step
    }
  }

  private static let usual: [(UInt32, UInt32)] = [
    (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360), (640, 480), (800, 448),
    (800, 600), (848, 480), (960, 540), (1024, 576), (1024, 768), (1280, 720), (1280, 960), (1280, 1024),
    (1600, 896), (1600, 1200), (1920, 1080), (2048, 1536), (2304, 1296), (2560, 1440), (2592, 1944), (3264, 2448),
    (3840, 2160), (4096, 2160), (4096, 3072),
  ]

  // The usual sizes that a driver with a range allows, and the range's greatest.
  static func usual(width: Side, height: Side) -> [FrameSize] {
    var sizes = usual.filter { width.allows($0.0) && height.allows($0.1) }
      .compactMap { FrameSize(width: $0.0, height: $0.1) }
    if let right = width.limit, let bottom = height.limit, let greatest = FrameSize(width: right, height: bottom),
      !sizes.contains(greatest)
    {
      sizes.append(greatest)
    }
    return sizes
  }
}
