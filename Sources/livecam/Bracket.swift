import ArgumentParser
import LiveCapture
import MediaCore

/// The exposures of a bracket's photos, as the user writes them: `bias:-1,0,1`, `exposure:1/100@200,1/50@100`.
struct Bracket: ExpressibleByArgument {
  let elements: [PhotoBracketElement]

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":"), argument.utf8.count <= 1000 else { return nil }
    let parts = argument[argument.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
    var elements: [PhotoBracketElement] = []
    for part in parts {
      switch argument[..<colon] {
      case "bias":
        guard let bias = Double(part), bias.isFinite else { return nil }
        elements.append(.automatic(exposureTargetBias: bias))
      case "exposure":
        guard let element = Self.manual(part) else { return nil }
        elements.append(element)
      default: return nil
      }
    }
    self.elements = elements
  }

  /// A time, a gain behind an `@`, or both.
  private static func manual(_ text: Substring) -> PhotoBracketElement? {
    let sides = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    var duration: MediaTime?
    var gain: Double?
    if let side = sides.first, !side.isEmpty {
      guard let seconds = seconds(side), seconds > 0, seconds <= 3600 else { return nil }
      duration = MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
    if sides.count == 2 {
      guard let number = Double(sides[1]), number.isFinite, number >= 0 else { return nil }
      gain = number
    }
    guard duration != nil || gain != nil else { return nil }
    return .manual(exposureDuration: duration, sensitivity: gain)
  }

  /// Seconds as a decimal number, or as a fraction such as 1/100.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = Double(parts[0]), first.isFinite else { return nil }
    guard parts.count == 2 else { return first }
    guard let second = Double(parts[1]), second.isFinite, second > 0 else { return nil }
    return first / second
  }
}
