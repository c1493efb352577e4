import CV4L2
import Glibc
import MediaCore
import SystemCalls
import Testing

@testable import LinuxDevices

/// The kernel of tests must refuse what a kernel refuses: drivers' users are tried on it.
@Suite struct ScriptedKernelTests {
  private let kernel = ScriptedKernel(["/dev/video0": .camera()])

  private func setFormat(_ descriptor: Int32, width: UInt32 = 64, height: UInt32 = 48) -> (Int32, v4l2_format) {
    var format = v4l2_format()
    format.type = V4L2BufferType.single.rawValue
    (format.fmt.pix.width, format.fmt.pix.height) = (width, height)
    format.fmt.pix.pixelformat = PixelFormat.mjpeg.fourCC
    return (kernel.ioctl(descriptor, CV4L2_S_FMT, &format), format)
  }

  private func request(_ descriptor: Int32, buffers count: UInt32) -> UInt32 {
    var request = v4l2_requestbuffers()
    request.count = count
    #expect(kernel.ioctl(descriptor, CV4L2_REQBUFS, &request) == 0)
    return request.count
  }

  private func buffer(_ request: UInt, _ descriptor: Int32, index: UInt32 = 0) -> (Int32, v4l2_buffer) {
    var buffer = v4l2_buffer()
    buffer.index = index
    return (kernel.ioctl(descriptor, request, &buffer), buffer)
  }

  private func stream(_ request: UInt, _ descriptor: Int32) -> Int32 {
    var type = V4L2BufferType.single.rawValue
    return kernel.ioctl(descriptor, request, &type)
  }

