import FoundationEssentials

/// An object of a template's file, whose keys are known and whose values have bounds.
struct TemplateObject {
  /// A value that has the right kind and cannot be used, or a key that there is not.
  struct Refusal: Error {
    /// The keys and places in lists that lead to it.
    let path: [any CodingKey]
    let message: String
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder, _ keys: [String]) throws {
    self = try TemplateObject(try decoder.container(keyedBy: Key.self), keys)
  }

  private init(_ container: KeyedDecodingContainer<Key>, _ keys: [String]) throws {
    self.container = container
    for key in container.allKeys where !keys.contains(key.stringValue) {
      throw refusal(key.stringValue, "there is no such setting; there are \(keys.joined(separator: ", "))")
    }
  }

  func refusal(_ key: String, _ message: String) -> Refusal {
    Refusal(path: container.codingPath + [Key(key)], message: message)
  }

  func object(_ key: String, _ keys: [String]) throws -> TemplateObject {
    guard container.contains(Key(key)) else { throw refusal(key, "it is missing") }
    return try TemplateObject(try container.nestedContainer(keyedBy: Key.self, forKey: Key(key)), keys)
  }

  func objects(_ key: String, _ counts: ClosedRange<Int>, _ keys: [String]) throws -> [TemplateObject] {
    guard container.contains(Key(key)) else {
      if counts.contains(0) { return [] }
      throw refusal(key, "it is missing")
    }
    var list = try container.nestedUnkeyedContainer(forKey: Key(key))
    var objects: [TemplateObject] = []
    while !list.isAtEnd {
      guard objects.count < counts.upperBound else { throw refusal(key, "there may be \(counts.upperBound) at most") }
      objects.append(try TemplateObject(try list.nestedContainer(keyedBy: Key.self), keys))
    }
    guard counts.contains(objects.count) else { throw refusal(key, "there must be \(counts.lowerBound) at least") }
    return objects
  }

  func number(_ key: String, _ range: ClosedRange<Double>) throws -> Double {
    guard let number = try numberIfAny(key, range) else { throw refusal(key, "it is missing") }
    return number
  }

  func numberIfAny(_ key: String, _ range: ClosedRange<Double>) throws -> Double? {
    guard let number = try container.decodeIfPresent(Double.self, forKey: Key(key)) else { return nil }
    guard range.contains(number) else {
      throw refusal(key, "\(number) does not lie between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }

  func text(_ key: String, ofUpTo count: Int) throws -> String {
    guard let text = try textIfAny(key, ofUpTo: count) else { throw refusal(key, "it is missing") }
    return text
  }

  func textIfAny(_ key: String, ofUpTo count: Int) throws -> String? {
    guard let text = try container.decodeIfPresent(String.self, forKey: Key(key)) else { return nil }
    guard !text.isEmpty, text.count <= count, text.utf8.count <= 4 * count,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw refusal(key, "1 to \(count) characters on one line are wanted") }
    return text
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) throws -> Choice?
  where Choice.RawValue == String {
    guard let word = try container.decodeIfPresent(String.self, forKey: Key(key)) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      throw refusal(key, "there are \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// The name of a PNG that lies beside the file: nothing that leads elsewhere.
  func file(_ key: String) throws -> String? {
    guard let name = try container.decodeIfPresent(String.self, forKey: Key(key)) else { return nil }
    guard name.utf8.count <= 100, name.hasSuffix(".png"), !name.hasPrefix("."),
      name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || "0123456789._- ".unicodeScalars.contains($0) })
    else { throw refusal(key, "the name of a PNG beside this file is wanted, such as frame.png") }
    return name
  }

  /// A colour such as `#fff`, `#ffcc00` or, with its opacity, `#ffcc0080`.
  func color(_ key: String) throws -> PictureTemplate.Color? {
    guard let text = try container.decodeIfPresent(String.self, forKey: Key(key)) else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.hasPrefix("#"), digits.count == text.count - 1, [3, 6, 8].contains(digits.count) else {
      throw refusal(key, "a colour such as #ffcc00 is wanted")
    }
    let parts =
      digits.count == 3
      ? digits.map { $0 * 17 }
      : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    func part(_ index: Int) -> Double { index < parts.count ? Double(parts[index]) / 255 : 1 }
    return .init(red: part(0), green: part(1), blue: part(2), alpha: part(3))
  }
}
