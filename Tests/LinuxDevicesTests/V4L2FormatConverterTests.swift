import CV4L2
import CaptureDevices
import Foundation
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("Converting foreign codings through libv4lconvert", .timeLimit(.minutes(60)))
struct V4L2FormatConverterTests {
  private func picture(_ name: String, _ width: Int = 32, _ height: Int = 16) throws -> V4L2PictureFormat {
    let format = try #require(PixelFormat(name))
    let entry = ConvertibleFormat.of(format)
    return V4L2PictureFormat(
      pixelFormat: format, width: width, height: height, strideBytes: entry?.rowBytes(width: width) ?? 0,
      sizeBytes: entry?.pictureBytes(width: width, height: height) ?? 0)
  }

  private func converted(_ converter: V4L2FormatConverter, _ bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    return bytes.withUnsafeMutableBytes { converter.convert(UnsafeRawBufferPointer($0)).map { Array($0) } }
  }

  @Test(
    "every coding in the table is one that the library converts", arguments: ConvertibleFormat.all.map(\.pixelFormat))
  func table(_ format: PixelFormat) throws {
    let picture = try picture(format.description)
    let converter = try V4L2FormatConverter(picture, device: "cam")
    let grey = [UInt8](repeating: 0x80, count: picture.sizeBytes)
    let result = try #require(converted(converter, grey))
    #expect(result.count == converter.target.frameBytes)
    #expect(converter.target.frameBytes == (converter.target.pixelFormat == .rgb24 ? 32 * 16 * 3 : 32 * 16 * 3 / 2))
    // Too few bytes are no picture; more are padding.
    #expect(converted(converter, Array(grey.dropLast())) == nil)
    #expect(converted(converter, grey + [1, 2, 3]) == result)
  }

  @Test("YVYU becomes planes with the colour differences in their places")
  func yvyu() throws {
    let converter = try V4L2FormatConverter(picture("YVYU"), device: "cam")
    let bytes = Array(repeating: [10, 200, 20, 100] as [UInt8], count: 32 * 16 / 2).flatMap(\.self)
    let result = try #require(converted(converter, bytes))
    #expect(Array(result[0..<4]) == [10, 20, 10, 20])
    #expect(Set(result[512..<640]) == [100])
    #expect(Set(result[640..<768]) == [200])
    #expect(converter.target.range == .video)
  }

  @Test("BGR becomes RGB")
  func bgr() throws {
    let converter = try V4L2FormatConverter(picture("BGR3"), device: "cam")
    let result = try #require(
      converted(converter, Array(repeating: [1, 2, 3] as [UInt8], count: 32 * 16).flatMap(\.self)))
    #expect(Array(result[0..<6]) == [3, 2, 1, 3, 2, 1])
    #expect(converter.target.pixelFormat == .rgb24)
    #expect(converter.target.range == .full)
  }

  @Test(
    "sizes and rows that the library would misread are refused",
    arguments: [
      ("NV16", 31, 16, 31), ("NV16", 32, 15, 32), ("NV16", 4, 4, 4), ("BA81", 32, 16, 32), ("BGR3", 32, 16, 128),
      ("H264", 32, 16, 0),
      ("NV16", 32, 16, 31),
    ])
  func refused(_ name: String, _ width: Int, _ height: Int, _ stride: Int) throws {
    var picture = try picture(name, width, height)
    picture.strideBytes = stride
    let error = try #require(throws: DeviceError.self) { try V4L2FormatConverter(picture, device: "cam") }
    #expect(error.code == .unsupportedMode)
  }

  @Test("a camera with a foreign coding delivers converted frames, and leaves no shared memory behind")
  func stream() async throws {
    let before = sharedMemory
    let camera = ScriptedCamera(.camera(try #require(PixelFormat("YVYU")), 32, 16))
    let (source, reason) = try camera.catalog.openVideo("0", wish: VideoWish())
    #expect(source.mode.format == VideoFormat(pixelFormat: .yu12, width: 32, height: 16))
    #expect(reason.contains("converted"))
    try source.start(delivering: camera.sink)
    camera.kernel.happen(
      .frame([UInt8](repeating: 7, count: 1023), sequence: 0, nanoseconds: 1000),
      .frame([UInt8](repeating: 7, count: 1024), sequence: 1, nanoseconds: 2000))
    let events = await camera.sink.next(2)
    source.stop()
    #expect(
      events == [
        .skip(1, .truncated), .frame(sequence: 1, nanoseconds: 2000, bytes: .init(repeating: 7, count: 768)),
      ])
    #expect(sharedMemory == before)
  }

  // What libv4lconvert's software controls would leave behind.
  private var sharedMemory: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return names.filter { $0.hasPrefix("libv4l") }.sorted()
  }
}
