package import LiveCapture
import MediaCore

/// One value of a script's file, with its place: says what is wrong with it in one sentence.
struct ScriptNode {
  let node: ScriptValue
  let file: String
  let path: String

  func error(_ message: String) -> ScriptError {
    ScriptError(
      .invalidValue, file: file, line: node.mark.line, column: node.mark.column, key: path, message: message)
  }

  // MARK: Shapes

  var isScalar: Bool { node.scalar != nil }
  var isList: Bool { node.sequence != nil }

  /// The values of a mapping by their keys, which are all among those that are known.
  func fields(_ known: [String]) throws(ScriptError) -> [String: ScriptNode] {
    guard let mapping = node.mapping else {
      throw error("here a mapping is needed, with keys out of \(known.joined(separator: ", "))")
    }
    var values: [String: ScriptNode] = [:]
    for entry in mapping {
      guard let name = entry.key.scalar else { throw error("keys are words") }
      let place = place(of: name)
      guard known.contains(name) else {
        let meant = Spelling.question(about: name, in: known)
        throw ScriptNode(node: entry.key, file: file, path: place).error(
          "there is no such key here\(meant.isEmpty ? ";" : meant) take one of \(known.joined(separator: ", "))")
      }
      values[name] = ScriptNode(node: entry.value, file: file, path: place)
    }
    return values
  }

  /// The keys of a mapping, in order, whatever they are.
  func entries() throws(ScriptError) -> [(key: ScriptNode, value: ScriptNode)] {
    guard let mapping = node.mapping else { throw error("here a mapping is needed") }
    return mapping.map { entry in
      let place = self.place(of: entry.key.scalar ?? "?")
      return (
        ScriptNode(node: entry.key, file: file, path: place), ScriptNode(node: entry.value, file: file, path: place)
      )
    }
  }

  /// The values of a list; a value alone is a list of one.
  func list() throws(ScriptError) -> [ScriptNode] {
    guard let sequence = node.sequence else {
      if isScalar { return [self] }
      throw error("here a list is needed")
    }
    return sequence.enumerated().map { ScriptNode(node: $1, file: file, path: "\(path)[\($0)]") }
  }

  private func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The value of a key of a mapping; `nil` if it is not there, or this is something else.
  func value(of key: String) throws(ScriptError) -> ScriptNode? {
    guard node.mapping != nil else { return nil }
    for (name, value) in try entries() where try name.text() == key { return value }
    return nil
  }

  func required(_ key: String) throws(ScriptError) -> ScriptNode {
    guard let value = try value(of: key) else { throw error("the key \"\(key)\" is missing") }
    return value
  }

  /// The values of a mapping by what its keys stand for.
  func dictionary<Key: Hashable, Value>(
    _ key: (ScriptNode) throws -> Key, _ value: (ScriptNode) throws -> Value
  ) throws -> [Key: Value] {
    try entries().reduce(into: [:]) { $0[try key($1.key)] = try value($1.value) }
  }

  // MARK: Values

  func text() throws(ScriptError) -> String {
    guard let text = node.scalar else { throw error("here a word is needed") }
    return text
  }

  /// A path that is relative to the script's folder, as seen from the program's.
  func filePath() throws(ScriptError) -> String {
    let text = try text()
    guard !text.isEmpty else { throw error("here the path of a file is needed") }
    guard !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return text }
    return file[...slash] + text
  }

  /// Steps of captures in the notation of ``CaptureStep``, each with a capture's number if they are `numbered`.
  func course(numbered: Bool = false) throws(ScriptError) -> String {
    let text = try text()
    for step in text.split(separator: " ") {
      let rest = step.dropFirst()
      let number = rest.hasSuffix("!") ? rest.dropLast() : rest
      guard let letter = step.first, CaptureStep(rawValue: letter) != nil,
        numbered ? Int(number).map({ $0 > 0 }) == true : number.isEmpty
      else {
        let letters = CaptureStep.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        throw error(
          "\"\(step)\" is no step: take a letter out of \(letters)\(numbered ? " with a capture's number" : ""), and ! "
            + "behind it for an error")
      }
    }
    return text
  }

  /// Returns the value that `read` makes of the text. If it makes none, the error says that the text is what `isNot`
  /// says, and suggests the most similar of the `words`.
  private func value<Value>(
    _ isNot: @autoclosure () -> String, _ words: @autoclosure () -> [String] = [], _ read: (String) -> Value?
  ) throws(ScriptError) -> Value {
    let text = try text()
    guard let value = read(text) else {
      throw error("\"\(text)\" is \(isNot())\(Spelling.question(about: text, in: words()))")
    }
    return value
  }

  func bool() throws(ScriptError) -> Bool { try value("neither true nor false", ["true", "false"]) { Bool($0) } }

  func int(in range: ClosedRange<Int>) throws(ScriptError) -> Int {
    try value("no whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func number(in range: ClosedRange<Double>) throws(ScriptError) -> Double {
    try value("no number from \(range.lowerBound) to \(range.upperBound)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func time(in range: ClosedRange<Double> = 0...86_400) throws(ScriptError) -> MediaTime {
    .seconds(try number(in: range))
  }

  func choice<Value: CaseIterable & RawRepresentable>() throws(ScriptError) -> Value
  where Value.RawValue == String { try choice(Value.allCases.map { ($0.rawValue, $0) }) }

  func name<Value: CaseIterable>() throws(ScriptError) -> Value { try choice(Value.allCases.map { ("\($0)", $0) }) }

  /// One of a few words, each with what it stands for.
  func choice<Value>(_ words: [(String, Value)]) throws(ScriptError) -> Value {
    let names = words.map(\.0)
    return try value("none of \(names.joined(separator: ", "))", names) { text in words.first { $0.0 == text }?.1 }
  }

  func size() throws(ScriptError) -> ResolvedPhotoSettings.Dimensions {
    try value("no size such as 640x480") { ResolvedPhotoSettings.Dimensions($0) }
  }

  func pixelFormat() throws(ScriptError) -> PixelFormat {
    try value("no pixel format: four characters such as YU12, MJPG or BGRA") { PixelFormat(named: $0) }
  }

  /// Cameras or microphones, or what no user is asked about.
  func mediaType() throws(ScriptError) -> MediaType {
    try choice([("camera", .video), ("microphone", .audio), ("muxed", .muxed), ("metadata", .metadata)])
  }

  func movieCodec() throws(ScriptError) -> VideoCodec { try choice([("h264", .h264), ("hevc", .hevc)]) }

  /// A reason, by Apple's number or by the case's name.
  func interruption() throws(ScriptError) -> InterruptionReason {
    if let number = Int(try text()), let reason = InterruptionReason(rawValue: number) { return reason }
    return try name()
  }
}

extension ResolvedPhotoSettings.Dimensions {
  /// Creates the size that a text such as `640x480` stands for; `nil` if it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy((1...16_384).contains) else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}
