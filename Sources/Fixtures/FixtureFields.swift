import MediaCore

/// The members of an object as what they have to be; every fault names the file, the line and the member.
struct FixtureFields {
  /// Times and positions are believed up to this, some 36 years in nanoseconds: sums of two fit 64 bits.
  static let timeLimit: Int64 = 1 << 60

  let object: FixtureObject
  let file: String

  init(_ value: FixtureJSON, file: String, line: Int = 0) throws(FixtureError) {
    guard case .object(let object) = value else {
      throw Self.damaged(file, line: line, "an object is expected here")
    }
    self.object = object
    self.file = file
  }

  static func damaged(_ file: String, line: Int, _ message: String) -> FixtureError {
    FixtureError(
      .damaged, file: file,
      message: (line > 0 ? "line \(line): " : "") + message
        + ". The fixture is damaged: record it again, or restore it from a copy.")
  }

  func damaged(_ message: String) -> FixtureError { Self.damaged(file, line: object.line, message) }

  func has(_ name: String) -> Bool { object[name] != nil }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(FixtureError) -> Int64 {
    guard case .integer(let value) = object[name] else { throw damaged("'\(name)' is missing or no number") }
    guard range.contains(value) else {
      throw damaged("'\(name)' is \(value); it has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func integer(_ name: String, in range: ClosedRange<Int64>, or missing: Int64) throws(FixtureError) -> Int64 {
    has(name) ? try integer(name, in: range) : missing
  }

  func int(_ name: String, in range: ClosedRange<Int>) throws(FixtureError) -> Int {
    Int(try integer(name, in: Int64(range.lowerBound)...Int64(range.upperBound)))
  }

  /// An instant or a duration in nanoseconds.
  func time(_ name: String) throws(FixtureError) -> Int64 {
    try integer(name, in: -Self.timeLimit...Self.timeLimit)
  }

  func text(_ name: String) throws(FixtureError) -> String {
    guard case .text(let value) = object[name] else { throw damaged("'\(name)' is missing or no text") }
    return value
  }

  func optionalText(_ name: String) throws(FixtureError) -> String? { has(name) ? try text(name) : nil }

  func flag(_ name: String) throws(FixtureError) -> Bool {
    guard let value = object[name] else { return false }
    guard case .boolean(let flag) = value else { throw damaged("'\(name)' is neither true nor false") }
    return flag
  }

  func fields(_ name: String) throws(FixtureError) -> FixtureFields {
    guard let value = object[name] else { throw damaged("'\(name)' is missing") }
    return try FixtureFields(value, file: file, line: object.line)
  }

  /// A list of objects; none if there is no such member.
  func list(_ name: String) throws(FixtureError) -> [FixtureFields] {
    guard let value = object[name] else { return [] }
    guard let elements = value.elements else { throw damaged("'\(name)' is no list") }
    var list: [FixtureFields] = []
    for element in elements { list.append(try FixtureFields(element, file: file, line: object.line)) }
    return list
  }

  /// Lists of `count` numbers each, in the given range; none if there is no such member.
  func tuples(_ name: String, count: Int, in range: ClosedRange<Int64>) throws(FixtureError) -> [[Int64]] {
    guard let value = object[name] else { return [] }
    var tuples: [[Int64]] = []
    for element in value.elements ?? [.null] {
      guard case .integers(let numbers) = element, numbers.count == count, numbers.allSatisfy(range.contains) else {
        throw damaged("'\(name)' is no list of \(count) numbers each")
      }
      tuples.append(numbers)
    }
    return tuples
  }

  /// `count` numbers. A list that ends early goes on with its last number.
  func column(_ name: String, count: Int, in range: ClosedRange<Int64>) throws(FixtureError) -> [Int64] {
    guard count > 0 else { return [] }
    guard case .integers(let numbers) = object[name], let last = numbers.last, numbers.count <= count else {
      throw damaged("'\(name)' is no list of 1 to \(count) numbers")
    }
    guard numbers.allSatisfy(range.contains) else {
      throw damaged("'\(name)' has a number that is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return numbers + repeatElement(last, count: count - numbers.count)
  }

  /// The list that ``column(_:count:in:)`` makes those numbers of.
  static func column(_ numbers: [Int64]) -> FixtureJSON {
    guard let last = numbers.last else { return .integers([]) }
    let count = (numbers.lastIndex { $0 != last } ?? -1) + 2
    return .integers(Array(numbers.prefix(count)))
  }

  /// Sixteen digits in hexadecimal.
  func hash(_ name: String) throws(FixtureError) -> UInt64 {
    let text = try text(name)
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != 0x2b && $0 != 0x2d }), let value = UInt64(text, radix: 16)
    else { throw damaged("'\(name)' is no number of 16 hexadecimal digits") }
    return value
  }

  static func hash(_ value: UInt64) -> FixtureJSON {
    let digits = String(value, radix: 16)
    return .text(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
