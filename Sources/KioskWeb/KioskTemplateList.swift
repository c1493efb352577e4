/// The list of available templates.
public struct KioskTemplateList: Sendable, Hashable, Encodable {
  /// The templates that can be used.
  public let templates: [KioskTemplate]
  /// The reasons why other templates cannot be used, a sentence each.
  public let refusals: [String]

  /// Creates a list from its parts.
  public init(templates: [KioskTemplate], refusals: [String]) {
    (self.templates, self.refusals) = (templates, refusals)
  }
}
