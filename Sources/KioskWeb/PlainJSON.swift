/// A value of JSON of any shape, to be compared with another.
package enum PlainJSON: Sendable, Hashable, Codable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([PlainJSON])
  case object([String: PlainJSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      // What it is shows by what it can be read as; a switch before a number, for which some would take it.
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {  // as above
      self = .number(number)
    } else if let text = try? container.decode(String.self) {  // as above
      self = .text(text)
    } else if let list = try? container.decode([PlainJSON].self) {  // as above
      self = .list(list)
    } else {
      self = .object(try container.decode([String: PlainJSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
