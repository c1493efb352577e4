public import MediaCore

/// Keeps the sources of stills that are finished later, from one run of the program to the next.
public protocol DeferredPhotoStorage: Sendable {
  /// The names of what is kept, in the order in which it came.
  func names() throws -> [String]
  /// Keeps bytes of a capture under a name; when it returns they outlive the program.
  func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) throws
  /// The bytes under a name.
  func load(_ name: String) throws -> [UInt8]
  /// Forgets a name. Harmless if it is not there.
  func remove(_ name: String) throws
}
