import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

/// Cases 12 to 22 of the capture contract: what an output can do, and how it is set.
@Suite struct OutputCases {
  private func expectBroken(
    _ rule: ContractRule, location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: CaptureError.self, sourceLocation: location) { try body() }
    #expect(error?.rule == rule, sourceLocation: location)
    #expect(error?.rule?.exception == .invalidArgument, sourceLocation: location)
  }

  @Test func case12_outputOutsideSession() async throws {
    let bench = try CaseBench()
    func expectEmpty(_ output: PhotoOutput, _ isEmpty: Bool) {
      #expect(output.availablePhotoCodecTypes.isEmpty == isEmpty)
      #expect(output.availablePhotoPixelFormatTypes.isEmpty == isEmpty)
      #expect(output.availablePhotoFileTypes.isEmpty == isEmpty)
      #expect(output.availableLivePhotoVideoCodecTypes.isEmpty == isEmpty)
      #expect(output.supportedFlashModes.isEmpty == isEmpty)
      #expect(output.availableRawPhotoPixelFormatTypes.isEmpty, "this camera has no RAW")
    }
    expectEmpty(bench.output, true)
    try await bench.session.addOutput(bench.output)
    expectEmpty(bench.output, true)
    let input = try DeviceInput(try #require(bench.system.defaultDevice(for: .video)), of: bench.system)
    try await bench.session.addInput(input)
    try await bench.session.setSessionPreset(.photo)
    expectEmpty(bench.output, false)
    #expect(bench.output.availableLivePhotoVideoCodecTypes.first == .h264)
    #expect(bench.output.supportedPhotoCodecTypes(for: .heic) == [.heic])
    try await bench.session.removeInput(input)
    expectEmpty(bench.output, true)
  }

  @Test func case13_movieOutputEndsLive() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    #expect(bench.output.isLivePhotoCaptureSupported)
    #expect(bench.output.isLivePhotoCaptureEnabled)
    try await bench.session.addOutput(MovieFileOutput())
    #expect(!bench.output.isLivePhotoCaptureSupported)
    #expect(!bench.output.isLivePhotoCaptureEnabled)
  }

  @Test func case14_enabledDoesNotComeBack() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    let movies = MovieFileOutput()
    try await bench.session.addOutput(movies)
    try await bench.session.removeOutput(movies)
    #expect(bench.output.isLivePhotoCaptureSupported)
    #expect(!bench.output.isLivePhotoCaptureEnabled)
    try bench.output.setLivePhotoCaptureEnabled(true)
    #expect(bench.output.isLivePhotoCaptureEnabled)
  }

  @Test func case15_liveUnsupported() async throws {
    let bench = try CaseBench()
    expectBroken(.featureIsSupported) { try bench.output.setLivePhotoCaptureEnabled(true) }
    try await bench.assemble(isLive: false)
    try await bench.session.setSessionPreset(.high)
    #expect(!bench.output.isLivePhotoCaptureSupported)
    expectBroken(.featureIsSupported) { try bench.output.setLivePhotoCaptureEnabled(true) }
    try bench.output.setLivePhotoCaptureEnabled(false)
  }

  @Test func case16_suspendWhileDisabled() async throws {
    let bench = try CaseBench()
    try await bench.assemble(isLive: false)
    expectBroken(.featureIsBuiltOn) { try bench.output.setLivePhotoCaptureSuspended(true) }
    try bench.output.setLivePhotoCaptureEnabled(true)
    try bench.output.setLivePhotoCaptureSuspended(true)
    #expect(bench.output.isLivePhotoCaptureSuspended)
  }

  @Test(arguments: [false, true])
  func case17_suspensionAtStop(_ preserves: Bool) async throws {
    let bench = try CaseBench()
    try await bench.run()
    bench.output.preservesLivePhotoCaptureSuspendedOnSessionStop = preserves
    try bench.output.setLivePhotoCaptureSuspended(true)
    try await bench.session.stopRunning()
    #expect(bench.output.isLivePhotoCaptureSuspended == preserves)
  }

  @Test func case18_qualityDefault() {
    #expect(PhotoOutput().maxPhotoQualityPrioritization == .balanced)
    #expect(PhotoSettings().photoQualityPrioritization == .balanced)
  }

  @Test func case19_foreignDimensions() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    expectBroken(.dimensionsAreAllowed) { try bench.output.setMaxPhotoDimensions(.init(width: 5712, height: 4284)) }
    let own = try #require(bench.system.defaultDevice(for: .video)?.activeFormat?.supportedMaxPhotoDimensions.last)
    try bench.output.setMaxPhotoDimensions(own)
    #expect(bench.output.maxPhotoDimensions == own)
    // The size belongs to the format: another format takes it back.
    try await bench.session.setSessionPreset(.low)
    #expect(bench.output.maxPhotoDimensions == .init(width: 320, height: 240))
  }

  @Test func case20_featuresUnsupported() async throws {
    let bench = try CaseBench()
    let output = bench.output
    #expect(!output.isZeroShutterLagSupported)
    expectBroken(.featureIsSupported) { try output.setZeroShutterLagEnabled(true) }
    expectBroken(.featureIsSupported) { try output.setResponsiveCaptureEnabled(true) }
    expectBroken(.featureIsSupported) { try output.setFastCapturePrioritizationEnabled(true) }
    expectBroken(.featureIsSupported) { try output.setAutoDeferredPhotoDeliveryEnabled(true) }
    try await bench.assemble()
    #expect(output.isZeroShutterLagEnabled, "on by itself where it is supported")
    try output.setZeroShutterLagEnabled(false)
    #expect(!output.isResponsiveCaptureEnabled)
    expectBroken(.featureIsBuiltOn) { try output.setResponsiveCaptureEnabled(true) }
    try output.setZeroShutterLagEnabled(true)
    expectBroken(.featureIsBuiltOn) { try output.setFastCapturePrioritizationEnabled(true) }
    try output.setResponsiveCaptureEnabled(true)
    try output.setFastCapturePrioritizationEnabled(true)
    #expect(output.isFastCapturePrioritizationEnabled)
    // Without a camera everything is off, and stays off.
    for input in await bench.session.inputs { try await bench.session.removeInput(input) }
    #expect(!output.isZeroShutterLagEnabled && !output.isResponsiveCaptureEnabled)
    #expect(!output.isFastCapturePrioritizationEnabled)
  }

  /// 1.3: the reset rule. What a missing camera has switched off stays off until the app switches it on.
  @Test(arguments: ["camera", "other"])
  func case20_featuresDoNotComeBack(_ next: String) async throws {
    let bench = try CaseBench(cameras: [.usual(), .usual("other", node: "/dev/video1")], microphones: [])
    let output = bench.output
    try await bench.assemble(["camera"])
    #expect(output.isZeroShutterLagEnabled && output.isResponsiveCaptureEnabled)
    try output.setFastCapturePrioritizationEnabled(true)
    for _ in 1...2 {
      for input in await bench.session.inputs { try await bench.session.removeInput(input) }
      try await bench.session.addInput(bench.input(next))
      #expect(output.isZeroShutterLagSupported)
      #expect(!output.isZeroShutterLagEnabled && !output.isResponsiveCaptureEnabled)
      #expect(!output.isFastCapturePrioritizationEnabled)
      try output.setZeroShutterLagEnabled(true)
      #expect(!output.isResponsiveCaptureEnabled, "each is switched by itself")
      try output.setResponsiveCaptureEnabled(true)
      #expect(output.isZeroShutterLagEnabled && output.isResponsiveCaptureEnabled)
      #expect(!output.isFastCapturePrioritizationEnabled)
    }
  }

  @Test func case21_prepareTwice() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    let answers = Answers()
    bench.output.setPreparedPhotoSettingsArray([PhotoSettings()]) { isPrepared, _ in answers.note("A \(isPrepared)") }
    await bench.session.settle()
    #expect(answers.all.isEmpty)
    bench.output.setPreparedPhotoSettingsArray([PhotoSettings(format: .heic)]) { isPrepared, _ in
      answers.note("B \(isPrepared)")
    }
    await bench.session.settle()
    #expect(answers.all == ["A false"])
    try await bench.start()
    #expect(answers.all == ["A false", "B true"])
    #expect(bench.output.preparedPhotoSettingsArray.map(\.format) == [.heic])
    try await bench.session.stopRunning()
    #expect(bench.output.preparedPhotoSettingsArray.count == 1, "it outlives the stop")
  }

  @Test func case22_prepareInsideConfiguration() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let answers = Answers()
    await bench.session.beginConfiguration()
    bench.output.setPreparedPhotoSettingsArray([]) { isPrepared, _ in answers.note("\(isPrepared)") }
    await bench.session.settle()
    await bench.advance(1)
    #expect(answers.all.isEmpty)
    try await bench.session.commitConfiguration()
    await bench.session.settle()
    #expect(answers.all == ["true"])
  }
}

/// What handlers were told, in order.
final class Answers: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func note(_ text: String) { notes.withLock { $0.append(text) } }
}
