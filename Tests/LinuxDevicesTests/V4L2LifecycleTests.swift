import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("Opening, starting and stopping a V4L2 camera", .timeLimit(.minutes(60)))
struct V4L2LifecycleTests {
  private let jpeg = ScriptedCamera.jpeg()

  private func code(of call: () throws -> Void) -> DeviceError? {
    do {
      try call()
      return nil
    } catch {
      return error as? DeviceError
    }
  }

  @Test("stop interrupts the wait for a frame, and gives everything back")
  func stopWhileWaiting() throws {
    let camera = ScriptedCamera()
    do {
      let source = try camera.open()
      try source.start(delivering: camera.sink)
      #expect(camera.leftovers == [1, 4, 4])
      source.stop()
      #expect(camera.leftovers == [1, 0, 0])
      #expect(camera.kernel.count(of: CV4L2_STREAMOFF) == 1)
      source.stop()
      #expect(camera.kernel.count(of: CV4L2_STREAMOFF) == 1)
    }
    #expect(camera.leftovers == [0, 0, 0])
  }

  @Test("a camera starts again after a stop, and counts anew")
  func restart() async throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    for _ in 0..<3 {
      try source.start(delivering: camera.sink)
      camera.kernel.happen(.frame(jpeg, sequence: 0, nanoseconds: 1000))
      #expect(await camera.sink.next(1) == [.frame(sequence: 0, nanoseconds: 1000, bytes: jpeg)])
      source.stop()
    }
    #expect(camera.leftovers == [1, 0, 0])
    // Nobody else touched the camera: it was set once.
    #expect(camera.kernel.count(of: CV4L2_S_FMT) == 1)
  }

  @Test("a running camera cannot be started")
  func startTwice() throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    try source.start(delivering: camera.sink)
    #expect(code { try source.start(delivering: camera.sink) }?.code == .invalidState)
    source.stop()
  }

  @Test("a camera that failed can be stopped and started again")
  func startAfterFailure() async throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    try source.start(delivering: camera.sink)
    camera.kernel.happen(.fault(events: POLLERR, errno: EIO))
    #expect(await camera.sink.next(1) == [.failure(.streamingFailed, errno: EIO)])
    #expect(code { try source.start(delivering: camera.sink) }?.code == .invalidState)
    source.stop()
    camera.kernel.with { $0.happenings = [] }
    try source.start(delivering: camera.sink)
    source.stop()
    #expect(camera.leftovers == [1, 0, 0])
  }

  @Test(
    "a start that fails says why, and leaves nothing behind",
    arguments: [
      (CV4L2_REQBUFS, EBUSY, DeviceError.Code.busy), (CV4L2_QUERYBUF, EINVAL, .system), (CV4L2_QBUF, EINVAL, .system),
      (CV4L2_STREAMON, ENOSPC, .busy), (CV4L2_STREAMON, EIO, .streamingFailed), (CV4L2_G_FMT, ENODEV, .disconnected),
    ])
  func startFails(_ request: UInt, _ errno: Int32, _ expected: DeviceError.Code) throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    camera.kernel.with { state in state.nodes.keys.forEach { state.nodes[$0]?.failures[request] = errno } }
    let error = try #require(code { try source.start(delivering: camera.sink) })
    #expect(error.code == expected)
    #expect(error.status == Int(errno))
    #expect(error.operation?.hasPrefix("VIDIOC_") == true)
    #expect(camera.kernel.with { $0.mappedCount } == 0)
    camera.kernel.with { state in state.nodes.keys.forEach { state.nodes[$0]?.failures = [:] } }
    try source.start(delivering: camera.sink)
    source.stop()
  }

  @Test("a buffer that cannot be mapped unmaps the others", arguments: [0, 1, 3])
  func mappingFails(_ mappable: Int) throws {
    var node = ScriptedNode.camera()
    node.mappableCount = mappable
    let camera = ScriptedCamera(node)
    let source = try camera.open()
    let error = try #require(code { try source.start(delivering: camera.sink) })
    #expect(error.operation == "mmap")
    #expect(error.status == Int(ENOMEM))
    #expect(camera.leftovers == [1, 0, 0])
  }

  @Test("buffers that are too few or too small are refused", arguments: [(1, nil as Int?), (4, 100)])
  func unusableBuffers(_ count: Int, _ bytes: Int?) throws {
    var node = ScriptedNode.camera(.grey)
    node.bufferCount = count
    node.bufferBytes = bytes
    let camera = ScriptedCamera(node)
    let source = try camera.open()
    #expect(code { try source.start(delivering: camera.sink) } != nil)
    #expect(camera.leftovers == [1, 0, 0])
  }

  @Test("a mode that another program changed is set again")
  func restored() async throws {
    let camera = ScriptedCamera()
    let source = try camera.open()
    camera.kernel.with { state in state.opened.keys.forEach { state.opened[$0]?.picture.width = 32 } }
    try source.start(delivering: camera.sink)
    source.stop()
    #expect(camera.kernel.count(of: CV4L2_S_FMT) == 2)
    #expect(camera.kernel.with { $0.opened.values.map(\.picture.width) } == [64])
  }

  @Test(
    "a driver that gives another picture than it listed is refused",
    arguments: [
      { $0.width = 32 }, { $0.pixelformat = PixelFormat.yuyv.fourCC }, { $0.field = V4L2_FIELD_ALTERNATE.rawValue },
      { $0.bytesperline = 10 }, { $0.sizeimage = 64 },
    ] as [@Sendable (inout ScriptedNode.Picture) -> Void])
  func otherPicture(_ bend: @escaping @Sendable (inout ScriptedNode.Picture) -> Void) throws {
    var node = ScriptedNode.camera(.grey)
    node.grantedPicture = { picture in
      var picture = picture
      bend(&picture)
      return picture
    }
    let camera = ScriptedCamera(node)
    let error = try #require(code { _ = try camera.open() })
    #expect(error.code == .unsupportedMode)
    #expect(error.operation == "VIDIOC_S_FMT")
    #expect(camera.leftovers == [0, 0, 0])
  }

  @Test("a refused rate is an error when it was demanded, and a remark when not")
  func otherRate() throws {
    var node = ScriptedNode.camera(.mjpeg, 64, 48, rates: [30])
    node.grantedInterval = v4l2_fract(numerator: 1, denominator: 15)
    let camera = ScriptedCamera(node)
    #expect(code { _ = try camera.open(VideoWish(frameRate: 30)) }?.code == .unsupportedMode)
    let (source, reason) = try camera.catalog.openVideo("0", wish: VideoWish())
    #expect(source.mode.frameInterval == MediaTime(value: 1, timescale: 15))
    #expect(reason.contains("15 fps in place of 30"))
  }

  @Test("a driver that deals in no rates is taken as it is")
  func noRates() throws {
    var node = ScriptedNode.camera()
    node.formats[0].rates = .unlisted
    node.dealsInRates = false
    let camera = ScriptedCamera(node)
    let (source, reason) = try camera.catalog.openVideo("0", wish: VideoWish())
    #expect(source.mode.frameInterval == MediaTime(value: 1, timescale: 30))
    #expect(reason.contains("does not tell its rate"))
  }

  @Test("padded rows and the driver's range are in the mode")
  func stride() throws {
    var node = ScriptedNode.camera(.yuyv)
    node.grantedPicture = { picture in
      var picture = picture
      picture.bytesperline = 192
      picture.sizeimage = 192 * 48
      picture.quantization = V4L2_QUANTIZATION_FULL_RANGE.rawValue
      return picture
    }
    let camera = ScriptedCamera(node)
    let format = try camera.open().mode.format
    #expect(format.planes == [PlaneLayout(offset: 0, strideBytes: 192, rows: 48, rowBytes: 128)])
    #expect(format.range == .full)
  }
}
