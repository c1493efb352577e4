/// A kind of error. `Domain` is an ``ErrorDomain``, or the type of the error itself.
///
/// Open, unlike an enumeration: kinds may be added, so code that switches over them needs a `default`.
public struct ErrorCode<Domain>: Hashable, Sendable, CustomStringConvertible {
  private let name: String

  /// Creates the kind of that name; each domain lists its own.
  public init(_ name: String) { self.name = name }

  /// The kind's name.
  public var description: String { name }
}
