import CaptureDevices
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("Who may open a device") struct NodeAccessTests {
  private func microphone(_ pcm: String) -> AudioDevice {
    AudioDevice(
      id: pcm, name: pcm, pcm: pcm, identity: DeviceIdentity(serial: nil, portPath: nil, model: pcm), formats: [])
  }

  @Test("a file that is there and one that is not are not denied")
  func granted() {
    let tree = FakeDeviceTree()
    #expect(DeviceFiles.access(to: tree.addNode(0)) == .granted)
    #expect(DeviceFiles.access(to: tree.root + "/none") == .granted)
  }

  @Test("a file without permissions is denied", .enabled(if: geteuid() != 0, "root may open everything"))
  func denied() {
    let tree = FakeDeviceTree()
    let path = tree.addNode(0)
    chmod(path, 0)
    #expect(DeviceFiles.access(to: path) == .denied)
  }

  @Test("a PCM of the list stands for its card's capture file, others for none")
  func pcms() {
    let tree = FakeDeviceTree()
    for (index, id) in [(0, "PCH"), (7, "Camera")] {
      tree.makeFolder("sys/class/sound/card\(index)")
      tree.write("\(id)\n", to: "sys/class/sound/card\(index)/id")
    }
    let identities = ALSAIdentities(sysfs: tree.root + "/sys", nodes: "/dev/snd")
    #expect(identities.node(ofPCM: "hw:CARD=Camera,DEV=1") == "/dev/snd/pcmC7D1c")
    #expect(identities.node(ofPCM: "hw:CARD=PCH,DEV=0") == "/dev/snd/pcmC0D0c")
    for other in ["default", "hw:CARD=Gone,DEV=0", "hw:CARD=PCH", "hw:CARD=PCH,DEV=-1", "hw:0,0", "", ","] {
      #expect(identities.node(ofPCM: other) == nil)
    }
    let catalog = ALSACatalog(system: ALSAScriptedSystem(), identities: identities)
    #expect(catalog.access(to: microphone("default")) == .granted)
  }
}
