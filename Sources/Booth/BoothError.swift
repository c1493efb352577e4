/// Why a booth cannot be had: a sentence for people.
public struct BoothError: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  public let description: String
}
