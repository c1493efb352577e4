import Glibc
import SystemCalls

/// The files that appear, change their permissions and vanish in `/dev` and `/dev/snd`, by inotify.
final class FolderWatch: Sendable {
  private let watch: Descriptor
  /// Readable when something has changed; open as long as this object lives.
  var descriptor: Int32 { watch.number }
  private let deviceFolder: String
  private let soundFolder: String

  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_ONLYDIR)
  // Some hundred changes at once.
  private static let bufferBytes = 16_384
  private static let mostReads = 16

  /// Creates a watch from now on over a folder of devices and one of sound devices, which need not be there yet.
  init(deviceFolder: String, soundFolder: String) throws(SystemError) {
    self.deviceFolder = deviceFolder
    self.soundFolder = soundFolder
    let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
    watch = try Descriptor(inotify_init1(flags), from: "inotify_init1")
    try SystemError.check("inotify_add_watch", inotify_add_watch(watch.number, deviceFolder, Self.mask))
    watchSound()
  }

  /// Returns the places in which something has changed since; a failure when the watch is of no more use.
  func changes() -> Result<[DevicePlace], SystemError> {
    withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 16) { buffer in
      var places: [DevicePlace] = []
      for _ in 0..<Self.mostReads {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { break }
        guard count > 0 else { return .failure(SystemError("read", count < 0 ? errno : EIO)) }
        for change in FolderChange.changes(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
          if let place = place(of: change) { places.append(place) }
        }
      }
      return .success(places)
    }
  }

  private func place(of change: FolderChange) -> DevicePlace? {
    if change.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .everywhere }
    // The folder of sound devices comes with the first card, and goes with the last one.
    if change.name == soundFolder.split(separator: "/").last.map(String.init) {
      watchSound()
      return .everywhere
    }
    return DevicePlace(name: change.name)
  }

  // A folder that is watched already stays so.
  private func watchSound() { _ = inotify_add_watch(descriptor, soundFolder, Self.mask) }
}
