/// The kind of thing under a path.
public enum PathKind: Sendable, Hashable {
  /// Bytes that stay as they are read.
  case file
  /// A folder.
  case folder
  /// A pipe, a device, a socket.
  case other
}
