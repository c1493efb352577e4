import ArgumentParser

/// A case that the user names by its word.
///
/// What the parser derives for a type with cases by itself looks up conformances and key paths in the whole program at
/// every start, whether the option is used or not.
struct NamedCase<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension NamedCase: ExpressibleByArgument where Value: Named {
  init?(argument: String) {
    guard let value = Value.allCases.first(where: { $0.word == argument }) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map { $0.word } }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { value.word }
}

/// What has a word for each case: its raw value, if that is one.
protocol Named: CaseIterable {
  var word: String { get }
}

extension Named where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}
