import CaptureDevices
import LiveCaptureTesting
import MediaCore
import TestSupport
import Testing

@testable import LiveCapture

/// In which order events are told: as the rule has it, whatever the course of things, and without looking at everything
/// that is held for each of them.
@Suite struct EventSequencerTests {
  typealias Feed = SequencerFeed

  @Test("events come in the order that the rule makes, in any course of things", arguments: UInt64(1)...200)
  func rule(seed: UInt64) {
    var feed = Feed(seed: seed)
    var rule = SequencerRule()
    var sequencer = EventSequencer()
    var waitsForPhotos = feed.chance(2)
    var told: [CaptureEvent] = []
    while let step = feed.next() {
      switch step {
      case .event(let event, let request, let now):
        sequencer.submit(.init(event), for: request, at: now, waitsForPhotos: waitsForPhotos) { _ in event }
        rule.submit(event, for: request)
      case .toggle: waitsForPhotos.toggle()
      case .flush: sequencer.isFlushing.toggle()
      case .tell(let now):
        while true {
          let (item, wanted) = (
            sequencer.next(at: now, waitsForPhotos: waitsForPhotos), rule.next(waitsForPhotos: waitsForPhotos)
          )
          #expect(item.map { Feed.name($0.event(now)) } == wanted.map { Feed.name($0.event) })
          #expect(sequencer.hasOpenCaptures == rule.hasOpenCaptures)
          guard let item, wanted != nil else { break }
          told.append(item.event(now))
        }
      }
    }
    #expect(told.count == feed.count && !sequencer.hasOpenCaptures)
    let report = CaptureLaws.check(told)
    #expect(report.passes)
  }

  @Test("in an order that is drawn or given, everything is told and every law is kept", arguments: UInt64(1)...200)
  func order(seed: UInt64) throws {
    var feed = Feed(seed: seed)
    let order =
      switch seed % 4 {
      case 0: try CaptureProfile.Order.given("B R M W C P F")
      case 1: CaptureProfile.Order.apart
      case 2: try CaptureProfile.Order.given("B1 B2 R1 W2 M1 W1 C1 P1 F1 C2 P2 F2")
      default: CaptureProfile.Order.shuffled(seed: seed)
      }
    var sequencer = EventSequencer(order.ordering)
    let waitsForPhotos = feed.chance(2)
    var told: [CaptureEvent] = []
    var last = MediaTime.negativeInfinity
    var wake: MediaTime?
    func tell(at now: MediaTime) {
      while let item = sequencer.next(at: now, waitsForPhotos: waitsForPhotos) {
        told.append(item.event(now))
        if !sequencer.isFlushing, CaptureStep(item.event(now)) != .willBegin {
          #expect(now - last >= MediaTime(value: 10, timescale: 1000))
        }
        last = now
      }
      wake = sequencer.wakeTime(after: now, waitsForPhotos: waitsForPhotos) ?? wake.flatMap { $0 > now ? $0 : nil }
    }
    func pass(to now: MediaTime) {
      while let time = wake, time <= now { tell(at: time) }
      tell(at: now)
    }
    while let step = feed.next() {
      switch step {
      case .event(let event, let request, let now):
        pass(to: now)
        sequencer.submit(.init(event), for: request, at: now, waitsForPhotos: waitsForPhotos) { _ in event }
      case .toggle: break
      case .flush: sequencer.isFlushing.toggle()
      case .tell(let now): pass(to: now)
      }
    }
    // Time keeps nothing back any more, nor an order that names captures which never began.
    pass(to: .seconds(100_000))
    if seed % 4 == 2 { sequencer.isFlushing = true }
    pass(to: .seconds(200_000))
    #expect(told.count == feed.count && !sequencer.hasOpenCaptures)
    let report = CaptureLaws.check(told)
    #expect(report.passes)
  }

  @Test("what an order costs grows with its events, not with the captures that are open")
  func cost() {
    func looksPerEvent(_ captures: Int) -> Double {
      var sequencer = EventSequencer()
      let output = PhotoOutput()
      let requests = (1...captures).map { Feed.request(Int64($0), photos: 1, output) }
      let time = MediaTime.seconds(1000)
      var told = 0
      func tell(at now: MediaTime) { while sequencer.next(at: now, waitsForPhotos: false) != nil { told += 1 } }
      // As many as there can be are open, the rest is refused at once; then the first frame comes for all of them.
      for request in requests {
        sequencer.submit(.begin, for: request, at: time, waitsForPhotos: false) {
          .willBeginCapture(request.resolved, at: $0)
        }
        if request.id.rawValue > captures / 2 {
          for event in Feed.failure(of: request) {
            sequencer.submit(.init(event), for: request, at: time, waitsForPhotos: false) { _ in event }
            tell(at: time)
          }
        }
      }
      for request in requests where request.id.rawValue <= captures / 2 {
        for event in Feed.success(of: request).dropFirst() {
          sequencer.submit(.init(event), for: request, at: time, waitsForPhotos: false) { _ in event }
          tell(at: time)
        }
      }
      tell(at: time + .seconds(3))
      #expect(!sequencer.hasOpenCaptures)
      #expect(told == captures / 2 * (5 + 3))
      return Double(sequencer.examinations) / Double(told)
    }
    let (few, many) = (looksPerEvent(500), looksPerEvent(8000))
    // Sixteen times as many: four more levels of a heap, two comparisons each, in at most two heaps.
    #expect(many < few + 16 && many < 80, "\(few) looks at each of a few, \(many) at each of many")
  }

