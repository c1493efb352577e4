import ArgumentParser
import MediaCore

extension ParsableArguments {
  func check(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds { throw ValidationError(message()) }
  }

  /// Checks the options that say where the still falls, and which identifier both files carry.
  func check(stillTime: Double?, identifier: String?) throws {
    if let stillTime {
      try check(
        (0...86_400).contains(stillTime), "--still-time \(stillTime): name seconds from the movie's beginning.")
    }
    if let identifier {
      try check(PairIdentifier(uuidString: identifier) != nil, "--identifier \(identifier): this is no UUID.")
    }
  }
}
