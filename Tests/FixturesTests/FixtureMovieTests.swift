import CaptureDevices
import Fixtures
import Foundation
import MediaCore
import Simulator
import TestSupport
import Testing

/// What ffmpeg makes of a fixture's movie, which shares nothing with its writer.
@Suite struct FixtureMovieTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  /// The packets of a stream as ffprobe finds them: place, size and time.
  private func packets(_ stream: String) throws -> [(position: Int, size: Int, seconds: Double)] {
    let movie = bench.path + "/footage.mov"
    let json = try #require(
      try ForeignTool.ffprobe.json([
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pos,size,pts_time", "-of", "json", movie,
      ]) as? [String: Any])
    return try #require(json["packets"] as? [[String: Any]]).map { packet in
      (
        Int(packet["pos"] as? String ?? "") ?? -1, Int(packet["size"] as? String ?? "") ?? -1,
        Double(packet["pts_time"] as? String ?? "") ?? .nan
      )
    }
  }

  private func streams() throws -> [String] {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_name,codec_tag_string,width,height,pix_fmt,sample_rate", "-of",
      "csv=p=0", bench.path + "/footage.mov",
    ]).lines
  }

  @Test(
    "the movie's packets are the payloads, of the kind that players know",
    arguments: [
      (.mjpeg, "mjpeg,jpeg,128,96,yuvj422p"), (.yuyv, "rawvideo,yuvs,128,96,yuyv422"),
      (.uyvy, "rawvideo,2vuy,128,96,uyvy422"), (.rgb24, "rawvideo,raw ,128,96,rgb24"),
      (.nv12, "rawvideo,NV12,128,96,nv12"), (.yu12, "rawvideo,I420,128,96,yuv420p"),
      (.grey, "rawvideo,GREY,128,96,gray"),
    ] as [(PixelFormat, String)])
  func packets(format: PixelFormat, stream: String) throws {
    try bench.recordScene(video: VideoWish(size: (128, 96), frameRate: 30, pixelFormat: format))
    let reader = try FixtureReader(path: bench.path)
    #expect(!reader.isCut)
    try reader.verify()
    #expect(try streams() == [stream, "pcm_s16le,sowt,8000"])
    let file = try bench.folder.read("scene.livecam/footage.mov")
    let packets = try packets("v")
    let frames = reader.manifest.frames
    #expect(packets.count == frames.count && frames.count > 50)
    for (index, (packet, frame)) in zip(packets, frames).enumerated() {
      let payload = try reader.payload(ofFrame: index)
      #expect(packet.size == frame.byteCount && payload.count == frame.byteCount)
      #expect(firstDifference(Array(file[packet.position..<packet.position + packet.size]), payload) == nil)
      #expect(abs(packet.seconds - Double(frame.timeNanoseconds) / 1e9) < 2e-6)
    }
    // Every frame decodes to a picture.
    let decoded = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", bench.path + "/footage.mov", "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ])
    #expect(decoded.bytes.count == frames.count * 128 * 96)
  }

  @Test("the movie's sound is the payloads, and begins when it did", arguments: SampleFormat.allCases)
  func sound(format: SampleFormat) throws {
    let settings = SceneSettings(sampleFormat: format)
    try bench.recordScene(audio: AudioWish(sampleRate: 48_000, channelCount: 2), settings: settings)
    let reader = try FixtureReader(path: bench.path)
    let codec = ["S16_LE": "s16le", "S32_LE": "s32le", "FLOAT_LE": "f32le"][format.rawValue] ?? ""
    let decoded = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", bench.path + "/footage.mov", "-map", "0:a", "-c", "copy", "-f", codec, "-",
    ])
    let payloads = try reader.manifest.chunks.indices.flatMap { try reader.payload(ofChunk: $0) }
    #expect(payloads.count > 300_000)
    #expect(firstDifference(decoded.bytes, payloads) == nil)
    #expect(abs(try #require(try packets("a").first).seconds) < 1e-4)
  }

  @Test("what no player knows is in the movie all the same, under a code of its own")
  func padded() throws {
    let clock = VirtualClock()
    let camera = PaddedCamera()
    try FixtureBench.record(camera, nil, to: bench.path, clock: clock, duration: .milliseconds(100)) { clock in
      camera.deliver(3, clock: clock)
    }
    #expect(try streams().first?.contains("lcam") == true)
    let reader = try FixtureReader(path: bench.path)
    #expect(reader.manifest.video?.mode == camera.mode)
    #expect(try packets("v").map(\.size) == [2880, 2880, 2880])
    #expect(firstDifference(try reader.payload(ofFrame: 2), [UInt8](repeating: 2, count: 2880)) == nil)
    let device = try #require(reader.manifest.video?.camera)
    #expect(device == camera.device)
    let source = try FixtureCatalog(path: bench.path, clock: clock).openVideo("pad", wish: VideoWish()).source
    #expect(try source.value(ofControl: 0x980900) == -5)
    #expect(throws: DeviceError.self) { try source.value(ofControl: 1) }
    #expect(throws: DeviceError.self) { try source.setControl(0x980900, to: 3) }
    #expect(source.device.node == nil && source.controlDelayFrames == 2)
  }
}

/// A camera with padded rows and every property that a device can have.
private final class PaddedCamera: VideoSource, @unchecked Sendable {  // used by one thread
  let device = VideoDevice(
    id: "pad", name: "Padded \"camera\"\n\u{1}é", node: "/dev/video9",
    identity: DeviceIdentity(serial: "a", portPath: nil, model: "m"), driver: "uvcvideo",
    modes: [
      .init(pixelFormat: .yuyv, width: 64, height: 18, frameIntervals: [MediaTime(value: 1001, timescale: 30_000)]),
      .init(pixelFormat: PixelFormat(fourCC: 7), width: 1, height: 1, frameIntervals: []),
    ],
    controls: [
      DeviceControl(
        id: 0x980900, name: "Brightness", kind: .menu, minimum: -64, maximum: 64, step: 1, defaultValue: 0, value: -5,
        menu: [0: "no", -5: "some"]),
      DeviceControl(
        id: 9, name: "Reset", kind: .button, minimum: .min, maximum: .max, step: 0, defaultValue: 0, value: nil,
        menu: [:]),
    ])
  let mode = VideoMode(
    format: VideoFormat(pixelFormat: .yuyv, width: 64, height: 18, strideBytes: 160),
    frameInterval: MediaTime(value: 1001, timescale: 30_000))
  let timestampInstant = TimestampInstant.endOfFrame
  let controlDelayFrames = 2
  private var sink: (any VideoSink)?

  func start(delivering sink: any VideoSink) throws(DeviceError) { self.sink = sink }
  func stop() { sink = nil }
  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    guard id == 0x980900 else { throw DeviceError(.unsupportedControl, context: "pad", message: "none") }
    return -5
  }

  func deliver(_ count: Int, clock: VirtualClock) {
    for index in 0..<count {
      [UInt8](repeating: UInt8(index), count: 160 * 18).withUnsafeBytes {
        sink?.videoSource(
          self,
          didCapture: BorrowedVideoFrame(format: mode.format, time: clock.now, sequence: UInt64(7 * index), bytes: $0))
      }
      clock.advance(by: .milliseconds(20))
    }
  }
}
