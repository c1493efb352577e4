/// The value of a control: a number, or a word for a choice.
public enum KioskControlValue: Sendable, Hashable, Codable {
  /// A number, in the control's unit.
  case number(Double)
  /// One of the control's options.
  case word(String)

  /// Reads a number or a word.
  /// - Throws: `DecodingError` for what is neither.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // What is no number is to be a word.
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  /// Writes the number or the word alone.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}
