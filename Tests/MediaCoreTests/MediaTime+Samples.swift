import MediaCore

extension MediaTime {
  /// Values, timescales and epochs at their edges, alone and mixed, with every special value, and malformed times.
  static let edgeCases: [MediaTime] = {
    var times: [MediaTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity, .zero]
    for value in [Int64.min, .min + 1, -600, -1, 0, 1, 2, 600, 1 << 53 + 1, .max - 1, .max] {
      for timescale in [Int32(1), 2, 3, 600, 65_535, 65_536, 1_000_000_000, .max - 1, .max] {
        for epoch in [Int64(0), 1, -1, .max] {
          times.append(MediaTime(value: value, timescale: timescale, epoch: epoch))
        }
      }
    }
    times.append(MediaTime(value: 1, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 0))
    for flags: MediaTime.Flags in [.valid, [.valid, .positiveInfinity, .negativeInfinity], .positiveInfinity] {
      for timescale in [Int32(0), -1, .min] {
        times.append(MediaTime(value: 5, timescale: timescale, flags: flags, epoch: 3))
      }
    }
    return times
  }()

  /// A time with any parts, mostly a number.
  static func random(using generator: inout some RandomNumberGenerator) -> MediaTime {
    if UInt8.random(in: 0...15, using: &generator) == 0 { return edgeCases.randomElement(using: &generator) ?? .zero }
    let bits = Int.random(in: 0...63, using: &generator)
    let value = Int64(bitPattern: generator.next()) >> bits
    let timescale = Int32(truncatingIfNeeded: generator.next() >> 33) >> Int.random(in: 0...30, using: &generator)
    return MediaTime(
      value: value, timescale: max(1, timescale), flags: .valid, epoch: Int64.random(in: 0...1, using: &generator))
  }

  /// The four parts, which `==` by meaning does not compare.
  var parts: [Int64] { [value, Int64(timescale), Int64(flags.rawValue), epoch] }
}
