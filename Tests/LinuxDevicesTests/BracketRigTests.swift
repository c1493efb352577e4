import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LinuxDevices

/// Brackets of vivid, whose one control of exposure is its gain. The gain changes none of its colours; it is written
/// into each picture, beside whether it is automatic, by the driver itself.
@Suite(
  "Brackets on a real kernel", .serialized, .enabled(if: V4L2Rig.isPresent, "needs the guest with vivid"),
  // By the guest's clock, which runs ahead where a program's code has to be read from the host.
  .timeLimit(.minutes(60)))
struct BracketRigTests {
  private static let gains = [20, 250, 100]
  private static let wish = VideoWish(size: (640, 480), frameRate: 25, pixelFormat: .grey)
  private let tool = ForeignTool("/usr/bin/v4l2-ctl", package: "v4l-utils")

  /// The fourth of the lines that vivid writes, of 16 rows each: ` autogain 0, gain  20, alpha 0x00 `.
  private func line(of picture: some Collection<UInt8>) -> [UInt8] {
    Array(picture.dropFirst(64 * 640).prefix(16 * 640))
  }

  private func gainControls(of node: String) throws -> String {
    try V4L2Rig.output(of: tool, "-d", node, "-C", "gain_automatic,gain")
  }

  private func setGainControls(of node: String, automatic: Int, gain: Int) throws {
    // One after the other: a gain that is automatic cannot be set.
    for setting in ["gain_automatic=0", "gain=\(gain)", "gain_automatic=\(automatic)"] {
      _ = try V4L2Rig.output(of: tool, "-d", node, "-c", setting)
    }
  }

  /// The line in a picture that another program takes with that gain set.
  private func reference(gain: Int, node: String) throws -> [UInt8] {
    try setGainControls(of: node, automatic: 0, gain: gain)
    let folder = try TemporaryFolder()
    _ = try V4L2Rig.output(
      of: tool, "-d", node, "-v", "width=640,height=480,pixelformat=GREY", "--stream-mmap", "--stream-count=1",
      "--stream-to=\(folder.path)/frame")
    let frame = try #require(FileManager.default.contents(atPath: "\(folder.path)/frame"))
    #expect(frame.count == 640 * 480)
    return line(of: frame)
  }

  /// The photos of a bracket of ``gains``, taken by a session of the machine's own camera; none if it is stopped after
  /// the first exposure.
  private func bracket(_ rig: V4L2Rig, isStopped: Bool = false) async throws -> [CapturePhoto] {
    let environment = CaptureEnvironment(
      clock: MonotonicClock(), wallClock: SystemWallClock(), files: DiskFiles(), media: .standard,
      makePairIdentifier: CaptureEnvironment.randomPairIdentifier)
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    let output = PhotoOutput()
    try await session.addInput(try rig.open(Self.wish))
    try await session.addOutput(output)
    try await session.startRunning()
    let photos = BracketPhotos()
    let events = output.events
    try output.capturePhoto(
      with: PhotoSettings(
        format: .pixels(.grey),
        bracket: Self.gains.map { .manual(exposureDuration: nil, sensitivity: Double($0)) }),
      delegate: photos)
    if isStopped {
      for await event in events { if case .willCapturePhoto = event { break } }
      try await session.stopRunning()
      await #expect(throws: CaptureError.self) { try await photos.whenFinished() }
      return []
    }
    let taken = try await photos.whenFinished()
    try await session.stopRunning()
    await session.settle()
    return taken
  }

  @Test("each photo has its gain, and then the camera is as it was", arguments: [0, 1])
  func gains(automatic: Int) async throws {
    let rig = try V4L2Rig()
    let node = try #require(rig.device.node)
    let references = try Self.gains.map { try reference(gain: $0, node: node) }
    #expect(Set(references).count == Self.gains.count, "the driver does not write its gain there")
    try setGainControls(of: node, automatic: automatic, gain: 77)
    let before = try gainControls(of: node)

    let photos = try await bracket(rig)

    let after = try gainControls(of: node)
    #expect(after.contains("gain_automatic: \(automatic)\n"))
    // A gain that is automatic is the driver's own, and another at each look.
    if automatic == 0 { #expect(after == before && after.contains("gain: 77\n")) }
    try setGainControls(of: node, automatic: 1, gain: 100)
    #expect(photos.map(\.sequenceCount) == [1, 2, 3])
    for (index, photo) in photos.enumerated() {
      let buffer = try #require(photo.pixelBuffer)
      let shown = line(of: buffer.bytes)
      #expect(references.firstIndex { $0 == shown } == index, "photo \(index + 1) shows another gain")
      #expect(photo.bracketElement == .manual(exposureDuration: nil, sensitivity: Double(Self.gains[index])))
    }
    let sequences = photos.compactMap(\.sequence)
    #expect(sequences == sequences.sorted() && Set(sequences).count == photos.count)
  }

  @Test("a session that is stopped in the middle leaves the camera as it was")
  func stopped() async throws {
    let rig = try V4L2Rig()
    let node = try #require(rig.device.node)
    try setGainControls(of: node, automatic: 0, gain: 77)
    let before = try gainControls(of: node)
    _ = try await bracket(rig, isStopped: true)
    // At once: whoever has waited for the end of the session may end the program.
    #expect(try gainControls(of: node) == before && before.contains("gain: 77\n"))
    try setGainControls(of: node, automatic: 1, gain: 100)
  }
}

/// Collects the photos of one capture.
private final class BracketPhotos: PhotoProcessingDelegate {
  private let photos = Mutex<[CapturePhoto]>([])
  private let (stream, continuation) = AsyncThrowingStream<Never, any Error>.makeStream()

  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
    if error == nil { photos.withLock { $0.append(photo) } }
  }

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    continuation.finish(throwing: error)
  }

  func whenFinished() async throws -> [CapturePhoto] {
    for try await _ in stream {}
    return photos.withLock { $0 }
  }
}
