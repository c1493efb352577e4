import MediaCore

/// The members of an object as what they have to be; every fault names the file, the line and the member.
struct FixtureFields {
  /// Times and positions are believed up to this, some 36 years in nanoseconds: sums of two fit 64 bits.
  static let timeLimit: Int64 = 1 << 60
  static let times = -timeLimit...timeLimit

  let members: [(name: String, value: FixtureJSON)]
  let line: Int
  let file: String

  init(_ value: FixtureJSON, file: String, line: Int = 0) throws(FixtureError) {
    guard case .object(let members, let ownLine) = value else {
      throw Self.damaged(file, line: line, "an object is expected here")
    }
    (self.members, self.line, self.file) = (members, ownLine, file)
  }

  /// Creates the object in some of a file's bytes, which begin in that line.
  init(_ bytes: ArraySlice<UInt8>, line: Int = 1, of file: String) throws(FixtureError) {
    // A file that is no object as a whole is at fault as a whole.
    let place = bytes.startIndex == 0 ? 0 : line
    try self.init(FixtureJSONParser.parse(bytes, line: line, of: file), file: file, line: place)
  }

  /// The value of that name, the first if there are several; `nil` if there is none or it is null.
  subscript(name: String) -> FixtureJSON? {
    members.first { $0.name == name }.flatMap { $0.value.isNull ? nil : $0.value }
  }

  static func damaged(_ file: String, line: Int, _ message: String) -> FixtureError {
    FixtureError(
      .damaged, context: file,
      message: (line > 0 ? "line \(line): " : "") + message
        + ". The fixture is damaged: record it again, or restore it from a copy.")
  }

  func damaged(_ message: String) -> FixtureError { Self.damaged(file, line: line, message) }

  func has(_ name: String) -> Bool { self[name] != nil }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(FixtureError) -> Int64 {
    guard case .integer(let value) = self[name] else { throw damaged("'\(name)' is missing or no number") }
    guard range.contains(value) else {
      throw damaged("'\(name)' is \(value); it has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(FixtureError) -> Int64? {
    has(name) ? try integer(name, in: range) : nil
  }

  func int(_ name: String, in range: ClosedRange<Int>) throws(FixtureError) -> Int {
    Int(try integer(name, in: Int64(range.lowerBound)...Int64(range.upperBound)))
  }

  func text(_ name: String) throws(FixtureError) -> String {
    guard case .text(let value) = self[name] else { throw damaged("'\(name)' is missing or no text") }
    return value
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(FixtureError) -> Word {
    guard let word = Word(rawValue: try text(name)) else { throw damaged("'\(name)' is none that is known") }
    return word
  }

  /// Returns the instant at which an event was told, which must be neither before the begin nor before the event that
  /// was told last.
  func arrival(after last: Int64?) throws(FixtureError) -> Int64 {
    let arrival = try integer("arrival", in: 0...Self.timeLimit)
    guard arrival >= last ?? 0 else {
      throw damaged("'arrival' is \(arrival), before what stands above it: time does not run backwards")
    }
    return arrival
  }

  func optionalText(_ name: String) throws(FixtureError) -> String? { has(name) ? try text(name) : nil }

  func flag(_ name: String) throws(FixtureError) -> Bool {
    guard let value = self[name] else { return false }
    guard case .boolean(let flag) = value else { throw damaged("'\(name)' is neither true nor false") }
    return flag
  }

  func fields(_ name: String) throws(FixtureError) -> FixtureFields {
    guard let value = self[name] else { throw damaged("'\(name)' is missing") }
    return try FixtureFields(value, file: file, line: line)
  }

  /// A list of objects; none if there is no such member.
  func list(_ name: String) throws(FixtureError) -> [FixtureFields] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw damaged("'\(name)' is no list") }
    return try elements.map { (element) throws(FixtureError) in
      try FixtureFields(element, file: file, line: line)
    }
  }

  /// Lists of `count` numbers each, in the given range; none if there is no such member.
  func tuples(_ name: String, count: Int, in range: ClosedRange<Int64>) throws(FixtureError) -> [[Int64]] {
    guard let value = self[name] else { return [] }
    return try (value.elements ?? [.null]).map { (element) throws(FixtureError) in
      guard let numbers = element.integers, numbers.count == count, numbers.allSatisfy(range.contains) else {
        throw damaged("'\(name)' is no list of \(count) numbers each")
      }
      return numbers
    }
  }

  /// `count` numbers. A list that ends early goes on with its last number.
  func column(_ name: String, count: Int, in range: ClosedRange<Int64>) throws(FixtureError) -> [Int64] {
    guard count > 0 else { return [] }
    guard let numbers = self[name]?.integers, let last = numbers.last, numbers.count <= count else {
      throw damaged("'\(name)' is no list of 1 to \(count) numbers")
    }
    guard numbers.allSatisfy(range.contains) else {
      throw damaged("'\(name)' has a number that is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return numbers + repeatElement(last, count: count - numbers.count)
  }

  /// `count` numbers that begin with `first` and go on by the object's steps, which never go back.
  func sums(from first: Int64, count: Int) throws(FixtureError) -> [Int64] {
    var numbers = [first]
    numbers.reserveCapacity(count)
    for step in try column("steps", count: count - 1, in: 0...Self.timeLimit) {
      numbers.append(try bounded(numbers[numbers.count - 1] + step))
    }
    return numbers
  }

  /// A sum of two numbers that were in bounds, which fits 64 bits but may be out of bounds itself.
  func bounded(_ value: Int64) throws(FixtureError) -> Int64 {
    guard Self.times.contains(value) else {
      throw damaged("its times or positions add up to what cannot be")
    }
    return value
  }

  func hash(_ name: String) throws(FixtureError) -> UInt64 {
    let text = try text(name)
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != 0x2b && $0 != 0x2d }), let value = UInt64(text, radix: 16)
    else { throw damaged("'\(name)' is no number of 16 hexadecimal digits") }
    return value
  }
}
