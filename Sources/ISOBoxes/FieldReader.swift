import ByteCoding

/// Reads boxes and their fields from bytes that may be anything, and keeps the first error.
///
/// No size, count or depth is believed before it has been compared with the bytes that are there.
struct FieldReader: FieldCoder {
  private var reader: ByteReader
  private(set) var error: BoxError?
  private var path: [FourCC] = []
  private var boxesLeft = BoxLimits.boxes
  // Boxes that could not be read as what they say they are, and were kept as bytes; `nil` where that is an error.
  private(set) var damages: [BoxError]?
  let context: BoxContext
  var isDecoding: Bool { true }
  var remaining: Int { error == nil ? reader.remaining : 0 }

  /// Creates a reader of the boxes in `reader`; with an empty list of damages it keeps those that cannot be read.
  init(_ reader: ByteReader, context: BoxContext, damages: [BoxError]?) {
    self.damages = damages
    self.reader = reader
    self.context = context
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    var raw: UInt64 = 0
    for _ in 0..<bytes { raw = raw << 8 | UInt64(reader.u8()) }
    noteReadFailure(name)
    guard error == nil else {
      value = 0
      return
    }
    let unused = UInt64(64 - 8 * bytes)
    value =
      Value.isSigned
      ? Value(truncatingIfNeeded: Int64(bitPattern: raw << unused) >> Int64(unused)) : Value(truncatingIfNeeded: raw)
  }

  func peekU32() -> UInt32 {
    guard remaining >= 4 else { return 0 }
    var copy = reader
    return copy.u32()
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) {
    value = Array(reader.bytes(count))
    noteReadFailure(name)
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) { value = Array(reader.bytes(remaining)) }

  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    elements = []
    guard error == nil else { return }
    guard count >= 0, count <= remaining / max(elementBytes, 1) else {
      fail(.truncated, "\(name): \(count) entries are announced, and \(remaining) bytes are left.")
      return
    }
    elements.reserveCapacity(count)
    for _ in 0..<count {
      var element = blank
      body(&self, &element)
      guard error == nil else { return }
      elements.append(element)
    }
  }

  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext) {
    boxes = []
    while remaining >= 8, let box = nextBox(in: context) { boxes.append(box) }
  }

  mutating func fail(_ code: BoxError.Code, _ message: String) { note(code, message, at: reader.position) }

  /// The next box, or `nil` and an error.
  private mutating func nextBox(in context: BoxContext) -> (any Box)? {
    let start = reader.position
    let available = path.isEmpty ? UInt64(reader.remaining) : nil
    let header: BoxHeader
    do { header = try BoxHeader(&reader, available: available) } catch {
      note(error.code, error.message, at: start, cause: error.cause)
      return nil
    }
    guard let size = Int(exactly: header.payloadSize), size <= reader.remaining else {
      path.append(header.type)
      note(.truncated, "The box announces \(header.payloadSize) bytes, and \(reader.remaining) are left.", at: start)
      return nil
    }
    guard boxesLeft > 0, path.count < BoxLimits.depth else {
      note(.limitExceeded, "More than \(BoxLimits.boxes) boxes, or \(BoxLimits.depth) inside each other.", at: start)
      return nil
    }
    boxesLeft -= 1
    var contents = reader.reader(size)
    var inner = FieldReader(contents, context: context, damages: damages)
    inner.path = path + [header.type]
    inner.boxesLeft = boxesLeft
    let blank: any Box =
      header.usesLargeSize
      ? UnknownBox(type: header.type, payload: [], usesLargeSize: true) : BoxRegistry.blank(header.type, in: context)
    let box = inner.decode(blank)
    boxesLeft = inner.boxesLeft
    damages = inner.damages
    guard let damage = inner.error else { return box }
    // Limits are there to be kept, whatever is damaged.
    guard damages != nil, damage.code != .limitExceeded else {
      error = damage
      return nil
    }
    damages?.append(damage)
    return UnknownBox(type: header.type, payload: Array(contents.rest()))
  }

  private mutating func decode(_ blank: some Box) -> any Box {
    var box = blank
    box.code(&self)
    if remaining > 0 { fail(.sizeMismatch, "\(remaining) bytes follow the last field.") }
    return box
  }

  private mutating func noteReadFailure(_ name: StaticString) {
    guard error == nil, let cause = reader.error else { return }
    note(.truncated, "The box ends before its \(name).", at: cause.position, cause: cause)
  }

  private mutating func note(_ code: BoxError.Code, _ message: String, at offset: Int, cause: ByteError? = nil) {
    guard error == nil else { return }
    let box = path.map(\.description).joined(separator: "/")
    error = BoxError(code, box: box, offset: offset, message: message, cause: cause)
  }
}
