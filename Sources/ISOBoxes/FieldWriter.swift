import ByteCoding

/// Writes boxes and their fields, and keeps the first error.
struct FieldWriter: FieldCoder {
  private(set) var writer = ByteWriter()
  private(set) var error: BoxError?
  private var path: [FourCC] = []

  mutating func add(_ box: some Box) {
    path.append(box.type)
    let start = writer.count
    let isLarge = (box as? UnknownBox)?.usesLargeSize == true
    writer.u32(isLarge ? 1 : 0)
    writer.u32(box.type.rawValue)
    if isLarge { writer.u64(0) }
    var copy = box
    copy.code(&self)
    if isLarge {
      writer.patchU64(UInt64(writer.count - start), at: start + 8)
    } else if let size = UInt32(exactly: writer.count - start) {
      writer.patchU32(size, at: start)
    } else {
      fail(.invalidSize, "The box has more than 4 GiB.")
    }
    path.removeLast()
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    let wide = Int64(truncatingIfNeeded: value)
    if bytes < 8 {
      let limit = Int64(1) << Int64(8 * bytes)
      let fits = Value.isSigned ? (-limit / 2..<limit / 2).contains(wide) : (0..<limit).contains(wide)
      if !fits { fail(.invalidValue, "\(name) is \(value), which does not fit into \(bytes) bytes.") }
    }
    for step in (0..<bytes).reversed() { writer.u8(UInt8(truncatingIfNeeded: wide >> Int64(8 * step))) }
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) {
    if value.count != count { fail(.invalidValue, "\(name) has \(value.count) bytes and must have \(count).") }
    writer.bytes(value)
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) { writer.bytes(value) }

  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    for element in elements {
      var copy = element
      body(&self, &copy)
    }
  }

  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext) {
    for box in boxes { add(box) }
  }

  mutating func fail(_ code: BoxError.Code, _ message: String) {
    guard error == nil else { return }
    let box = path.map(\.description).joined(separator: "/")
    error = BoxError(code, box: box, offset: writer.count, message: message)
  }
}
