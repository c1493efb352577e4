/// The reason why a broker cannot be used, as a sentence for people.
public struct BrokerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence that says what is wrong and what to do about it.
  public let description: String
}
