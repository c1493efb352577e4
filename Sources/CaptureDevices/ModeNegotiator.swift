public import MediaCore

/// Chooses one of a camera's modes. The result depends only on the modes and the wish.
public struct ModeNegotiator: Sendable {
  /// The camera whose modes these are, for error messages.
  public let device: String
  /// The modes that the camera offers.
  public let capabilities: [VideoModeCapability]

  /// Creates a negotiator over the modes that a camera offers.
  public init(device: String, capabilities: [VideoModeCapability]) {
    self.device = device
    self.capabilities = capabilities
  }

  /// A mode that a camera offers, and why it was chosen.
  public struct Choice: Sendable, Hashable {
    /// The coding and size.
    public let capability: VideoModeCapability
    /// The time between frames; `nil` if the driver does not say.
    public let frameInterval: MediaTime?
    /// The reason why this mode and no other, for the log.
    public let reason: String
  }

  /// Returns the camera's mode that fits `wish` best.
  ///
  /// The size, rate and coding that the wish names are required: the camera must offer them, the rate within 0.5 %. The
  /// wish's priority decides the rest. A movie gets the rate nearest to 30 frames a second, not below 24 if possible,
  /// at the largest size up to 1920x1080 that has it; a photo gets the largest size that still runs at 10 frames a
  /// second. Between modes that are equal in these respects, ``/MediaCore/PixelFormat/native`` decides. A coding whose
  /// frames have to be made into pictures first, raw or not native, is taken only when no other one meets the
  /// requirements. To get raw frames, name their coding.
  ///
  /// If the driver does not state the rates of a size, a required rate is returned as it is.
  /// - Throws: ``DeviceError`` with `.unsupportedMode`, listing what the camera has.
  public func choose(_ wish: VideoWish) throws(DeviceError) -> Choice {
    let demanded = try candidates(meeting: wish)
    let ready = demanded.filter { $0.capability.pixelFormat.isNativePicture }
    let ranked = ready.isEmpty ? demanded : ready
    guard let best = Ranking(modes: ranked, priority: wish.priority).best else { throw unsupported(wish) }
    return Choice(
      capability: best.mode.capability, frameInterval: best.mode.interval,
      reason: reason(for: best, wish: wish))
  }

  // What a driver tells is not trusted to be sensible: areas are multiplied out below.
  var usable: [VideoModeCapability] {
    capabilities.filter { (1...65_536).contains($0.width) && (1...65_536).contains($0.height) }
  }

  // One size, coding and rate; the unit that is ranked.
  struct Mode {
    let capability: VideoModeCapability
    let interval: MediaTime?

    // Frames a second, or nil where the driver does not say.
    var rate: Double? { interval.flatMap { $0.seconds > 0 ? 1 / $0.seconds : nil } }
    var area: Int { capability.width * capability.height }
  }

  private func candidates(meeting wish: VideoWish) throws(DeviceError) -> [Mode] {
    let asked = try demandedInterval(wish)
    return usable.flatMap { capability -> [Mode] in
      if let size = wish.size, size != (capability.width, capability.height) { return [] }
      if let format = wish.pixelFormat, format != capability.pixelFormat { return [] }
      var intervals: [MediaTime?] = capability.frameIntervals
      if intervals.isEmpty {
        intervals = [asked]
      } else if let asked {
        intervals = nearest(to: asked, in: capability.frameIntervals).map { [$0] } ?? []
      }
      return intervals.map { Mode(capability: capability, interval: $0) }
    }
  }

  private func demandedInterval(_ wish: VideoWish) throws(DeviceError) -> MediaTime? {
    guard let rate = wish.frameRate else { return nil }
    guard rate.isFinite, rate >= 0.001, rate <= 100_000 else {
      throw DeviceError(
        .unsupportedMode, context: device, message: "\(rate) is no frame rate: ask for one between 1 and 240.")
    }
    if rate == rate.rounded() { return MediaTime(value: 1, timescale: Int32(rate)) }
    return MediaTime(value: 1000, timescale: Int32((rate * 1000).rounded()))
  }

  private func nearest(to asked: MediaTime, in intervals: [MediaTime]) -> MediaTime? {
    func distance(_ interval: MediaTime) -> Double { abs(interval.seconds - asked.seconds) }
    return intervals.min { distance($0) < distance($1) }.flatMap { distance($0) <= asked.seconds * 0.005 ? $0 : nil }
  }
}

extension PixelFormat {
  // Whether livecam reads frames of this coding, and they are pictures as they come.
  var isNativePicture: Bool { bayer == nil && PixelFormat.native.contains(self) }
}
