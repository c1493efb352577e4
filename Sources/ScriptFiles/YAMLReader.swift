import CYAML
import CaptureScripts
import MediaCore

/// Reads one YAML document with libyaml, event by event.
///
/// Depth, the number of values and what aliases unfold to have limits, so no input makes a tree that is much larger
/// than itself.
struct YAMLReader: ~Copyable {
  /// The most lists and mappings that may lie within one another.
  static let deepest = 64
  /// The most values of a document, those behind aliases counted as often as they are named.
  static let mostValues = 1 << 18

  private let memory: OwnedBuffer<yaml_parser_t>
  private var parser: UnsafeMutablePointer<yaml_parser_t> { memory.pointer }
  private let text: UnsafeBufferPointer<UInt8>
  private var anchors: [String: ScriptValue] = [:]
  /// The names of the lists and mappings that are being read.
  private var unfinished: [String?] = []
  private var values = 0

  /// The document in a text; `nil` if there is none.
  /// - Throws: ``YAMLError`` with the place of the mistake.
  static func read(_ text: String) throws(YAMLError) -> ScriptValue? {
    let bytes = OwnedBuffer<UInt8>(count: text.utf8.count)
    _ = bytes.elements.initialize(from: text.utf8)
    var reader = try YAMLReader(UnsafeBufferPointer(bytes.elements))
    return try reader.document()
  }

  private init(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    let memory = OwnedBuffer<yaml_parser_t>(count: 1)
    guard yaml_parser_initialize(memory.pointer) == 1 else {
      throw YAMLError(mark: nil, reason: "there is no memory to read it")
    }
    // Told of no encoding it finds UTF-8, and skips the mark that some editors put before it.
    yaml_parser_set_input_string(memory.pointer, text.baseAddress, text.count)
    self.memory = memory
    self.text = text
  }

  deinit { yaml_parser_delete(memory.pointer) }

  // MARK: Values

  private mutating func document() throws(YAMLError) -> ScriptValue? {
    _ = try next()  // The stream's begin.
    guard try next().kind == YAML_DOCUMENT_START_EVENT else { return nil }
    let root = try value(try next(), depth: 1)
    _ = try next()  // The document's end.
    let end = try next()
    guard end.kind != YAML_STREAM_END_EVENT else { return root }
    throw YAMLError(mark: end.mark, reason: "a second document begins here; leave it out")
  }

  private mutating func value(_ event: Event, depth: Int) throws(YAMLError) -> ScriptValue {
    let (mark, anchor) = (event.mark, event.anchor)
    if event.kind == YAML_ALIAS_EVENT { return try target(of: anchor ?? "", at: mark) }
    try count(1, at: mark)
    let content: ScriptValue.Content
    switch event.kind {
    case YAML_SCALAR_EVENT: content = .scalar(event.text)
    case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
      guard depth <= Self.deepest else {
        throw YAMLError(
          mark: mark, reason: "more than \(Self.deepest) lists and mappings lie within one another")
      }
      unfinished.append(anchor)
      content = try event.kind == YAML_SEQUENCE_START_EVENT ? sequence(depth: depth) : mapping(depth: depth)
      unfinished.removeLast()
    default: throw YAMLError(isSyntax: true, mark: mark, reason: "a value is missing")
    }
    let node = ScriptValue(content, at: mark)
    if let anchor { anchors[anchor] = node }
    return node
  }

  private mutating func target(of alias: String, at mark: ScriptPlace) throws(YAMLError) -> ScriptValue {
    guard !unfinished.contains(alias) else {
      throw YAMLError(
        mark: mark,
        reason:
          "the alias \"*\(alias)\" lies within the value with \"&\(alias)\", which so refers to itself and has no end")
    }
    guard let target = anchors[alias] else {
      throw YAMLError(
        mark: mark,
        reason: "the alias \"*\(alias)\" stands for nothing: before it there is no value with \"&\(alias)\"")
    }
    try count(target.weight, at: mark)
    return target
  }

  private mutating func sequence(depth: Int) throws(YAMLError) -> ScriptValue.Content {
    var items: [ScriptValue] = []
    while true {
      let event = try next()
      if event.kind == YAML_SEQUENCE_END_EVENT { return .sequence(items) }
      items.append(try value(event, depth: depth + 1))
    }
  }

  private mutating func mapping(depth: Int) throws(YAMLError) -> ScriptValue.Content {
    var entries: [ScriptValue.Entry] = []
    var names: Set<String> = []
    while true {
      let event = try next()
      if event.kind == YAML_MAPPING_END_EVENT { return .mapping(entries) }
      let key = try value(event, depth: depth + 1)
      if let name = key.scalar, !names.insert(name).inserted {
        throw YAMLError(mark: key.mark, reason: "the key \"\(name)\" is there twice; leave one out")
      }
      entries.append((key, try value(try next(), depth: depth + 1)))
    }
  }

  // MARK: Limits

  private mutating func count(_ more: Int, at mark: ScriptPlace) throws(YAMLError) {
    values += more
    guard values <= Self.mostValues else {
      throw YAMLError(
        mark: mark,
        reason: "there are more than \(Self.mostValues) values, those behind aliases counted as often as they are named"
      )
    }
  }

  // MARK: Events

  /// An event of libyaml's, copied out of it.
  private struct Event {
    let kind: yaml_event_type_t
    let mark: ScriptPlace
    /// The name that a value is given, or that an alias names.
    var anchor: String?
    var text = ""
  }

  private func next() throws(YAMLError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    var told = Event(kind: event.type, mark: Self.mark(event.start_mark))
    switch event.type {
    case YAML_ALIAS_EVENT: told.anchor = Self.text(event.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      told.anchor = Self.text(scalar.anchor)
      told.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    case YAML_SEQUENCE_START_EVENT: told.anchor = Self.text(event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: told.anchor = Self.text(event.data.mapping_start.anchor)
    default: break
    }
    return told
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  private static func mark(_ mark: yaml_mark_t) -> ScriptPlace {
    // A text has at most a megabyte, so neither overflows.
    ScriptPlace(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }

  private func failure() -> YAMLError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    switch parser.pointee.error {
    case YAML_READER_ERROR:
      // Its place is a byte's.
      return YAMLError(isSyntax: true, mark: mark(ofByte: parser.pointee.problem_offset), reason: problem)
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
      let context = parser.pointee.context.map { " \(String(cString: $0))" } ?? ""
      let begin = Self.mark(parser.pointee.context_mark)
      let place = context.isEmpty || parser.pointee.context_mark.index == 0 ? "" : " that begins in line \(begin.line)"
      return YAMLError(isSyntax: true, mark: Self.mark(parser.pointee.problem_mark), reason: problem + context + place)
    case YAML_MEMORY_ERROR: return YAMLError(mark: nil, reason: "there is no memory to read it")
    default: return YAMLError(isSyntax: true, mark: nil, reason: problem)
    }
  }

  private func mark(ofByte offset: Int) -> ScriptPlace? {
    guard offset <= text.count else { return nil }
    let before = text[..<offset]
    let line = before.count { $0 == UInt8(ascii: "\n") }
    let begin = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Columns are counted in characters, of which UTF-8 tells the first byte.
    return ScriptPlace(line: line + 1, column: before[begin...].count { $0 & 0xc0 != 0x80 } + 1)
  }
}
