import MediaCore

extension ModeNegotiator {
  // Orders modes for a priority. A little slack on every bound keeps 23.976 and 29.97 on the right side.
  struct Ranking {
    // What decided, for the sentence in the log.
    enum Ground {
      case steadyMovie, steadyOnlyAboveLimit, rateUnknown, nothingSteady, largestPhoto, nothingForPhoto
    }

    struct Best {
      let mode: Mode
      let ground: Ground
    }

    static let movieRate = 23.9
    static let idealRate = 30.0
    static let photoRate = 9.9

    private let modes: [Mode]
    private let priority: VideoWish.Priority

    init(_ priority: VideoWish.Priority, among modes: [Mode]) {
      self.priority = priority
      self.modes = modes
    }

    var best: Best? { priority == .movie ? bestForMovie : bestForPhoto }

    private var bestForMovie: Best? {
      let steady = modes.filter { $0.rate.map { $0 >= Self.movieRate } ?? false }
      if let mode = largest(steady.filter(fitsMovie)) { return Best(mode: mode, ground: .steadyMovie) }
      if let mode = smallest(steady) { return Best(mode: mode, ground: .steadyOnlyAboveLimit) }
      let unknown = modes.filter { $0.rate == nil }
      if let mode = largest(unknown.filter(fitsMovie)) ?? smallest(unknown) {
        return Best(mode: mode, ground: .rateUnknown)
      }
      // Nothing is steady: near the highest rate there is, the larger picture is worth more than a frame or two.
      let highest = modes.compactMap(\.rate).max() ?? 0
      let near = modes.filter { ($0.rate ?? 0) >= highest * 0.66 }
      return (largest(near.filter(fitsMovie)) ?? smallest(near)).map { Best(mode: $0, ground: .nothingSteady) }
    }

    private var bestForPhoto: Best? {
      let quick = modes.filter { $0.rate.map { $0 >= Self.photoRate } ?? true }
      if let mode = largest(quick) { return Best(mode: mode, ground: .largestPhoto) }
      return largest(modes).map { Best(mode: $0, ground: .nothingForPhoto) }
    }

    // Cameras that stand upright offer 1080x1920: the sides count, not which is which.
    private func fitsMovie(_ mode: Mode) -> Bool {
      let (width, height) = (mode.capability.width, mode.capability.height)
      return max(width, height) <= 1920 && min(width, height) <= 1080
    }

    private func largest(_ modes: [Mode]) -> Mode? {
      let area = modes.map(\.area).max()
      return preferred(modes.filter { $0.area == area })
    }

    private func smallest(_ modes: [Mode]) -> Mode? {
      let area = modes.map(\.area).min()
      return preferred(modes.filter { $0.area == area })
    }

    // Among modes of one area: the best rate, then the cheapest coding, then an order that never changes.
    private func preferred(_ modes: [Mode]) -> Mode? {
      modes.min { left, right in
        let (leftKey, rightKey) = (rateKey(left), rateKey(right))
        if leftKey != rightKey { return leftKey < rightKey }
        let (leftFormat, rightFormat) = (formatKey(left), formatKey(right))
        if leftFormat != rightFormat { return leftFormat < rightFormat }
        if left.capability.width != right.capability.width { return left.capability.width > right.capability.width }
        return left.capability.pixelFormat.fourCC < right.capability.pixelFormat.fourCC
      }
    }

    // Smaller is better: from 24 on, the nearer to 30 the better; below that, the higher; an unknown rate last.
    private func rateKey(_ mode: Mode) -> Double {
      guard let rate = mode.rate else { return 1e9 }
      return rate >= Self.movieRate ? abs(rate - Self.idealRate) : 1e6 - rate
    }

    private func formatKey(_ mode: Mode) -> Int {
      PixelFormat.native.firstIndex(of: mode.capability.pixelFormat) ?? PixelFormat.native.count
    }
  }
}
