import SystemCalls
import Testing

@testable import LinuxDevices

/// The device tree of tests must look like Linux's: what is found in it is what a machine would show.
@Suite struct FakeDeviceTreeTests {
  @Test("nodes are files, and a USB camera's lead to the device that they hang below")
  func nodes() throws {
    let tree = FakeDeviceTree()
    #expect(tree.files.numbers == [])
    let bare = tree.addNode(3)
    let camera = tree.addUSBNode(12, port: "1-2.4", serial: "A17")
    #expect(tree.files.numbers == [3, 12])
    #expect(bare == tree.files.path(3) && camera == tree.files.path(12))
    #expect(tree.files.usbDevice(3) == nil)
    let device = try #require(tree.files.usbDevice(12))
    #expect(device.serial == "A17" && device.port == "usb-1-2.4")
    let folder = Folder.resolved("\(tree.root)/sys/class/video4linux/video12")
    #expect(folder == Folder.resolved("\(tree.root)/sys/devices/pci0/usb1/1-2.4/1-2.4:1.0/video4linux/video12"))
  }

  @Test("each tree is a folder of its own, which goes with it")
  func folders() {
    var tree: FakeDeviceTree? = FakeDeviceTree()
    let root = tree?.root ?? ""
    #expect(root != FakeDeviceTree().root)
    #expect(Folder.resolved("\(root)/sys/class/video4linux") != nil)
    tree = nil
    #expect(Folder.resolved(root) == nil)
  }
}
