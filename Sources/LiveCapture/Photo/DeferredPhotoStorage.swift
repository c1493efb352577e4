public import MediaCore

/// Keeps the sources of stills that are finished later, from one run of the program to the next.
public protocol DeferredPhotoStorage: Sendable {
  /// The names of what is kept, in the order in which it came.
  /// - Throws: The store's error when they cannot be listed.
  func names() throws -> [String]
  /// Keeps bytes of a capture under a name; when it returns they outlive the program.
  /// - Throws: The store's error when they cannot be kept.
  func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) throws
  /// The bytes under a name.
  /// - Throws: The store's error when there are none of that name, or they cannot be read.
  func load(_ name: String) throws -> [UInt8]
  /// Forgets a name. Harmless if it is not there.
  /// - Throws: The store's error when they cannot be removed.
  func remove(_ name: String) throws
}
