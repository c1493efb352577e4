import LiveCapture
import MediaCore

extension ScriptNode {
  /// An order of events: by its name, or written down.
  func order() throws(ScriptError) -> CaptureProfile.Order {
    switch try text() {
    case "nominal": return .nominal
    case "shuffled": return .shuffled(seed: 1)
    case let text:
      do throws(TimelineError) { return try .given(text) } catch {
        throw self.error(
          "\"\(text)\" is neither nominal nor shuffled, nor an order of events: \(error.message)"
            + Spelling.question(about: text, in: ["nominal", "shuffled"]))
      }
    }
  }

  /// Returns the seed and the longest delay of a shuffled order.
  func shuffle(of order: CaptureProfile.Order) throws(ScriptError) -> (seed: UInt64, longestDelay: MediaTime) {
    guard case .shuffled(let seed, let longestDelay) = order.kind else {
      throw error("this goes with \"order: shuffled\" alone")
    }
    return (seed, longestDelay)
  }
}
