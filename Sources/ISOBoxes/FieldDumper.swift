/// Prints boxes and their fields: one line for each box, indented by its depth.
struct FieldDumper: FieldCoder {
  private(set) var text = ""
  private var depth = 0
  private var isInList = false
  private var needsSeparator = false
  var isDecoding: Bool { false }
  var remaining: Int { 0 }
  let context = BoxContext.general
  private static let listLimit = 12
  private static let byteLimit = 64

  mutating func add(_ box: some Box) {
    text += String(repeating: "  ", count: depth) + "'\(box.type)' size=\(box.size)"
    depth += 1
    var copy = box
    copy.code(&self)
    depth -= 1
    if !text.hasSuffix("\n") { text += "\n" }
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    field(name, Self.print(value, bytes: bytes, style))
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) { field(name, Self.print(value)) }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) {
    if !value.isEmpty { field(name, Self.print(value)) }
  }

  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    text += " \(name)=["
    isInList = true
    for (index, element) in elements.prefix(Self.listLimit).enumerated() {
      if index > 0 { text += " " }
      needsSeparator = false
      var copy = element
      body(&self, &copy)
    }
    isInList = false
    text += elements.count > Self.listLimit ? " …]" : "]"
  }

  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext) {
    guard !boxes.isEmpty else { return }
    text += "\n"
    for box in boxes { add(box) }
  }

  // What cannot be written can still be looked at.
  mutating func fail(_ code: BoxError.Code, _ message: String) {}

  private mutating func field(_ name: StaticString, _ value: String) {
    if isInList {
      text += (needsSeparator ? "," : "") + value
      needsSeparator = true
    } else {
      if text.hasSuffix("\n") { text += String(repeating: "  ", count: depth) }
      text += " \(name)=\(value)"
    }
  }

  static func print<Value: FixedWidthInteger>(_ value: Value, bytes: Int, _ style: FieldStyle) -> String {
    let bits = UInt64(truncatingIfNeeded: value)
    switch style {
    case .decimal: return "\(value)"
    case .hexadecimal:
      let digits = String(bits, radix: 16)
      return "0x" + String(repeating: "0", count: max(0, 2 * bytes - digits.count)) + digits
    case .fourCC: return "'\(FourCC(rawValue: UInt32(truncatingIfNeeded: bits)))'"
    case .fixed16: return "\(Double(Int64(value)) / 65536)"
    case .fixed30: return "\(Double(Int64(value)) / 1_073_741_824)"
    case .float64: return "\(Double(bitPattern: bits))"
    }
  }

  static func print(_ bytes: [UInt8]) -> String {
    let isText = !bytes.isEmpty && bytes.allSatisfy { (0x20...0x7e).contains($0) }
    if isText { return "\"\(String(decoding: bytes, as: UTF8.self))\"" }
    let shown = bytes.prefix(byteLimit).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "<\(shown)\(bytes.count > byteLimit ? "… \(bytes.count) bytes" : "")>"
  }
}
