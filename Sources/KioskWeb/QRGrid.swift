/// The modules of a QR code: the marks by which readers find it, the data, and a mask that leaves no large plain areas.
struct QRGrid {
  private static let marks: [[Int]] = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
  ]

  let version: Int
  let side: Int
  /// Dark ones, row by row.
  private(set) var modules: [Bool]
  /// Those that are no data.
  private var isFixed: [Bool]

  init(version: Int) {
    self.version = version
    side = version * 4 + 17
    modules = [Bool](repeating: false, count: side * side)
    isFixed = modules
    for index in 0..<side {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] { placeFinder(column, row) }
    let places = Self.marks[version - 1]
    for row in places {
      for column in places where !isCorner(column, row, places) { placeMark(column, row) }
    }
    placeFormat(mask: 0)
    if version >= 7 { placeVersion() }
  }

  private func isCorner(_ column: Int, _ row: Int, _ places: [Int]) -> Bool {
    guard let last = places.last else { return true }
    return (column, row) == (6, 6) || (column, row) == (last, 6) || (column, row) == (6, last)
  }

  private mutating func fix(_ column: Int, _ row: Int, _ isDark: Bool) {
    modules[row * side + column] = isDark
    isFixed[row * side + column] = true
  }

  private mutating func placeFinder(_ column: Int, _ row: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let (x, y, distance) = (column + dx, row + dy, max(abs(dx), abs(dy)))
        if (0..<side).contains(x), (0..<side).contains(y) { fix(x, y, distance != 2 && distance != 4) }
      }
    }
  }

  private mutating func placeMark(_ column: Int, _ row: Int) {
    for dy in -2...2 { for dx in -2...2 { fix(column + dx, row + dy, max(abs(dx), abs(dy)) != 1) } }
  }

  private mutating func placeFormat(mask: Int) {
    // Level M is 0.
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for bit in 0...5 { fix(8, bit, isDark(bit)) }
    fix(8, 7, isDark(6))
    fix(8, 8, isDark(7))
    fix(7, 8, isDark(8))
    for bit in 9..<15 { fix(14 - bit, 8, isDark(bit)) }
    for bit in 0..<8 { fix(side - 1 - bit, 8, isDark(bit)) }
    for bit in 8..<15 { fix(8, side - 15 + bit, isDark(bit)) }
    fix(8, side - 8, true)
  }

  private mutating func placeVersion() {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1f25 }
    let bits = version << 12 | rest
    for bit in 0..<18 {
      let (far, near) = (side - 11 + bit % 3, bit / 3)
      fix(far, near, bits >> bit & 1 == 1)
      fix(near, far, bits >> bit & 1 == 1)
    }
  }

  /// Fills the data in, two columns at a time, up and down from the right.
  mutating func place(_ bytes: [UInt8]) {
    var bit = 0
    for pair in stride(from: side - 1, through: 1, by: -2) {
      let right = pair <= 6 ? pair - 1 : pair
      for step in 0..<side {
        for column in [right, right - 1] {
          let isUpward = (right + 1) & 2 == 0
          let row = isUpward ? side - 1 - step : step
          if !isFixed[row * side + column], bit < bytes.count * 8 {
            modules[row * side + column] = bytes[bit / 8] >> (7 - bit % 8) & 1 == 1
            bit += 1
          }
        }
      }
    }
  }

  /// Turns some modules over by the pattern of the eight that leaves the fewest plain areas.
  mutating func mask() {
    let plain = self
    var best: (grid: QRGrid, penalty: Int)?
    for number in 0..<8 {
      var grid = plain
      grid.turnOver(number)
      grid.placeFormat(mask: number)
      let penalty = grid.penalty
      if best.map({ penalty < $0.penalty }) ?? true { best = (grid, penalty) }
    }
    if let best { self = best.grid }
  }

  private mutating func turnOver(_ mask: Int) {
    for y in 0..<side {
      for x in 0..<side where !isFixed[y * side + x] {
        let turns =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if turns { modules[y * side + x].toggle() }
      }
    }
  }

  /// How hard it is to read: runs, blocks, what looks like a finder, and too much of one colour.
  private var penalty: Int {
    var sum = 0
    for line in 0..<side {
      sum += Self.penalty((0..<side).map { modules[line * side + $0] })
      sum += Self.penalty((0..<side).map { modules[$0 * side + line] })
    }
    for y in 0..<(side - 1) {
      for x in 0..<(side - 1) {
        let first = modules[y * side + x]
        if modules[y * side + x + 1] == first, modules[(y + 1) * side + x] == first,
          modules[(y + 1) * side + x + 1] == first
        {
          sum += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }

  private static func penalty(_ line: [Bool]) -> Int {
    var (sum, start) = (0, 0)
    while start < line.count {
      let end = line[start...].firstIndex { $0 != line[start] } ?? line.count
      if end - start >= 5 { sum += end - start - 2 }
      start = end
    }
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    for place in 0...(line.count - 11) {
      let part = Array(line[place..<place + 11])
      if part == finder + light || part == light + finder { sum += 40 }
    }
    return sum
  }
}
