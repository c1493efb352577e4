/// The kind of an error of the type `Failure`, such as `DeviceError`.
///
/// Open, unlike an enumeration: kinds may be added, so code that switches over them needs a `default`.
public struct ErrorCode<Failure>: Hashable, Sendable, CustomStringConvertible {
  private let name: String

  /// The kind of that name; each error type lists its own.
  public init(_ name: String) { self.name = name }

  /// The kind's name.
  public var description: String { name }
}
