/// The templates that strips and postcards are made by.
public protocol KioskTemplates: Sendable {
  /// Returns all templates, as their files are now.
  func list() async -> KioskTemplateList
  /// Returns a sample of a template with the newest pictures, as a JPEG.
  /// - Throws: ``WebFailure``, 404 when there is none of that name.
  func sample(of name: String) async throws(WebFailure) -> [UInt8]
  /// Makes a template of a frame, a PNG with transparent windows; one of the same name that was made so is replaced.
  /// - Throws: ``WebFailure``, 400 for a picture that cannot be one, or a name of another template.
  func add(_ png: [UInt8], named name: String, title: String) async throws(WebFailure)
  /// Removes a template that was made of a frame.
  /// - Throws: ``WebFailure``, 400 for another one.
  func remove(_ name: String) async throws(WebFailure)
}

/// The list of available templates.
public struct KioskTemplateList: Sendable, Hashable, Encodable {
  /// The templates that can be used.
  public let templates: [KioskTemplate]
  /// The reasons why other templates cannot be used, a sentence each.
  public let refusals: [String]

  /// A list from its parts.
  public init(templates: [KioskTemplate], refusals: [String]) {
    (self.templates, self.refusals) = (templates, refusals)
  }
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
  /// A number that is another one after each change of the template.
  public let version: Int
  /// A Boolean value that indicates whether the template was made of a frame on a page, and can be removed there.
  public let isFrame: Bool

  /// A template from its parts.
  public init(name: String, title: String, shots: Int, modes: [KioskMode], version: Int, isFrame: Bool) {
    (self.name, self.title, self.shots, self.modes, self.version) = (name, title, shots, modes, version)
    self.isFrame = isFrame
  }
}
