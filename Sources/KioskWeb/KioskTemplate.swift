/// What pages are told of a template: its names, the pictures it takes, the modes it suits.
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

  /// Creates the description of a template.
  public init(name: String, title: String, shots: Int, modes: [KioskMode], version: Int, isFrame: Bool) {
    (self.name, self.title, self.shots, self.modes, self.version) = (name, title, shots, modes, version)
    self.isFrame = isFrame
  }
}
