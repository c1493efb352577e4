import AllocationCounter
import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Diagnostics
import MediaCore
import Simulator
import Synchronization
import Testing

@testable import LiveCapture
@testable import LiveCaptureTesting

/// Armed and idle, a frame or a chunk costs its copy and nothing else.
@Suite struct LaneAllocationTests {
  /// A microphone that is never started; the lanes ask for its format only.
  private func sources(
    _ clock: VirtualClock, pixelFormat: PixelFormat = .mjpeg
  ) throws -> (any VideoSource, any AudioSource) {
    let catalog = SceneCatalog(clock: clock, pictures: StandardPictures())
    return (
      try catalog.openVideo(
        "scene", wish: VideoWish(size: (640, 480), frameRate: 30, pixelFormat: pixelFormat)
      ).source, try catalog.openAudio("scene", wish: AudioWish())
    )
  }

  /// A clock that is set by hand, without allocating.
  private final class HandClock: MediaClock {
    private let instant = Atomic<Int64>(0)
    private let readings = Atomic(0)
    var readingCount: Int { readings.load(ordering: .relaxed) }
    var now: MediaTime {
      readings.add(1, ordering: .relaxed)
      return MediaTime(nanoseconds: instant.load(ordering: .relaxed))
    }
    func set(_ nanoseconds: Int64) { instant.store(nanoseconds, ordering: .relaxed) }
    func schedule(at time: MediaTime, _ action: @escaping @Sendable () -> Void) -> any ScheduledAction {
      VirtualClock().schedule(at: time, action)
    }
  }

