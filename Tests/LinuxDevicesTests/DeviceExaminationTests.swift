import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("Why a device cannot be used") struct DeviceExaminationTests {
  private func node(_ card: String, _ change: (inout ScriptedNode) -> Void = { _ in }) -> ScriptedNode {
    var node = ScriptedNode.camera()
    (node.card, node.bus) = (card, "usb-\(card)")
    change(&node)
    return node
  }

  @Test("each camera tells what is in its way, and nodes that are none are left out")
  func cameras() {
    let tree = FakeDeviceTree()
    let catalog = V4L2Catalog(
      files: tree.files,
      calls: ScriptedKernel([
        tree.addNode(0): node("Free"),
        tree.addNode(1): node("Held") { $0.failures[CV4L2_REQBUFS] = EBUSY },
        tree.addNode(2): node("Parts") { $0.capabilities |= CV4L2_CAP_IO_MC },
        tree.addNode(3): node("Metadata") { $0.capabilities = CV4L2_CAP_META | CV4L2_CAP_STREAMING },
        tree.addNode(4): node("Locked") { $0.openErrno = EACCES },
        tree.addNode(5): node("Broken") { $0.openErrno = EIO },
      ]), clock: LateClock())
    let found = catalog.examine().map { examination in
      let file = examination.file.split(separator: "/").last ?? ""
      return switch examination.obstacle {
      case nil: "\(file) \(examination.device?.name ?? "") with \(examination.device?.modes.count ?? 0) modes"
      case .busy(let holders): "\(file) busy \(holders.count)"
      case .inParts: "\(file) in parts"
      case .denied(let group): "\(file) denied \(group ?? "root")"
      case .failed(let error): "\(file) \(error.code)"
      }
    }
    let modes = catalog.examine()[0].device?.modes.count ?? 0
    #expect(modes > 0)
    let group = DeviceFiles.group(of: tree.root + "/dev/video4") ?? "root"
    #expect(
      found == [
        "video0 Free with \(modes) modes", "video1 busy 0", "video2 in parts", "video4 denied \(group)",
        "video5 streamingFailed",
      ])
  }

  @Test("who has a file open is told by the kernel's list of processes, by number")
  func holders() {
    let tree = FakeDeviceTree()
    let camera = tree.addNode(0)
    for (process, name, target) in [(71, "obs", camera), (9, "cheese", camera), (12, "cat", "/dev/null")] {
      tree.makeFolder("proc/\(process)/fd")
      tree.write("\(name)\n", to: "proc/\(process)/comm")
      tree.link("proc/\(process)/fd/4", to: target)
      tree.link("proc/\(process)/fd/1", to: "socket:[33]")
    }
    tree.makeFolder("proc/self/fd")
    tree.link("proc/self/fd/4", to: camera)
    #expect(
      FileHolder.holders(of: camera, processes: tree.root + "/proc")
        == [FileHolder(process: 9, name: "cheese"), FileHolder(process: 71, name: "obs")])
  }

  @Test("a microphone that lists no formats is in use, and one that ALSA does not show is denied")
  func microphones() {
    let card = ALSACard(index: 0, id: "Camera", name: "Webcam", devices: [ALSACard.Device(number: 0, name: "")])
    let name = "hw:CARD=Camera,DEV=0"
    let format = AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)
    func examine(_ formats: [String: [AudioFormat]]) -> [DeviceExamination<AudioDevice>] {
      ALSACatalog(system: ALSAScriptedSystem(cards: [card], formats: formats)).examine()
    }
    let free = examine([name: [format]])
    #expect(free.count == 1 && free[0].obstacle == nil && free[0].device?.name == "Webcam")
    let held = examine([:])
    guard case .busy? = held.first?.obstacle else { return #expect(Bool(false), "\(held)") }
  }
}
