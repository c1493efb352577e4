/// The templates that strips and postcards are made by.
public protocol KioskTemplates: Sendable {
  /// Returns all templates, as their files are now.
  func list() async -> KioskTemplateList
  /// Returns a sample of a template with the newest pictures, as a JPEG.
  /// - Throws: ``WebFailure``, 404 when there is none of that name.
  func sample(of name: String) async throws(WebFailure) -> [UInt8]
}
