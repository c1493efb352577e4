/// The reason why a booth cannot be opened, as a sentence for people.
public struct BoothError: Error, Sendable, CustomStringConvertible {
  /// The sentence that says what is wrong and what to do about it.
  public let description: String
}
