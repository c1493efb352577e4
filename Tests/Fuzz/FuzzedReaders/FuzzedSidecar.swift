import ByteCoding
import LivePhotoFiles

/// JSON that Takeout puts beside pictures.
enum FuzzedSidecar {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    guard let sidecar = outcome.attempt({ try TakeoutSidecar(ArrayBytes(bytes, name: "sidecar")) }) else {
      return outcome
    }
    outcome.accept {
      "taken \(sidecar.secondsSince1970) s after 1970, \(sidecar.location.map { "\($0)" } ?? "nowhere")"
    }
    return outcome
  }
}
