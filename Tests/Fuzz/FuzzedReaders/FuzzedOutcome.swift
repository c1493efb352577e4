import MediaCore

/// What a reader made of an input: what it read, what it refused, and what it found odd.
public struct FuzzedOutcome {
  private var summary: (() -> String)?
  private var refusals: [any Error] = []
  private var oddities: [any CustomStringConvertible] = []

  /// One line for what was read, and one for each refusal or oddity, each once and in the order in which they came up.
  ///
  /// Texts are made only when they are asked for: the fuzzer never asks.
  public var lines: [String] {
    let read = summary.map { ["read: \($0())"] } ?? []
    var known: Set<String> = []
    return (read + refusals.map(Self.text) + oddities.map { "odd: \($0)" }).filter { known.insert($0).inserted }
  }

  /// What `body` gives, or `nil` with the error that it threw noted.
  mutating func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      refusals.append(error)
      return nil
    }
  }

  /// Notes that the input could be read, as what, and what is odd about it.
  mutating func accept(_ oddities: [any CustomStringConvertible] = [], as summary: @escaping () -> String) {
    (self.oddities, self.summary) = (oddities, summary)
  }

  /// Words of a ``CodingError`` leave its code out; those of other errors have it.
  private static func text(of error: any Error) -> String {
    (error as? CodingError).map { "\($0.code): \($0)" } ?? "\(error)"
  }
}
