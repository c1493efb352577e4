public import CaptureDevices
public import Fixtures
import ForeignMedia
public import MediaCore
import Simulator
import VideoCoding

/// The camera of a movie: delivers its pictures at their times of presentation, each one frame interval later.
///
/// Started after the movie's begin it delivers from the first picture shown at the clock's present or after. Numbers
/// count the pictures from there. When it has fallen too far behind it reports what it drops. At the movie's end it
/// fails with `.disconnected`.
public final class MovieVideoSource: VideoSource, ReplayedSource {
  /// The camera.
  public let device: VideoDevice
  /// The movie's size and rate.
  public let mode: VideoMode
  /// The instant that timestamps mark: unknown, because movies do not state it.
  public let timestampInstant = TimestampInstant.unknown
  private let movie: ForeignMovie
  private let shape: MovieShape
  private let clock: any MediaClock
  /// The instant of the clock at which the movie begins.
  private let beginNanoseconds: Int64
  private let delivery: SourceDelivery<any VideoSink, Cursor>
  private static let ahead = 4
  /// The most frame intervals by which the movie may fall behind.
  private static let maximumLateFrames: Int64 = 8

  private struct Cursor: Sendable {
    let pictures: MoviePrefetch<DecodedPicture>
    // Used under the lock of the delivery, which alone holds the cursor.
    nonisolated(unsafe) let packer: FramePacker
    /// The picture that is delivered next; `nil` at the end.
    var next: Result<DecodedPicture, CodingError>?
    var lastDue: Int64
    var sequence: UInt64 = 0

    /// The picture that is next.
    var picture: DecodedPicture? { try? next?.get() }  // what is in its place otherwise is told when it is due
  }

  init(device: VideoDevice, movie: ForeignMovie, shape: MovieShape, clock: any MediaClock, beginNanoseconds: Int64) {
    self.device = device
    mode = shape.mode
    self.movie = movie
    self.shape = shape
    self.clock = clock
    self.beginNanoseconds = beginNanoseconds
    delivery = SourceDelivery(
      clock: clock, bufferBytes: shape.mode.format.frameBytes, device: device.id, kind: "camera")
  }

  /// Begins to deliver pictures to `sink`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running, `.streamingFailed` when there
  ///   is no picture.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    try start(sink, at: clock.now.nanoseconds - beginNanoseconds, dropsLate: true)
  }

  private func start(_ sink: any VideoSink, at present: Int64, dropsLate: Bool) throws(DeviceError) {
    let cursor = try cursor(from: present)
    if case .failure(let failure) = cursor.next { throw MovieCatalog.undecodable(failure, device: device.id) }
    try delivery.start(sink, at: cursor, dueNanoseconds: due(cursor)) { [weak self] in
      self?.tick($0, dropsLate: dropsLate)
    }
  }

  // As a recorder's source.
  package var facts: ReplayFacts { ReplayFacts(beginNanoseconds: beginNanoseconds) }
  package var recordedDevice: VideoDevice { device }
  package func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError) {
    try start(sink, at: 0, dropsLate: false)
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  private func cursor(from present: Int64) throws(DeviceError) -> Cursor {
    let packer: FramePacker
    do throws(CodingError) {
      packer = try FramePacker()
    } catch {
      throw MovieCatalog.undecodable(error, device: device.id)
    }
    let (movie, range) = (movie, shape.mode.format.range)
    let origin = movie.startTime ?? .zero
    let start = origin + MediaTime(nanoseconds: max(0, present))
    let pictures = MoviePrefetch<DecodedPicture>(limit: Self.ahead) {
      let options = PictureReader.Options(
        range: present > 0 ? TimeRange(start: start, duration: MediaTime(value: 1 << 30, timescale: 1)) : nil,
        colorRange: range, matrix: 6, primaries: 1)
      let reader = try PictureReader(movie, options: options)
      return {
        while let picture = try reader.next() {
          // The one that is shown at the start has begun before it.
          if present <= 0 || picture.time >= start { return picture }
        }
        return nil
      }
    }
    return Cursor(
      pictures: pictures, packer: packer, next: pictures.next(), lastDue: beginNanoseconds + max(0, present))
  }

  /// Returns the instant at which a picture was taken, on the clock, in nanoseconds.
  private func time(of picture: DecodedPicture) -> Int64 {
    beginNanoseconds + (picture.time - (movie.startTime ?? .zero)).nanoseconds
  }

  private func due(_ cursor: Cursor) -> Int64 {
    // The end comes when the last picture has been shown.
    guard let next = cursor.picture else { return cursor.lastDue }
    return time(of: next) + mode.frameInterval.nanoseconds
  }

  private func tick(_ generation: Int, dropsLate: Bool) {
    delivery.run(generation) { sink, cursor, buffer in
      let late = clock.now.nanoseconds - due(cursor)
      if dropsLate, late > Self.maximumLateFrames * mode.frameInterval.nanoseconds { dropLate(&cursor, sink) }
      guard let next = cursor.next else {
        sink.videoSource(self, didFail: MovieCatalog.ended(movie, device: device.id))
        return nil
      }
      do throws(CodingError) {
        let picture = try next.get()
        let shown = try picture.picture.evened().turned(
          clockwiseQuarters: shape.quarters, mirrored: shape.isMirrored)
        let count = try cursor.packer.pack(shown, as: mode.format, into: buffer)
        sink.videoSource(
          self,
          didCapture: BorrowedVideoFrame(
            format: mode.format, time: MediaTime(nanoseconds: time(of: picture)), sequence: cursor.sequence,
            bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      } catch {
        sink.videoSource(self, didFail: MovieCatalog.undecodable(error, device: device.id))
        return nil
      }
      advance(&cursor)
      return due(cursor)
    }
  }

  private func advance(_ cursor: inout Cursor) {
    if let picture = cursor.picture {
      cursor.lastDue = time(of: picture) + picture.duration.nanoseconds + mode.frameInterval.nanoseconds
    }
    cursor.sequence += 1
    cursor.next = cursor.pictures.next()
  }

  /// Passes over pictures as long as the next one is due, too.
  private func dropLate(_ cursor: inout Cursor, _ sink: any VideoSink) {
    let now = clock.now.nanoseconds - mode.frameInterval.nanoseconds
    var dropped = 0
    while let picture = cursor.picture, due(cursor) <= now, time(of: picture) + picture.duration.nanoseconds <= now {
      advance(&cursor)
      dropped += 1
    }
    if dropped > 0 { sink.videoSource(self, didSkip: dropped, reason: .dropped) }
  }
}
