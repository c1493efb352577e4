/// The windows of a frame: the transparent parts of a picture, through which the photos beneath it are seen.
struct FrameWindows {
  /// The rectangle around a window, in pixels.
  struct Window: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
    var pixels: Int

    fileprivate mutating func join(_ other: Window) {
      (left, top) = (min(left, other.left), min(top, other.top))
      (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
      pixels += other.pixels
    }
  }

  private struct Run {
    let left: Int
    let right: Int
    let number: Int
  }

  /// The windows from left to right, row by row.
  let windows: [Window]

  // What is more opaque than this hides what is beneath it.
  private static let opaque: UInt8 = 128
  /// The part of the whole picture that a window has at least: smaller holes are round corners and ornaments.
  private static let leastPart = 100
  private static let leastSide = 40

  /// Finds the windows in rows of opacities, 0 for transparent.
  init(width: Int, height: Int, opacity: (_ x: Int, _ y: Int) -> UInt8) {
    var found: [Window] = []
    /// The window that each one was found to be a part of.
    var parents: [Int] = []
    func root(_ number: Int) -> Int {
      var number = number
      while parents[number] != number {
        parents[number] = parents[parents[number]]
        number = parents[number]
      }
      return number
    }
    var above: [Run] = []
    for y in 0..<height {
      var runs: [Run] = []
      var (x, first) = (0, 0)
      while x < width {
        guard opacity(x, y) < Self.opaque else {
          x += 1
          continue
        }
        let left = x
        while x < width, opacity(x, y) < Self.opaque { x += 1 }
        var number: Int?
        while first < above.count, above[first].right <= left { first += 1 }
        var index = first
        while index < above.count, above[index].left < x {
          let other = root(above[index].number)
          if let known = number, known != other { parents[other] = known } else { number = other }
          index += 1
        }
        let own = number ?? found.count
        let window = Window(left: left, top: y, right: x, bottom: y + 1, pixels: x - left)
        if number == nil {
          found.append(window)
          parents.append(own)
        } else {
          found[own].join(window)
        }
        runs.append(Run(left: left, right: x, number: own))
      }
      above = runs
    }
    var joined: [Int: Window] = [:]
    for (number, window) in found.enumerated() {
      let root = root(number)
      if joined[root]?.join(window) == nil { joined[root] = window }
    }
    windows = Self.inOrder(
      joined.values.filter { window in
        window.pixels * Self.leastPart >= width * height && window.right - window.left >= Self.leastSide
          && window.bottom - window.top >= Self.leastSide
      })
  }

  /// Windows whose middles lie beside the first one of a row are of that row.
  private static func inOrder(_ windows: [Window]) -> [Window] {
    var rows: [[Window]] = []
    for window in windows.sorted(by: { ($0.top, $0.left) < ($1.top, $1.left) }) {
      if let first = rows.last?.first, (window.top + window.bottom) / 2 < first.bottom {
        rows[rows.count - 1].append(window)
      } else {
        rows.append([window])
      }
    }
    return rows.flatMap { row in row.sorted { ($0.left, $0.top) < ($1.left, $1.top) } }
  }
}
