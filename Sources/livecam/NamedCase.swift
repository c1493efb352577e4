import ArgumentParser

/// A case that the user gives by name.
///
/// Types that conform to `ExpressibleByArgument` through `CaseIterable` cost runtime lookups at every start, whether
/// the option is used or not; this type avoids them.
struct NamedCase<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension NamedCase: Sendable where Value: Sendable {}

extension NamedCase: ExpressibleByArgument where Value: Named {
  init?(argument: String) {
    guard let value = Value.allCases.first(where: { $0.word == argument }) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map { $0.word } }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { value.word }
}

/// A type whose cases have names on the command line; by default their raw values, or what they are called in Swift.
protocol Named: CaseIterable {
  var word: String { get }
}

extension Named {
  var word: String { "\(self)" }
}

extension Named where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}
