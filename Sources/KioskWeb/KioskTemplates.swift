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