  private func deliverVideo(_ lane: VideoLane, _ clock: HandClock, _ indices: Range<Int>, largest: Int) {
    let format = lane.source.mode.format
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: largest, alignment: 64)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 7)
    var index = indices.lowerBound
    while index < indices.upperBound {
      // Compressed pictures of a camera differ in size from one to the next.
      let count = format.pixelFormat.isCompressed ? largest - index * 7919 % 37 * largest / 100 : largest
      // It arrives 10 to 40 ms late.
      clock.set(Int64(index) * 33_333_333 + 10_000_000 + Int64(index * 7919 % 31) * 1_000_000)
      lane.videoSource(
        lane.source,
        didCapture: BorrowedVideoFrame(
          format: format, time: MediaTime(nanoseconds: Int64(index) * 33_333_333),
          sequence: UInt64(index), bytes: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
      index += 1
    }
  }

  @Test("a frame allocates nothing once the ring is full", arguments: [PixelFormat.mjpeg, .yuyv])
  func video(pixelFormat: PixelFormat) throws {
    let source = try sources(VirtualClock(), pixelFormat: pixelFormat).0
    let clock = HandClock()
    let largest = max(60_000, source.mode.format.frameBytes)
    let lane = VideoLane(source: source, configuration: SessionConfiguration(), clock: clock)
    deliverVideo(lane, clock, 0..<500, largest: largest)
    let before = allocation_counter_of_this_thread()
    deliverVideo(lane, clock, 500..<2000, largest: largest)
    // One of them is the memory that this test lends.
    #expect(allocation_counter_of_this_thread() - before == 1)
    #expect(lane.statistics.received == 2000)
    #expect((74...77).contains(lane.statistics.ringFrames))
  }

  @Test("a picture of a movie allocates its sample and nothing else, once its encoder runs", arguments: [false, true])
  func encoding(isPaced: Bool) throws {
    // Not JPEGs: the library that reads them takes some pieces of memory for each, and gives them back.
    let wish = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .yuyv)
    let frames = try SceneLog(duration: MediaTime(value: 1, timescale: 1), video: wish, pictures: StandardPictures())
      .frames
    var configuration = CaptureBench.Setup().session
    if isPaced { configuration.pacedCodecs = [.h264] }
    let pictures = PictureEncoder(
      .init(
        mode: VideoMode(format: frames[0].format, frameInterval: MediaTime(value: 1, timescale: 30)), codec: .h264,
        configuration: configuration, counter: FootageCounter(), encoders: StandardMovies(),
        pace: EncodingPace(clock: HandClock(), cores: 1) { _ in }))
    defer { pictures.end() }
    func encode(_ count: Int) throws {
      for index in 0..<count { _ = try pictures.encode(frames[index % frames.count], forceSync: false) }
    }
    try encode(60)
    let before = allocation_counter_of_this_thread()
    try encode(300)
    let count = allocation_counter_of_this_thread() - before
    // What is learnt of the pace is put down every thirty pictures.
    #expect(count <= (isPaced ? 400 : 310), "300 pictures took \(count) allocations")
  }

  @Test("work that nobody measures is done without an allocation")
  func unmeasured() {
    let recorder: StageRecorder? = nil
    var sum = 0
    let before = allocation_counter_of_this_thread()
    var index = 0
    while index < 10_000 {
      sum += recorder.measure(.decode) { index }
      index += 1
    }
    #expect(allocation_counter_of_this_thread() - before == 0)
    #expect(sum == 49_995_000)
  }

  @Test("measuring reads its clock twice a frame and allocates nothing; without it no clock is read for it")
  func measuring() throws {
    let source = try sources(VirtualClock()).0
    let (clock, stageClock) = (HandClock(), SteppingStageClock())
    let lane = VideoLane(source: source, configuration: SessionConfiguration(), clock: clock, stageClock: stageClock)
    deliverVideo(lane, clock, 0..<500, largest: 60_000)
    let before = allocation_counter_of_this_thread()
    deliverVideo(lane, clock, 500..<2000, largest: 60_000)
    #expect(allocation_counter_of_this_thread() - before == 1)
    #expect(stageClock.readingCount == 2 * 2000)
    let newest = try #require(lane.newestTime)
    let second = try #require(lane.takeWork(from: newest - MediaTime(value: 1, timescale: 1), through: newest))
    #expect(second.all[.copy].count == 31 && second.all[.copy].wallNanoseconds == 31_000_000)
    #expect(second.all.stages == [.copy])

    let (plainClock, plain) = (HandClock(), lane.source)
    let unmeasured = VideoLane(source: plain, configuration: SessionConfiguration(), clock: plainClock)
    let readings = (clock.readingCount, plainClock.readingCount)
    deliverVideo(unmeasured, plainClock, 0..<2000, largest: 60_000)
    // Once for its arrival, measured or not; and each lane once when it was made.
    #expect(readings == (2001, 1) && plainClock.readingCount == 2001)
    #expect(stageClock.readingCount == 2 * 2000)
    #expect(unmeasured.takeWork(from: .zero, through: .positiveInfinity) == nil)
  }

  /// The reading that comes with a chunk: up to 3 ms late, by a clock that is 200 ppm off.
  private func reading(_ index: Int, frames: Int) -> AudioClockReading {
    let time = Int64(index + 1) * 10_002_000 + Int64(index * 7919 % 31) * 100_000
    return AudioClockReading(position: Int64((index + 1) * frames), time: MediaTime(nanoseconds: time))
  }

  private func deliverAudio(_ lane: AudioLane, _ indices: Range<Int>, hasReadings: Bool) {
    let frames = lane.source.format.sampleRate / 100
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: frames * lane.source.format.frameBytes, alignment: 64)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    var index = indices.lowerBound
    while index < indices.upperBound {
      lane.audioSource(
        lane.source,
        didCapture: BorrowedAudioChunk(
          format: lane.source.format, position: Int64(index * frames), frameCount: frames,
          clock: hasReadings ? reading(index, frames: frames) : nil, isFiller: false,
          bytes: UnsafeRawBufferPointer(bytes)))
      index += 1
    }
  }

  // Without optimisation the estimator's loops allocate; with it, none of this does.
  @Test("a chunk of sound allocates nothing of its own once the ring is full", arguments: [true, false])
  func audio(hasReadings: Bool) throws {
    let lane = AudioLane(source: try sources(VirtualClock()).1, configuration: SessionConfiguration())
    deliverAudio(lane, 0..<1, hasReadings: true)
    deliverAudio(lane, 1..<10_000, hasReadings: hasReadings)
    let before = allocation_counter_of_this_thread()
    deliverAudio(lane, 10_000..<20_000, hasReadings: hasReadings)
    let count = allocation_counter_of_this_thread() - before
    #if DEBUG
      #expect(count - (hasReadings ? allocationsOfEstimator(10_000..<20_000) : 0) == 1)
    #else
      #expect(count == 1)
    #endif
    #expect(lane.statistics.received == 20_000 * 480)
  }

  private func allocationsOfEstimator(_ indices: Range<Int>) -> Int {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var before = 0
    var index = 0
    while index < indices.upperBound {
      if index == indices.lowerBound { before = allocation_counter_of_this_thread() }
      estimator.add(reading(index, frames: 480))
      index += 1
    }
    return allocation_counter_of_this_thread() - before
  }
}
