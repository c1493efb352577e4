/// A uevent: the kernel's message, over netlink, that a device comes, goes or changes.
///
/// A message is a line `ACTION@DEVPATH` and then `KEY=VALUE` lines, each ended by a zero byte
/// (`lib/kobject_uevent.c`). Messages of udev's own, which begin with `libudev`, are not uevents.
struct UEvent: Equatable, Sendable {
  enum Action: String, Sendable {
    case add, remove, change, move, online, offline, bind, unbind
  }

  let action: Action
  /// The path of the device below `/sys`.
  let path: String
  /// The kind of the device, such as `video4linux`.
  let subsystem: String
  /// The node below `/dev`, such as `snd/controlC0`; `nil` for devices without.
  let node: String?
  /// Counts the machine's uevents from its start.
  let number: UInt64

  // The kernel's messages have at most 64 variables in 2048 bytes.
  private static let mostLines = 128
  private static let longest = 16_384

  /// Creates a uevent from the bytes of one message; `nil` for anything that the kernel would not have written.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.longest else { return nil }
    let lines = bytes.split(separator: 0, maxSplits: Self.mostLines, omittingEmptySubsequences: true)
    guard lines.count <= Self.mostLines, let header = lines.first else { return nil }
    var values: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      guard let key = String(validating: line[..<equals], as: UTF8.self), Self.keys.contains(key) else { continue }
      // One that comes twice is nothing the kernel would do, and it is not for us to choose.
      guard values[key] == nil, let value = String(validating: line[line.index(after: equals)...], as: UTF8.self)
      else { return nil }
      values[key] = value
    }
    guard let action = values["ACTION"].flatMap(Action.init), let path = values["DEVPATH"], path.hasPrefix("/"),
      let subsystem = values["SUBSYSTEM"], let number = values["SEQNUM"].flatMap(UInt64.init),
      header.elementsEqual("\(action.rawValue)@\(path)".utf8)
    else { return nil }
    self.action = action
    self.path = path
    self.subsystem = subsystem
    self.number = number
    node = values["DEVNAME"]
  }

  private static let keys: Set<String> = ["ACTION", "DEVPATH", "SUBSYSTEM", "DEVNAME", "SEQNUM"]
}
