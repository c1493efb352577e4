public import LiveCapture
public import MediaCore
import Synchronization

/// Keeps sources for as long as the program runs.
public final class DeferredPhotoMemory: DeferredPhotoStorage {
  private struct Missing: Error {}
  private let kept = Mutex<[(name: String, bytes: [UInt8])]>([])

  /// A storage that holds nothing.
  public init() {}

  /// The names of what is kept.
  public func names() -> [String] { kept.withLock { $0.map(\.name) } }
  /// Keeps bytes of a capture under a name.
  public func store(_ bytes: [UInt8], of capture: CaptureID, as name: String) {
    kept.withLock { $0.append((name, bytes)) }
  }
  /// The bytes under a name.
  public func load(_ name: String) throws -> [UInt8] {
    guard let found = kept.withLock({ $0.first { $0.name == name } }) else { throw Missing() }
    return found.bytes
  }
  /// Forgets a name.
  public func remove(_ name: String) { kept.withLock { $0.removeAll { $0.name == name } } }
}
