import CaptureDevices
import Foundation
import Glibc
import MediaCore
import SystemCalls

@testable import LinuxDevices

/// A way to hear of devices that is not there.
func nothing<Way>() throws(SystemError) -> Way { throw SystemError("socket", EAFNOSUPPORT) }

/// What comes and goes in the rig's guest, as an observer hears it.
struct DeviceWatchRig {
  /// Which of the kernel's ways are listened to.
  enum Ways: CaseIterable {
    case both, ueventsOnly, foldersOnly
  }

  let watch: DeviceWatch
  let present: [DeviceEvent]
  let observation: any DeviceObservation
  private let events: AsyncStream<DeviceEvent>

  init(_ ways: Ways = .both) {
    let probe = DeviceProbe(
      cameras: V4L2Catalog(clock: MonotonicClock()), microphones: ALSACatalog(), sysfsRoot: "/sys")
    watch = DeviceWatch(probe: probe) {
      () throws(SystemError) in
      try DeviceSignals(
        socket: ways == .foldersOnly ? nothing() : UEventSocket(),
        folders: ways == .ueventsOnly ? nothing() : FolderWatch(deviceFolder: "/dev", soundFolder: "/dev/snd"))
    }
    let (events, continuation) = AsyncStream<DeviceEvent>.makeStream()
    self.events = events
    (present, observation) = watch.observe { continuation.yield($0) }
  }

  /// The next `count` events.
  func next(_ count: Int) async -> [DeviceEvent] {
    var taken: [DeviceEvent] = []
    for await event in events {
      taken.append(event)
      if taken.count == count { break }
    }
    return taken
  }

  /// The events in short, in the order of the words: `+vivid…`, `-hw:…`.
  static func words(_ events: [DeviceEvent]) -> [String] {
    events.map { event in
      switch event {
      case .videoConnected(let device): "+\(device.id)"
      case .videoDisconnected(let device): "-\(device.id)"
      case .audioConnected(let device): "+\(device.id)"
      case .audioDisconnected(let device): "-\(device.id)"
      }
    }
  }

  /// Takes the kernel's camera out of its socket, or puts it back.
  static func vivid(_ word: String) throws {
    try Data("vivid.0".utf8).write(to: URL(fileURLWithPath: "/sys/bus/platform/drivers/vivid/\(word)"))
  }

  /// The same with the loopback card.
  static func loopback(_ word: String) throws {
    try Data("snd_aloop.0".utf8).write(to: URL(fileURLWithPath: "/sys/bus/platform/drivers/snd_aloop/\(word)"))
  }

  /// Where the kernel shows the calling thread, as long as it lives.
  static var ownThread: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")).map { "/proc/\($0)" } ?? ""
  }

  /// What of a camera is the same when it is plugged in again: values of controls may have been set.
  static func lasting(_ event: DeviceEvent?) -> [String] {
    guard case .videoConnected(let device)? = event else { return [] }
    return [device.id, device.node ?? "", device.driver, "\(device.modes)"] + device.controls.map(\.name)
  }
}
