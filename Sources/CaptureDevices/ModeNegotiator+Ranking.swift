import MediaCore

extension ModeNegotiator {
  // Orders modes for a priority. A little slack on every bound keeps 23.976 and 29.97 on the right side.
  struct Ranking {
    // What decided, for the sentence in the log.
    enum Ground: String {
      case steadyMovie = "the largest size up to 1920x1080 with at least 24 fps"
      case steadyOnlyAboveLimit = "no size up to 1920x1080 reaches 24 fps, this is the smallest that does"
      case rateUnknown = "the largest size up to 1920x1080, whose rate the driver does not tell"
      case nothingSteady = "nothing reaches 24 fps, this is the largest size near the highest rate"
      case largestPhoto = "the largest size with at least 10 fps"
      case nothingForPhoto = "the largest size, nothing reaches 10 fps"
    }

    typealias Best = (mode: Mode, ground: Ground)

    static let movieRate = 23.9
    static let idealRate = 30.0
    static let photoRate = 9.9

    let modes: [Mode]
    let priority: VideoWish.Priority

    var best: Best? { priority == .movie ? bestForMovie : bestForPhoto }

    private var bestForMovie: Best? {
      let steady = modes.filter { $0.rate ?? 0 >= Self.movieRate }
      if let mode = largest(steady.filter(fitsMovie)) { return (mode, .steadyMovie) }
      if let mode = smallest(steady) { return (mode, .steadyOnlyAboveLimit) }
      let unknown = modes.filter { $0.rate == nil }
      if let mode = largest(unknown.filter(fitsMovie)) ?? smallest(unknown) { return (mode, .rateUnknown) }
      // Nothing is steady: near the highest rate there is, the larger picture is worth more than a frame or two.
      let highest = modes.compactMap(\.rate).max() ?? 0
      let near = modes.filter { ($0.rate ?? 0) >= highest * 0.66 }
      return (largest(near.filter(fitsMovie)) ?? smallest(near)).map { ($0, .nothingSteady) }
    }

    private var bestForPhoto: Best? {
      let quick = modes.filter { $0.rate ?? .infinity >= Self.photoRate }
      if let mode = largest(quick) { return (mode, .largestPhoto) }
      return largest(modes).map { ($0, .nothingForPhoto) }
    }

    // Cameras that stand upright offer 1080x1920: the sides count, not which is which.
    private func fitsMovie(_ mode: Mode) -> Bool {
      let (width, height) = (mode.capability.width, mode.capability.height)
      return max(width, height) <= 1920 && min(width, height) <= 1080
    }

    private func largest(_ modes: [Mode]) -> Mode? { preferred(modes, area: modes.map(\.area).max()) }

    private func smallest(_ modes: [Mode]) -> Mode? { preferred(modes, area: modes.map(\.area).min()) }

    // Among modes of one area: the best rate, then the cheapest coding, then an order that never changes.
    private func preferred(_ modes: [Mode], area: Int?) -> Mode? {
      func key(_ mode: Mode) -> (Double, Int, Int, UInt32) {
        (rateKey(mode), formatKey(mode), -mode.capability.width, mode.capability.pixelFormat.fourCC)
      }
      return modes.filter { $0.area == area }.min { key($0) < key($1) }
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
