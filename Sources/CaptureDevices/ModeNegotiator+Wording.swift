import MediaCore

extension ModeNegotiator {
  // Lists longer than this help nobody.
  private static let mostSizesListed = 12

  // `MJPG 1280x720 at 30 fps: the largest size …`.
  func reason(for best: Ranking.Best, wish: VideoWish) -> String {
    let capability = best.mode.capability
    let rate = best.mode.rate.map { " at \(Self.number($0)) fps" } ?? ""
    var sentence = "\(capability.pixelFormat) \(capability.width)x\(capability.height)\(rate): "
    let demanded = [
      wish.size == nil ? nil : "size", wish.frameRate == nil ? nil : "rate",
      wish.pixelFormat == nil ? nil : "coding",
    ].compactMap { $0 }
    if demanded.isEmpty {
      sentence += best.ground.rawValue
    } else {
      sentence += demanded.joined(separator: ", ") + " as asked"
      if demanded.count < 3 { sentence += "; for the rest " + best.ground.rawValue }
    }
    if capability.pixelFormat.bayer != nil {
      sentence += "; the frames are raw and have to be developed"
    } else if !capability.pixelFormat.isNativePicture {
      sentence += "; the coding has to be converted"
    }
    return sentence + "."
  }

  func unsupported(_ wish: VideoWish) -> DeviceError {
    let message =
      usable.isEmpty
      ? "The camera offers no picture format. Check that its input is connected, or try another camera."
      : "The camera does not offer \(described(wish)). Ask for one of these, or leave the choice open: \(offer)."
    return DeviceError(.unsupportedMode, context: device, message: message)
  }

  // Size by size, largest first: `1280x720 (MJPG 30/25, YUYV 10), 640x480 (…)`.
  var offer: String {
    let readable = usable.filter { PixelFormat.native.contains($0.pixelFormat) }
    let listed = readable.isEmpty ? usable : readable
    var sizes: [(width: Int, height: Int)] = []
    for capability in listed where !sizes.contains(where: { $0 == (capability.width, capability.height) }) {
      sizes.append((capability.width, capability.height))
    }
    sizes.sort { ($0.width * $0.height, $0.width) > ($1.width * $1.height, $1.width) }
    var parts = sizes.prefix(Self.mostSizesListed).map { size in
      "\(size.width)x\(size.height) ("
        + formatsAndRates(listed.filter { ($0.width, $0.height) == size }).joined(separator: ", ") + ")"
    }
    if sizes.count > parts.count { parts.append("\(sizes.count - parts.count) more sizes") }
    let others = Set(usable.map(\.pixelFormat)).subtracting(listed.map(\.pixelFormat)).count
    if others > 0 { parts.append("and \(others) more coding\(others == 1 ? "" : "s")") }
    return parts.joined(separator: ", ")
  }

  // Codings that have the same rates stand together: `YUYV NV12 30/15`.
  private func formatsAndRates(_ capabilities: [VideoModeCapability]) -> [String] {
    var groups: [(rates: String, formats: String)] = []
    for capability in capabilities {
      let rates = capability.frameIntervals.filter { $0.seconds > 0 }.map { Self.number(1 / $0.seconds) }
        .joined(separator: "/")
      if let index = groups.firstIndex(where: { $0.rates == rates }) {
        groups[index].formats += " \(capability.pixelFormat)"
      } else {
        groups.append((rates, "\(capability.pixelFormat)"))
      }
    }
    return groups.map { $0.rates.isEmpty ? $0.formats : "\($0.formats) \($0.rates)" }
  }

  private func described(_ wish: VideoWish) -> String {
    let parts = [
      wish.pixelFormat.map { "\($0)" }, wish.size.map { "\($0.width)x\($0.height)" },
      wish.frameRate.map { "at \(Self.number($0)) fps" },
    ].compactMap { $0 }
    return parts.isEmpty ? "any usable mode" : parts.joined(separator: " ")
  }

  /// A rate for people, to the hundredth: `30`, `29.97`.
  package static func number(_ rate: Double) -> String {
    let hundredths = (rate * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e9 ? "\(Int(hundredths))" : "\(hundredths)"
  }
}
