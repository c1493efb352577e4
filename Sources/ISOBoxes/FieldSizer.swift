/// Measures a box's fields.
struct FieldSizer: FieldCoder {
  private(set) var size = 0
  var isDecoding: Bool { false }
  var remaining: Int { 0 }
  let context = BoxContext.general

  mutating func add(_ box: some Box) {
    size += (box as? UnknownBox)?.usesLargeSize == true ? 16 : 8
    var copy = box
    copy.code(&self)
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    size += bytes
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) { size += value.count }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) { size += value.count }

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

  // Writing the same box fails too, and says why.
  mutating func fail(_ code: BoxError.Code, _ message: String) {}
}