  @Test("a thousand presses at one instant cost a session as much each as a hundred")
  func session() async throws {
    func looksPerEvent(_ presses: Int) async throws -> Double {
      var setup = CaptureBench.Setup()
      setup.session.maximumUnfinishedCaptures = presses / 2
      setup.audio = nil
      let bench = try await CaptureBench(setup)
      try await bench.run("60v")
      for _ in 0..<presses {
        try bench.output.capturePhoto(with: bench.nextSettings(), delegate: bench.delegate)
      }
      try await bench.run("30v |")
      let report = CaptureLaws.check(bench.delegate.calls)
      #expect(report.passes && report.captureCount == presses, "\(report)")
      #expect(bench.delegate.calls.count == presses / 2 * (5 + 3))
      return Double(await bench.session.looks) / Double(bench.delegate.calls.count)
    }
    let (few, many) = (try await looksPerEvent(100), try await looksPerEvent(1000))
    #expect(few > 0 && many < few + 16, "\(few) looks at each of a few, \(many) at each of many")
  }
}

extension CaptureSession {
  /// How often events have been looked at to find their order.
  fileprivate var looks: Int { photos.sequencers.values.reduce(0) { $0 + $1.examinations } }
}

extension EventSequencer.Step {
  fileprivate init(_ event: CaptureEvent) {
    switch CaptureStep(event) {
    case .willBegin: self = .begin
    case .willCapture: self = .exposureBegin
    case .didCapture: self = .exposureEnd
    case .didProcessPhoto, .didCaptureProxy: self = .photo
    case .didRecordMovie: self = .gatheringEnd
    case .didProcessMovie: self = .movie
    case .didFinish: self = .finish
    }
  }
}

/// The rule of the order, as it is said and without regard to what it costs: of all that is held, the earliest that may
/// be told.
private struct SequencerRule {
  typealias Item = (event: CaptureEvent, request: PhotoRequest, rank: Int)

  private var held: [Item] = []
  private var open: [(id: CaptureID, photosLeft: Int)] = []
  private var rank = 0

  var hasOpenCaptures: Bool { !open.isEmpty }

  mutating func submit(_ event: CaptureEvent, for request: PhotoRequest) {
    if case .willBeginCapture = event { open.append((request.id, request.photos.count)) }
    rank += 1
    held.append((event, request, rank))
  }

  mutating func next(waitsForPhotos: Bool) -> Item? {
    let candidates = held.indices.filter { mayBeTold(held[$0], waitsForPhotos) }
    guard let best = candidates.min(by: { held[$0].rank < held[$1].rank }) else { return nil }
    let item = held.remove(at: best)
    guard let place = open.firstIndex(where: { $0.id == item.request.id }) else { return item }
    switch CaptureStep(item.event) {
    case .didProcessPhoto, .didCaptureProxy: open[place].photosLeft -= 1
    case .didFinish: open.remove(at: place)
    default: break
    }
    return item
  }

  private func mayBeTold(_ item: Item, _ waitsForPhotos: Bool) -> Bool {
    let isPhoto = Self.isPhoto(item)
    if isPhoto || waitsForPhotos,
      open.prefix(while: { $0.id != item.request.id }).contains(where: { $0.photosLeft > 0 })
    {
      return false
    }
    return !held.contains { other in
      other.request === item.request
        && (Self.precedes(CaptureStep(other.event), CaptureStep(item.event))
          || (isPhoto && Self.isPhoto(other) && other.rank < item.rank))
    }
  }

  private static func isPhoto(_ item: Item) -> Bool {
    [.didProcessPhoto, .didCaptureProxy].contains(CaptureStep(item.event))
  }

  private static func precedes(_ step: CaptureStep, _ later: CaptureStep) -> Bool {
    switch (step, later) {
    case (.willBegin, _), (_, .didFinish): step != later
    case (.willCapture, .didCapture), (.willCapture, .didProcessPhoto), (.willCapture, .didCaptureProxy),
      (.didCapture, .didProcessPhoto), (.didCapture, .didCaptureProxy), (.didRecordMovie, .didProcessMovie):
      true
    default: false
    }
  }
}

/// Captures of every kind, the events of which come mixed, and times at which they are told.
struct SequencerFeed {
  enum Step {
    case event(CaptureEvent, PhotoRequest, MediaTime)
    case tell(MediaTime)
    case toggle
    case flush
  }

