import CaptureDevices
import Glibc
import MediaCore

/// Looks at the files of cameras and microphones, for a ``DeviceRoster``.
struct DeviceProbe: Sendable {
  let cameras: V4L2Catalog
  let microphones: ALSACatalog
  // `/sys` on a real machine.
  let sysfsRoot: String

  // A machine that never comes to rest is looked at so often; a mistake is then put right by the next uevent.
  private static let mostLooks = 8

  /// The files of cameras and microphones that are in a place now.
  func files(in place: DevicePlace) -> [DeviceFile] {
    let names: [String]
    switch place {
    case .file(let file): return [file]
    case .card: names = soundNames
    case .everywhere: names = cameras.files.numbers.map { "video\($0)" } + soundNames
    }
    return names.compactMap { DeviceFile(name: $0) }.filter(place.contains)
  }

  func identity(of file: DeviceFile) -> FileIdentity? { FileIdentity(path: path(of: file)) }

  /// Returns what is found at a file, with all that can be known of the device.
  ///
  /// Looks again if anything has come or gone on the machine meanwhile: otherwise a device could be taken for the one
  /// before it.
  func look(at file: DeviceFile) -> DeviceRoster.Finding {
    var finding = glance(at: file)
    for _ in 1..<Self.mostLooks where finding.number != lastNumber || finding.identity != identity(of: file) {
      finding = glance(at: file)
    }
    guard case .there(.camera(let camera)) = finding.state else { return finding }
    var detailed = camera
    // Modes and controls take a USB camera a while; one that does not tell them is there without.
    guard let node = try? V4L2Node(path: camera.path, calls: cameras.calls) else { return finding }
    detailed.device = camera.detailed(on: node)
    return DeviceRoster.Finding(
      state: .there(.camera(detailed)), identity: finding.identity, number: finding.number)
  }

  private func glance(at file: DeviceFile) -> DeviceRoster.Finding {
    // Read first: whatever goes from now on has a higher number.
    let number = lastNumber
    let identity = identity(of: file)
    return DeviceRoster.Finding(state: identity == nil ? .absent : state(of: file), identity: identity, number: number)
  }

  private func state(of file: DeviceFile) -> DeviceRoster.Finding.State {
    switch file {
    case .camera(let number):
      do throws(DeviceError) {
        return .there(.camera(try cameras.inspect(number)))
      } catch {
        return [.notFound, .disconnected].contains(error.code) ? .absent : .unusable
      }
    case .microphone(let card, let device):
      // The list knows a card by its control file; its sound may be nobody's to open yet.
      guard DeviceFiles.access(to: path(of: file)) == .granted else { return .unusable }
      return microphones.device(card: card, number: device).map { .there(.microphone($0)) } ?? .unusable
    }
  }

  private var soundNames: [String] { DeviceFiles.names(in: microphones.identities.nodes) }

  private func path(of file: DeviceFile) -> String {
    switch file {
    case .camera(let number): cameras.files.path(number)
    case .microphone(let card, let device): microphones.identities.nodePath(card: card, device: device)
    }
  }

  // The number of the machine's last uevent; 0 where sysfs does not tell.
  private var lastNumber: UInt64 {
    DeviceFiles.number(in: "\(sysfsRoot)/kernel/uevent_seqnum") ?? 0
  }
}
