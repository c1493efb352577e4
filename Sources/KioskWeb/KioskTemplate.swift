/// The templates that strips and postcards are made by.
public protocol KioskTemplates: Sendable {
  /// All templates.
  var templates: [KioskTemplate] { get }
  /// Returns a sample of a template with the newest pictures, as a JPEG.
  /// - Throws: ``WebFailure``, 404 when there is none of that name.
  func sample(of name: String) async throws(WebFailure) -> [UInt8]
}

/// A template as pages know it.
public struct KioskTemplate: Sendable, Hashable, Encodable {
  /// The name of the template in settings.
  public let name: String
  /// The title that people read.
  public let title: String
  /// The number of pictures in the template.
  public let shots: Int
  /// The modes that the template can be used for.
  public let modes: [KioskMode]

  /// A template from its parts.
  public init(name: String, title: String, shots: Int, modes: [KioskMode]) {
    (self.name, self.title, self.shots, self.modes) = (name, title, shots, modes)
  }
}