  private var random: SeededRandom
  private var courses: [(request: PhotoRequest, events: ArraySlice<CaptureEvent>)] = []
  private var now = MediaTime.seconds(1000)
  private var isFlushing = false
  private var endings = 0
  /// How many events there are.
  private(set) var count = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let output = PhotoOutput()
    for id in 1...(3 + Int64(random.next() % 12)) {
      let photos = random.next() % 3 == 0 ? 1 + Int(random.next() % 8) : 1
      let isLive = photos == 1 && random.next() % 2 == 0
      let request = Self.request(id, photos: photos, isLive: isLive, output)
      let events = random.next() % 4 == 0 ? Self.failure(of: request) : Self.success(of: request)
      courses.append((request, events[...]))
    }
    count = courses.reduce(0) { $0 + $1.events.count }
  }

  mutating func chance(_ count: UInt64) -> Bool { random.next() % count == 0 }

  /// What happens next; `nil` when everything has been told.
  mutating func next() -> Step? {
    courses.removeAll { $0.events.isEmpty }
    guard !courses.isEmpty else {
      endings += 1
      now = now + .seconds(3)
      return endings > 1 ? nil : .tell(now)
    }
    switch random.next() % 16 {
    case 0: return .toggle
    case 1: return .flush
    case 2...5:
      now = now + MediaTime(value: Int64(random.next() % 800), timescale: 1000)
      return .tell(now)
    default:
      // Captures begin in their order; what happens to those that have begun is mixed.
      let begun = courses.prefix { $0.events.startIndex > 0 }.count
      let index = Int(random.next() % UInt64(min(courses.count, begun + 1)))
      let request = courses[index].request
      guard let event = courses[index].events.popFirst() else { return .tell(now) }
      return .event(event, request, now)
    }
  }

  static func name(_ event: CaptureEvent) -> String {
    var name = "\(CaptureStep(event).rawValue)\(event.resolvedSettings.uniqueID)"
    if case .didFinishProcessingPhoto(let photo, _, _) = event { name += ".\(photo.photoCount)" }
    return name
  }

  static func request(_ id: Int64, photos: Int, isLive: Bool = false, _ output: PhotoOutput) -> PhotoRequest {
    var settings = PhotoSettings(uniqueID: CaptureID(rawValue: id))
    if photos > 1,
      let bracket = try? PhotoSettings(bracket: Array(repeating: .automatic(exposureTargetBias: 0), count: photos))
    {
      settings = bracket
    }
    let resolved = ResolvedPhotoSettings.make(
      uniqueID: CaptureID(rawValue: id), expectedPhotoCount: photos, livePhotoMoviePath: isLive ? "\(id).mov" : nil)
    let order = PhotoOrder(
      settings: settings, output: output, shutterTime: resolved.shutterTime, features: OutputFeatures(),
      queue: output.delegateQueue, isConnected: true, camera: nil, deviceDimensions: .none, deviceType: .builtIn,
      orientation: .up, video: nil,
      audio: nil, isMovieWritable: true, isMovieTaken: false)
    return PhotoRequest(
      order, resolved, window: MovieWindow(order, SessionConfiguration()), profile: CaptureProfile(), stageClock: nil)
  }

  private static let error = CaptureError(.noFrames, message: "made up")

  /// The events of a capture that succeeds, in the order in which they happen.
  static func success(of request: PhotoRequest) -> [CaptureEvent] {
    let (resolved, at) = (request.resolved, MediaTime.seconds(1000))
    var events: [CaptureEvent] = [
      .willBeginCapture(resolved, at: at), .willCapturePhoto(resolved, at: at), .didCapturePhoto(resolved, at: at),
    ]
    if resolved.isLive { events.append(.didFinishRecordingMovie(resolved, at: at)) }
    for number in 1...request.photos.count {
      events.append(
        .didFinishProcessingPhoto(.make(resolvedSettings: resolved, photoCount: number), error: nil, at: at))
    }
    if resolved.isLive { events.append(.didFinishProcessingMovie(.make(), resolved, error: nil, at: at)) }
    return events + [.didFinishCapture(resolved, error: nil, at: at)]
  }

  /// The events of a capture that fails before its exposure.
  static func failure(of request: PhotoRequest) -> [CaptureEvent] {
    let (resolved, at) = (request.resolved, MediaTime.seconds(1000))
    var events: [CaptureEvent] = [.willBeginCapture(resolved, at: at)]
    for number in 1...request.photos.count {
      events.append(.didFinishProcessingPhoto(.failed(resolved, photoCount: number), error: error, at: at))
    }
    if resolved.isLive {
      events += [
        .didFinishRecordingMovie(resolved, at: at), .didFinishProcessingMovie(nil, resolved, error: error, at: at),
      ]
    }
    return events + [.didFinishCapture(resolved, error: error, at: at)]
  }
}
