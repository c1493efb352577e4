/// The policy by which a library decides who may use it.
public enum LibraryAuthorizationPolicy: Sendable {
  /// The same answer at all times. A program on its own library is `.fixed(.authorized)`; a machine whose administrator
  /// forbids libraries is `.fixed(.restricted)`.
  case fixed(LibraryAuthorizationStatus)
  /// Asks once for each level, and remembers: in `store`, or in the library's own database.
  case prompting(any AuthorizationPrompt, store: (any LibraryAuthorizationStore)? = nil)
}
