import CaptureDevices
import Diagnostics
import Glibc
import MediaCore
import TestSupport

@testable import LinuxDevices

/// One scripted camera at `/dev/video0` of a fake tree, and the catalog that finds it.
struct ScriptedCamera {
  let tree = FakeDeviceTree()
  let kernel: ScriptedKernel
  let catalog: V4L2Catalog
  let sink = VideoSinkStream()

  init(_ node: ScriptedNode = .camera(), stageClock: (any StageClock)? = nil) {
    let path = tree.addNode(0)
    kernel = ScriptedKernel([path: node])
    catalog = V4L2Catalog(files: tree.files, calls: kernel, clock: LateClock(), stageClock: stageClock)
  }

  func open(_ wish: VideoWish = VideoWish()) throws -> V4L2VideoSource { try catalog.openVideo("0", wish: wish).source }

  /// What is left of the kernel's objects: open descriptors, mappings, buffers still with the driver.
  var leftovers: [Int] {
    kernel.with { [$0.opened.count, $0.mappedCount, $0.opened.values.reduce(0) { $0 + $1.buffers.count }] }
  }

  /// A JPEG, as far as its outline goes, followed by `padding`.
  static func jpeg(_ content: [UInt8] = [1, 2, 3], padding: [UInt8] = []) -> [UInt8] {
    [0xff, 0xd8] + content + [0xff, 0xd9] + padding
  }
}
