/// The text of a picture in SVG, element by element: the same elements make the same bytes.
struct SVGText {
  /// Lengths in tenths of a pixel: whole numbers, so that every machine writes the same digits.
  typealias Tenths = Int

  private(set) var text = ""
  private var depth = 0

  /// Writes an element without children but its title, which is shown to whoever points at it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, title: String? = nil, text: String? = nil
  ) {
    let isEmpty = title == nil && text == nil
    indent()
    self.text += Self.tag(name, attributes) + (isEmpty ? "/>\n" : ">")
    if isEmpty { return }
    if let title { self.text += "<title>\(Self.escaped(title))</title>" }
    self.text += "\(Self.escaped(text ?? ""))</\(name)>\n"
  }

  /// Writes the rules by which the elements look.
  mutating func style(_ rules: String) {
    indent()
    text +=
      "<style>\n\(rules.split(separator: "\n").map { Self.escaped(String($0)) }.joined(separator: "\n"))\n</style>\n"
  }

  /// Writes an element whose children `body` writes.
  mutating func group(
    _ name: String = "g", _ attributes: KeyValuePairs<String, String>, _ body: (inout SVGText) -> Void
  ) {
    indent()
    text += Self.tag(name, attributes) + ">\n"
    depth += 1
    body(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  private mutating func indent() { text += String(repeating: " ", count: depth) }

  private static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    "<" + name + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// A length in pixels: `12.5`, and `12` where nothing is behind the point.
  static func pixels(_ tenths: Tenths) -> String {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// A text in which nothing is markup, and nothing is what XML does not allow or would turn the direction of writing.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default:
        switch scalar.value {
        // Unicode has a picture of each: a device that is called by a bell is to be told from one without a name.
        case ..<0x20: result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
        case 0x7f: result += "\u{2421}"
        case 0x80..<0xa0, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfffe...0xffff: result += "\u{fffd}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
