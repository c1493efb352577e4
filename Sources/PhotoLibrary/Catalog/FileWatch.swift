import Dispatch
import Glibc
import SystemCalls

/// Tells of changes to one file's bytes by any process of this machine, by inotify.
///
/// Watching begins with the initializer and ends with this. Changes on other machines, on a network file system, are
/// not seen.
///
/// Unchecked because Dispatch's sources, which any thread may cancel, do not say so.
final class FileWatch: CatalogObservation, @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Watches a file, which must be there; `onChange` is called on a queue of its own, once for changes that come
  /// together.
  /// - Throws: ``SystemError``.
  init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(SystemError) {
    let watch = try Descriptor(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), from: "inotify_init1")
    try SystemError.check(
      "inotify_add_watch", inotify_add_watch(watch.number, path.systemPath, UInt32(IN_MODIFY)))
    let owner = Owned(watch)
    let queue = DispatchQueue(label: "livecam.file-watch")
    let source = DispatchSource.makeReadSource(fileDescriptor: owner.number, queue: queue)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(owner.number, &buffer, buffer.count) > 0 {}
      onChange()
    }
    // The descriptor must stay open until the system no longer looks at it.
    source.setCancelHandler { withExtendedLifetime(owner) {} }
    self.source = source
    source.activate()
  }

  deinit { source.cancel() }

  private final class Owned: Sendable {
    private let descriptor: Descriptor
    var number: Int32 { descriptor.number }
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }
}
