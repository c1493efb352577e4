/// The kind of picture that a booth takes.
public enum KioskMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A Live Photo.
  case live
  /// A still.
  case photo
  /// Several stills, one after the other, combined in one picture.
  case strip
  /// A still in a frame.
  case postcard
  /// A Live Photo whose movie goes forth and back.
  case boomerang
  /// A Live Photo whose still is a long exposure of its movie.
  case exposure
  /// A still of each of several cameras, all of one instant, shown one after the other, forth and back.
  case wigglegram

  /// Creates a mode from its name.
  /// - Throws: `DecodingError` for a name that is none, with those that there are.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let mode = Self(rawValue: name) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: Self.unknown(name)))
    }
    self = mode
  }

  /// Returns the sentence about a mode that there is not.
  package static func unknown(_ name: String) -> String {
    "there is no mode \"\(name)\". There are \(allCases.map(\.rawValue).joined(separator: ", "))."
  }
}
