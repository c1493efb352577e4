import CaptureDevices
import FileStorage
import Glibc
public import MediaCore
import SystemCalls

/// The folder that the preload library finds an emulated camera in: the index, the footage, what the processes of a
/// run share, and what sysfs would say of the camera. It is the owner's alone.
///
/// | File | What |
/// |---|---|
/// | `index` | ``EmulationIndex/bytes`` |
/// | `footage` | a link to the fixture's `footage.mov` |
/// | `state` | ``EmulationIndex/state``, mapped by every process |
/// | `lock` | empty: whoever streams has it locked |
/// | `sys` | files that stand for some of `/sys` |
/// | `dev-…` | a folder with a file for the node, of each process that watches it by inotify |
/// | `log` | a link to the file that the library is to tell in what it does; missing without one |
public struct EmulationFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes the folder, with a name of its own, in `parent`. With `log`, the path of a file that is there, every process
  /// tells at its end what the camera does.
  /// - Throws: ``FixtureError`` with `.unwritable` or `.diskFull`; nothing is left behind then.
  public init(
    of fixture: FixtureReader, index: EmulationIndex, in parent: String, log: String? = nil
  ) throws(FixtureError) {
    let template = "\(parent.isEmpty ? "/tmp" : parent)/livecam-emulate-XXXXXX"
    let name = strdup(template.systemPath)
    defer { free(name) }
    guard let name, let made = mkdtemp(name) else {
      throw Self.failed(FileStoreError(template, SystemError("mkdtemp")))
    }
    path = String(systemPath: made)
    do throws(FileStoreError) {
      try Self.write(index.bytes, to: "\(path)/index")
      try Self.write(index.state, to: "\(path)/state")
      try Self.write([], to: "\(path)/lock")
      try Self.link(toWhole: "\(fixture.path)/\(FixtureBundle.footage)", at: "\(path)/footage")
      if let log { try Self.link(toWhole: log, at: "\(path)/log") }
      try makeSystemFiles(index)
    } catch {
      remove()
      throw Self.failed(error)
    }
  }

  /// Removes the folder with everything in it. Harmless when it is gone.
  public func remove() { Self.remove(path, depth: 12) }

  /// Creates the files that programs read to tell a camera's node from others, with the serial number.
  private func makeSystemFiles(_ index: EmulationIndex) throws(FileStoreError) {
    let place = "devices/livecam/camera\(index.numbers[0])"
    let (device, nodes) = ("\(path)/sys/\(place)", "\(place)/interface/video4linux")
    let folders = ["dev/char", "class/video4linux"] + index.numbers.map { "\(nodes)/video\($0)" }
    var made: [String] = []
    for folder in folders { try Folder.make("\(path)/sys/\(folder)", made: &made) }
    let identity = index.camera.identity
    try Self.write(Array("\(identity.model)\n".utf8), to: "\(device)/product")
    if let serial = identity.serial {
      // It is by the vendor's number that a device is told from its interfaces.
      try Self.write(Array("0000\n".utf8), to: "\(device)/idVendor")
      try Self.write(Array("\(serial)\n".utf8), to: "\(device)/serial")
    }
    for number in index.numbers {
      let node = "\(path)/sys/\(nodes)/video\(number)"
      try Self.write(Array("\(index.camera.name)\n".utf8), to: "\(node)/name")
      try Self.write(Array("81:\(number)\n".utf8), to: "\(node)/dev")
      try Self.write(Array("0\n".utf8), to: "\(node)/index")
      try Self.write(Array("MAJOR=81\nMINOR=\(number)\nDEVNAME=video\(number)\n".utf8), to: "\(node)/uevent")
      try Self.link("../../../interface", at: "\(node)/device")
      for link in ["class/video4linux/video\(number)", "dev/char/81:\(number)"] {
        try Self.link("../../\(nodes)/video\(number)", at: "\(path)/sys/\(link)")
      }
    }
  }

  private static func link(toWhole path: String, at link: String) throws(FileStoreError) {
    guard let whole = Folder.resolved(path) else { throw FileStoreError(path, SystemError("realpath")) }
    try self.link(whole, at: link)
  }

  private static func link(_ path: String, at link: String) throws(FileStoreError) {
    try about(link, try SystemError.check("symlink", symlink(path.systemPath, link.systemPath)))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(FileStoreError) {
    let file = try about(path, try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600))
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(FileStoreError) in try about(path, try file.write(bytes)) }
  }

  private static func failed(_ error: FileStoreError) -> FixtureError {
    FixtureError(
      error.code == .full ? .diskFull : .unwritable, context: error.path, status: error.errno.map(Int.init),
      message: "The folder of the emulation cannot be written. Name another in TMPDIR.", underlying: error)
  }

  private static func remove(_ path: String, depth: Int) {
    if unlink(path.systemPath) == 0 || depth == 0 { return }
    // What cannot be read is left where it is, in a folder for what nobody needs.
    for name in (try? Folder.names(in: path)) ?? [] { remove("\(path)/\(name)", depth: depth - 1) }
    rmdir(path.systemPath)
  }
}
