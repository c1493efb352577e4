import CaptureCodecs
import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import Synchronization
import TestSupport
import Testing
import VideoCoding

@testable import LiveCapture

/// The encoder of one footage: what it keeps, and what it hands out.
@Suite struct VideoFootageEncodingTests {
  private let frames: [VideoFrame]
  private let encoding: VideoFootageEncoding
  private let counter = FootageCounter()
  private let id = CaptureID(rawValue: 1)

  init() throws {
    let setup = CaptureBench.Setup(media: .standard)
    let log = try SceneLog(
      duration: MediaTime(value: 3, timescale: 1), video: setup.video, pictures: StandardPictures())
    frames = log.frames
    let mode = VideoMode(format: frames[0].format, frameInterval: MediaTime(value: 1, timescale: 30))
    encoding = VideoFootageEncoding(
      .init(mode: mode, codec: .h264, configuration: setup.session, counter: counter, encoders: StandardMovies()))
    encoding.waiting.append(contentsOf: frames)
    while encoding.encodeNext() != nil {}
  }

  /// What a cut of frames by their places gives; `nil` while it has to wait.
  private func cut(_ range: Range<Int>, lostFrom: MediaTime? = nil) -> Result<VideoFootage.Cut, CaptureError>? {
    let result = Mutex<Result<VideoFootage.Cut, CaptureError>?>(nil)
    let end = range.upperBound < frames.count ? frames[range.upperBound].time : .positiveInfinity
    let window = TimeRange(start: frames[range.lowerBound].time, duration: end - frames[range.lowerBound].time)
    encoding.cuts.append(.init(id: id, window: window, calmAround: nil) { cut in result.withLock { $0 = cut } })
    while encoding.encodeNext() != nil {}
    if let lostFrom { encoding.intake = .lost(from: lostFrom) }
    encoding.completeCuts()
    return result.withLock { $0 }
  }

  @Test("the newest frame waits for the next one or for a cut that ends with it")
  func newest() throws {
    #expect(counter.statistics.encodedFrames == frames.count - 1)
    let last = frames[frames.count - 1]
    encoding.cuts.append(
      .init(
        id: id, window: TimeRange(start: frames[0].time, end: last.time + MediaTime(nanoseconds: 1)), calmAround: nil
      ) { _ in })
    #expect(encoding.encodeNext() == last.storage.count)
    #expect(encoding.encodeNext() == nil)
  }

  @Test("a cut begins to decode at a sync sample and shows its own frames alone")
  func cutting() throws {
    let cut = try #require(try self.cut(40..<70)?.get())
    #expect(cut.visibleFrom == frames[40].time && cut.visibleCount == 30 && cut.missingCount == 0)
    #expect(cut.samples.first?.isSync == true && cut.samples.last?.time == frames[69].time)
    // Sync samples are half a second apart.
    #expect(cut.samples.count == 40)
  }

  @Test("what no window can need any more is let go, up to the sync sample that the next one needs")
  func forgetting() throws {
    encoding.forget(before: frames[50].time)
    let cut = try #require(try self.cut(50..<60)?.get())
    #expect(cut.samples.first?.time == frames[45].time)
    let older = try #require(try self.cut(20..<60)?.get())
    #expect(older.visibleFrom == frames[45].time, "frames before the sync sample are still held")
  }

  @Test("a cut that holds lost frames fails, one that ends before them does not")
  func losing() throws {
    #expect(throws: CaptureError.self) { try self.cut(10..<70, lostFrom: self.frames[60].time)?.get() }
    #expect(try cut(10..<60, lostFrom: frames[60].time)?.get().visibleCount == 50)
  }

  @Test("pictures that are read ahead are those of their frames: the same bytes as one by one, damage and all")
  func readingAhead() throws {
    let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .mjpeg)
    var frames = try SceneLog(duration: MediaTime(value: 1, timescale: 1), video: wish, pictures: StandardPictures())
      .frames
    let rubbish = FrameStorage(capacity: 100)
    rubbish.fill { bytes -> Int in
      bytes.initializeMemory(as: UInt8.self, repeating: 0x55)
      return bytes.count
    }
    frames[10].storage = rubbish
    let mode = VideoMode(format: frames[0].format, frameInterval: MediaTime(value: 1, timescale: 30))
    func samples(_ isAhead: Bool) throws -> [EncodedVideoSample?] {
      let pictures = PictureEncoder(
        .init(
          mode: mode, codec: .h264, configuration: CaptureBench.Setup().session, counter: FootageCounter(),
          encoders: StandardMovies()))
      defer { pictures.end() }
      return try frames.indices.map { index in
        // Now and then another frame comes than the one that was read ahead, or none was.
        let next = index % 7 == 3 ? frames[0] : frames[min(index + 1, frames.count - 1)]
        return try pictures.encode(frames[index], forceSync: false, next: isAhead && index % 5 != 0 ? next : nil)
      }
    }
    let (one, other) = (try samples(false), try samples(true))
    #expect(one.map { $0?.time } == other.map { $0?.time } && one[10] == nil && one.compactMap { $0 }.count == 29)
    #expect(one.map { $0?.bytes.count } == other.map { $0?.bytes.count })
    for (one, other) in zip(one, other) { #expect(firstDifference(one?.bytes ?? [], other?.bytes ?? []) == nil) }
  }

  @Test("frames that are held are not encoded, and a cut that needs them waits")
  func holding() throws {
    let setup = CaptureBench.Setup(media: .standard)
    let held = VideoFootageEncoding(
      .init(
        mode: VideoMode(format: frames[0].format, frameInterval: MediaTime(value: 1, timescale: 30)), codec: .h264,
        configuration: setup.session, counter: counter, encoders: StandardMovies()))
    held.waiting.append(contentsOf: frames)
    held.holds[id] = frames[5].time
    while held.encodeNext() != nil {}
    #expect(held.waiting.first?.time == frames[5].time)
    held.holds[id] = nil
    held.syncTimes.append(frames[7].time)
    while held.encodeNext() != nil {}
    #expect(held.waiting.count == 1)
  }

  @Test("a picture that cannot be decoded is left out and counted as missing")
  func damaged() throws {
    let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .mjpeg)
    var pictures = try SceneLog(duration: MediaTime(value: 1, timescale: 1), video: wish, pictures: StandardPictures())
      .frames
    let rubbish = FrameStorage(capacity: 100)
    rubbish.fill { bytes -> Int in
      bytes.initializeMemory(as: UInt8.self, repeating: 0x55)
      return bytes.count
    }
    pictures[10].storage = rubbish
    let encoding = VideoFootageEncoding(
      .init(
        mode: VideoMode(format: pictures[0].format, frameInterval: MediaTime(value: 1, timescale: 30)), codec: .h264,
        configuration: CaptureBench.Setup().session, counter: counter, encoders: StandardMovies()))
    encoding.waiting.append(contentsOf: pictures)
    let result = Mutex<Result<VideoFootage.Cut, CaptureError>?>(nil)
    encoding.cuts.append(
      .init(id: id, window: TimeRange(start: pictures[5].time, end: pictures[20].time), calmAround: nil) { cut in
        result.withLock { $0 = cut }
      })
    while encoding.encodeNext() != nil {}
    encoding.completeCuts()
    let cut = try #require(try result.withLock { $0 }?.get())
    #expect(cut.visibleCount == 14 && cut.missingCount == 1)
  }
}
