import CaptureDevices
import MediaCore
import Simulator

/// A stream of a fixture on a clock: what the cameras and the microphones of fixtures have in common.
struct FixturePlayback<Sample: FixtureSample, Sink: Sendable>: Sendable {
  struct Cursor: Sendable {
    var round: Int64 = 0
    var event = 0
    /// The number of the next payload in this stream.
    var payload = 0
    /// The recorded position that is the stream's 0.
    var base: Int64 = 0
  }

  let facts: ReplayFacts
  let events: [FixtureEvent<Sample>]
  /// The plan for repeating the events; `nil` if they are not repeated.
  let loop: FixtureLoop?
  let delivery: SourceDelivery<Sink, Cursor>
  private let device: String
  private let catalog: FixtureCatalog
  private let extents: FixtureFootage.Extents
  /// The numbers of the stream's payloads.
  private let payloads: Range<Int>
  private let unitBytes: Int

  /// Creates the playback of one of the streams of `track`.
  /// - Parameters:
  ///   - looped: What each round of a loop tells; it has no end.
  ///   - unitBytes: The bytes of one of a sample's ``FixtureSample/unitCount``.
  ///   - bufferBytes: What a payload may take beside those that are recorded.
  init(
    _ stream: FixtureStream<Sample>, of track: FixtureTrack<Sample>, looped: [FixtureEvent<Sample>], device: String,
    extents: FixtureFootage.Extents, unitBytes: Int, bufferBytes: Int = 0, in catalog: FixtureCatalog,
    beginNanoseconds begin: Int64
  ) {
    let isLooped = !looped.isEmpty
    events = isLooped ? looped : stream.events
    loop = isLooped ? catalog.loop : nil
    payloads = stream.payloads
    self.device = device
    self.catalog = catalog
    self.extents = extents
    self.unitBytes = unitBytes
    facts = ReplayFacts(
      beginNanoseconds: begin, catalog: catalog,
      goesOnUntilNanoseconds: stream.isFollowed ? track.lastArrival.map { begin + $0 } : nil,
      wasStopped: stream.events.last?.end.map { $0.failure == nil } ?? false)
    delivery = SourceDelivery(
      clock: catalog.clock, bufferBytes: max(extents.longest, bufferBytes), device: device, kind: Sample.kind.rawValue)
  }

  /// The number of frames that a round adds to positions.
  var roundFrames: Int64 { loop?.audioFrames ?? 0 }

  /// Returns what a round adds to times, in nanoseconds since the clock's zero.
  func shift(_ cursor: Cursor) -> Int64 { facts.beginNanoseconds + cursor.round * (loop?.periodNanoseconds ?? 0) }

  func due(_ cursor: Cursor) -> Int64 { shift(cursor) + events[cursor.event].arrivalNanoseconds }

  func moved(_ cursor: Cursor) -> Cursor {
    var next = cursor
    if events[cursor.event].sample != nil { next.payload += 1 }
    next.event += 1
    return next.event < events.count ? next : Cursor(round: cursor.round + 1, base: cursor.base)
  }

  /// Returns the cursor of the next event when the stream begins at `present`, counted from the replay's begin.
  func cursor(at present: Int64) -> Cursor {
    var cursor = Cursor()
    guard present > 0 else { return cursor }
    var wanted = present
    if let loop { (cursor.round, wanted) = present.quotientAndRemainder(dividingBy: loop.periodNanoseconds) }
    while cursor.event < events.count {
      switch events[cursor.event] {
      case .sample(let sample):
        if sample.isComplete(atNanoseconds: wanted) {
          cursor.base = sample.position + cursor.round * roundFrames
          return cursor
        }
        cursor.payload += 1
      case .loss(_, _, let arrival): if Sample.kind == .camera, arrival >= wanted { return cursor }
      case .start: break
      case .end: return cursor
      }
      cursor.event += 1
    }
    // The next round begins with the stream's 0.
    return Cursor(round: cursor.round + 1, base: (cursor.round + 1) * roundFrames)
  }

  /// Makes the call that is due: tells the sink of a sample with its payload, of a loss, or why the stream has ended.
  func run(
    _ generation: Int, prepare: (Sink, inout Cursor) -> Void = { _, _ in },
    deliver: (Sink, Sample, Cursor, UnsafeRawBufferPointer) -> Void, lose: (Sink, Int, SkipReason?) -> Void,
    fail: (Sink, DeviceError) -> Void
  ) {
    delivery.run(generation) { sink, cursor, buffer in
      prepare(sink, &cursor)
      do throws(DeviceError) {
        switch events[cursor.event] {
        case .sample(let sample): deliver(sink, sample, cursor, try payload(of: sample, at: cursor, in: buffer))
        case .loss(let count, let reason, _): lose(sink, count, reason)
        case .start: break
        case .end(let end): throw end.failure ?? catalog.ended(device)
        }
      } catch {
        fail(sink, error)
        return nil
      }
      cursor = moved(cursor)
      return due(cursor)
    }
  }

  private func payload(
    of sample: Sample, at cursor: Cursor, in buffer: UnsafeMutableRawBufferPointer
  ) throws(DeviceError) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(sample.unitCount * unitBytes)])
    guard cursor.payload < payloads.count else {
      // The silence that a loop adds to fill its round.
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return UnsafeRawBufferPointer(bytes)
    }
    let start = extents.payloads[payloads.lowerBound + cursor.payload]
    do throws(FixtureError) {
      try catalog.fixture.footage.read(start..<start + bytes.count, of: extents, into: bytes)
    } catch {
      throw DeviceError(
        .streamingFailed, context: device, status: error.status, message: "The fixture cannot be read: \(error)",
        underlying: error)
    }
    return UnsafeRawBufferPointer(bytes)
  }
}
