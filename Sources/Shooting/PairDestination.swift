public import MediaCore

/// A destination of a shoot's photos: a folder, a library.
///
/// Its methods are called from any thread.
public protocol PairDestination: Sendable {
  /// The name of the destination in errors, such as the folder's path.
  var name: String { get }

  /// Takes the next free name, for one capture.
  /// - Throws: What keeps the destination from taking another photo.
  func begin(_ id: CaptureID, of plan: ShootPlan) throws -> any PendingPair
}
