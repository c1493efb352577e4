/// The data that accompany a picture to a printer.
public struct PrintTicket: Sendable, Hashable {
  /// The title of the job.
  public let title: String
  /// The number of copies.
  public let copies: Int

  /// Creates a ticket from its parts.
  public init(title: String, copies: Int) { (self.title, self.copies) = (title, copies) }
}
