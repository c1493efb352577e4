/// The templates that strips and postcards are made by.
public protocol KioskTemplates: Sendable {
  /// All of them.
  var templates: [KioskTemplate] { get }
  /// What one looks like with the newest pictures, a JPEG.
  /// - Throws: ``WebFailure``, 404 when there is none of that name.
  func sample(of name: String) async throws(WebFailure) -> [UInt8]
}

/// A template as pages know it.
public struct KioskTemplate: Sendable, Hashable, Encodable {
  /// What it is called in settings.
  public let name: String
  /// What people are told that it is.
  public let title: String
  /// How many pictures it has.
  public let shots: Int
  /// What it can be used for.
  public let modes: [KioskMode]

  /// A template from its parts.
  public init(name: String, title: String, shots: Int, modes: [KioskMode]) {
    (self.name, self.title, self.shots, self.modes) = (name, title, shots, modes)
  }
}
