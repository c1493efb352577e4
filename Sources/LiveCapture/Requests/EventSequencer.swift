import MediaCore

/// Decides when the events of one output's captures are told: at once, or as late and as mixed as the contract allows.
///
/// Whatever the order, the events of a capture keep their causes before them, and photos are told of in the order of
/// their captures. Belongs to the session's queue.
struct EventSequencer {
  struct Item {
    let event: CaptureEvent
    let request: PhotoRequest
    fileprivate let due: MediaTime
    fileprivate let rank: UInt64
  }

  private struct Open {
    let id: CaptureID
    var photosLeft: Int
  }

  private let order: CaptureProfile.Order
  private var random: SplitMix64
  private var held: [Item] = []
  // Captures whose end has not been told, in the order in which they began.
  private var open: [Open] = []
  private var rank: UInt64 = 0
  /// Whether everything is to be told as soon as its causes allow.
  private var isFlushing = false

  init(_ order: CaptureProfile.Order) {
    self.order = order
    if case .shuffled(let seed, _) = order { random = SplitMix64(seed: seed) } else { random = SplitMix64(seed: 0) }
  }

  /// Whether a capture's end has not been told yet.
  var hasOpenCaptures: Bool { !open.isEmpty }

  /// Takes in what has happened; returns when to look for it again, or `nil` for at once.
  mutating func submit(_ event: CaptureEvent, for request: PhotoRequest, at now: MediaTime) -> MediaTime? {
    if case .willBeginCapture = event {
      open.append(Open(id: request.id, photosLeft: request.photos.count))
    }
    let delay = isFlushing ? .zero : delay(of: event)
    held.append(Item(event: event, request: request, due: now + delay, rank: nextRank()))
    return delay > .zero ? now + delay : nil
  }

  /// From now on everything is told as soon as its causes allow; ``resume()`` ends that.
  mutating func flush() { isFlushing = true }

  mutating func resume() { isFlushing = false }

  /// The next event that is to be told by now, if there is one. It is held no more.
  ///
  /// With `waitsForPhotos` a capture is not told of before the photos of those before it have been.
  mutating func next(at now: MediaTime, waitsForPhotos: Bool) -> Item? {
    var best: Int?
    for index in held.indices where isFlushing || held[index].due <= now {
      guard mayBeTold(held[index], waitsForPhotos: waitsForPhotos) else { continue }
      if best.map({ (held[index].due, held[index].rank) < (held[$0].due, held[$0].rank) }) ?? true { best = index }
    }
    guard let best else { return nil }
    let item = held.remove(at: best)
    note(item)
    return item
  }

  private mutating func note(_ item: Item) {
    guard let place = open.firstIndex(where: { $0.id == item.request.id }) else { return }
    switch item.event {
    case .didFinishProcessingPhoto, .didFinishCapturingProxy: open[place].photosLeft -= 1
    case .didFinishCapture: open.remove(at: place)
    default: break
    }
  }

  private func mayBeTold(_ item: Item, waitsForPhotos: Bool) -> Bool {
    let stage = Stage(item.event)
    let isPhoto = stage == .photo
    if isPhoto || waitsForPhotos {
      for capture in open {
        if capture.id == item.request.id { break }
        if capture.photosLeft > 0 { return false }
      }
    }
    return !held.contains { other in
      other.request === item.request && other.rank != item.rank
        && (Stage(other.event).precedes(stage) || (isPhoto && Stage(other.event) == .photo && other.rank < item.rank))
    }
  }

  private mutating func delay(of event: CaptureEvent) -> MediaTime {
    guard case .shuffled(_, let longest) = order else { return .zero }
    if case .willBeginCapture = event { return .zero }
    return MediaTime(nanoseconds: Int64(random.next() % UInt64(max(1, longest.nanoseconds))))
  }

  private mutating func nextRank() -> UInt64 {
    rank += 1
    return rank
  }

  /// What has to have been told before what.
  private enum Stage: Int {
    case begin
    case exposureBegin
    case exposureEnd
    case photo
    case recordingEnd
    case movie
    case finish

    init(_ event: CaptureEvent) {
      switch event {
      case .willBeginCapture: self = .begin
      case .willCapturePhoto: self = .exposureBegin
      case .didCapturePhoto: self = .exposureEnd
      case .didFinishProcessingPhoto, .didFinishCapturingProxy: self = .photo
      case .didFinishRecordingMovie: self = .recordingEnd
      case .didFinishProcessingMovie: self = .movie
      case .didFinishCapture: self = .finish
      }
    }

    func precedes(_ later: Stage) -> Bool {
      switch (self, later) {
      case (.begin, _), (_, .finish): self != later
      case (.exposureBegin, .exposureEnd), (.exposureBegin, .photo), (.exposureEnd, .photo), (.recordingEnd, .movie):
        true
      default: false
      }
    }
  }
}

/// A small generator whose numbers are the same everywhere.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