  /// Whether there is something to report, asked without waiting.
  private func isReadable(_ descriptor: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) == 1
  }

  @Test("what is not there, may not be opened or is closed is an error")
  func opening() {
    #expect(kernel.open("/dev/video1") == -ENOENT)
    kernel.with { $0.nodes["/dev/video0"]?.openErrno = EACCES }
    #expect(kernel.open("/dev/video0") == -EACCES)
    kernel.with { $0.nodes["/dev/video0"]?.openErrno = 0 }
    let camera = kernel.open("/dev/video0")
    #expect(camera >= 0 && setFormat(camera).0 == 0)
    kernel.close(camera)
    #expect(setFormat(camera).0 == -EBADF)
    #expect(kernel.count(of: CV4L2_S_FMT) == 2)
  }

  @Test("a scripted failure is that of its request alone")
  func failures() {
    kernel.with { $0.nodes["/dev/video0"]?.failures[CV4L2_STREAMON] = ENOSPC }
    let camera = kernel.open("/dev/video0")
    #expect(stream(CV4L2_STREAMON, camera) == -ENOSPC && stream(CV4L2_STREAMOFF, camera) == 0)
    kernel.close(camera)
  }

  @Test("buffers are as many as the driver has, are queued once, and hold a format in place")
  func buffers() {
    let camera = kernel.open("/dev/video0")
    #expect(setFormat(camera, width: 320, height: 240).1.fmt.pix.sizeimage >= 4096)
    #expect(request(camera, buffers: 2) == 2)
    #expect(setFormat(camera).0 == -EBUSY)
    #expect(request(camera, buffers: 30) == 4)
    #expect(buffer(CV4L2_QBUF, camera, index: 3).0 == 0)
    #expect(buffer(CV4L2_QBUF, camera, index: 3).0 == -EINVAL)
    #expect(buffer(CV4L2_QBUF, camera, index: 4).0 == -EINVAL)
    let place = buffer(CV4L2_QUERYBUF, camera, index: 1).1
    #expect(place.m.offset == 4096 && place.length >= 4096)
    kernel.with { $0.nodes["/dev/video0"]?.mappableCount = 1 }
    #expect(throws: Never.self) { try kernel.map(camera, length: 4096, offset: 0) }
    #expect(throws: SystemError.self) { try kernel.map(camera, length: 4096, offset: 4096) }
    #expect(request(camera, buffers: 0) == 0)
    #expect(setFormat(camera).0 == 0)
    kernel.close(camera)
  }

  @Test("a frame comes when the stream runs, there is one, and a buffer waits for it; it is reported until it is taken")
  func frames() {
    let camera = kernel.open("/dev/video0")
    #expect(setFormat(camera).0 == 0 && request(camera, buffers: 1) == 1)
    #expect(buffer(CV4L2_DQBUF, camera).0 == -EINVAL)
    #expect(stream(CV4L2_STREAMON, camera) == 0)
    #expect(buffer(CV4L2_DQBUF, camera).0 == -EAGAIN && !isReadable(camera))
    kernel.happen(.frame([1, 2, 3], sequence: 7, nanoseconds: 2_000_003_000))
    #expect(isReadable(camera))
    #expect(buffer(CV4L2_DQBUF, camera).0 == -EAGAIN)
    #expect(buffer(CV4L2_QBUF, camera).0 == 0)
    let (status, filled) = buffer(CV4L2_DQBUF, camera, index: 9)
    #expect(status == 0 && filled.index == 0 && filled.bytesused == 3 && filled.sequence == 7)
    #expect(filled.timestamp.tv_sec == 2 && filled.timestamp.tv_usec == 3)
    #expect(kernel.with { $0.opened[camera].map { Array($0.buffers[0].prefix(3)) } } == [1, 2, 3])
    #expect(!isReadable(camera))
    #expect(request(camera, buffers: 0) == 0)
    kernel.close(camera)
  }

  @Test("a fault stays: each look at the stream finds it")
  func faults() {
    let camera = kernel.open("/dev/video0")
    #expect(setFormat(camera).0 == 0 && request(camera, buffers: 1) == 1 && stream(CV4L2_STREAMON, camera) == 0)
    kernel.happen(.fault(events: POLLERR, errno: ENODEV))
    for _ in 1...2 {
      var asked = [pollfd(fd: camera, events: Int16(POLLIN), revents: 0)]
      #expect(asked.withUnsafeMutableBufferPointer { kernel.wait($0) } == 1)
      #expect(asked[0].revents == Int16(POLLERR))
      #expect(buffer(CV4L2_DQBUF, camera).0 == -ENODEV)
    }
    #expect(request(camera, buffers: 0) == 0)
    kernel.close(camera)
  }

  @Test("a node lists what it has and no more, and sets the control that is meant")
  func node() {
    var node = ScriptedNode.camera(rates: [30, 15])
    node.controls = [
      .init(id: 5, name: "Gain", type: V4L2_CTRL_TYPE_INTEGER.rawValue, maximum: 9, value: 4),
      .init(id: 8, name: "Other", type: V4L2_CTRL_TYPE_INTEGER.rawValue),
    ]
    var format = v4l2_fmtdesc()
    format.type = V4L2BufferType.single.rawValue
    #expect(node.answer(CV4L2_ENUM_FMT, &format) == 0 && format.pixelformat == PixelFormat.mjpeg.fourCC)
    format.index = 1
    #expect(node.answer(CV4L2_ENUM_FMT, &format) == -EINVAL)
    var rate = v4l2_frmivalenum()
    rate.pixel_format = PixelFormat.mjpeg.fourCC
    rate.index = 1
    #expect(node.answer(CV4L2_ENUM_FRAMEINTERVALS, &rate) == 0 && rate.discrete.denominator == 15)
    rate.index = 2
    #expect(node.answer(CV4L2_ENUM_FRAMEINTERVALS, &rate) == -EINVAL)
    var query = v4l2_query_ext_ctrl()
    query.id = 5 | CV4L2_CTRL_FLAG_NEXT_CTRL
    #expect(node.answer(CV4L2_QUERY_EXT_CTRL, &query) == 0 && query.id == 8)
    query.id = 8 | CV4L2_CTRL_FLAG_NEXT_CTRL
    #expect(node.answer(CV4L2_QUERY_EXT_CTRL, &query) == -EINVAL)
    var control = v4l2_control(id: 5, value: 6)
    #expect(node.answer(CV4L2_S_CTRL, &control) == 0)
    #expect(node.controls.map(\.value) == [6, 0])
    control.id = 6
    #expect(node.answer(CV4L2_S_CTRL, &control) == -EINVAL)
    #expect(node.answer(CV4L2_STREAMON, &control) == -ENOTTY)
  }
}
