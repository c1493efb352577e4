import MediaCore

/// Decides when the events of one output's captures are told: as soon as their causes have been, or after a delay.
/// A capture's events keep their causes before them, and photos come in the order of their captures.
///
/// Many captures may be open at once, so nothing here goes through all of them or all that is held of them: what is held
/// lies with its capture, and what its causes allow to be told lies in heaps, earliest first.
struct EventSequencer {
  struct Item: Comparable {
    /// The event, as it is told of at an instant.
    let event: (MediaTime) -> CaptureEvent
    let request: PhotoRequest
    fileprivate let due: MediaTime
    fileprivate let rank: UInt64
    fileprivate let step: Step
    /// Whether nothing else that is held of its capture has to be told before it.
    fileprivate var isFree = false

    static func < (one: Item, other: Item) -> Bool { (one.due, one.rank) < (other.due, other.rank) }
    static func == (one: Item, other: Item) -> Bool { one.rank == other.rank }
  }

  /// A capture whose end has not been told.
  private struct Open {
    /// Captures are numbered in the order in which they began.
    let place: Int
    var photosLeft: Int
    var held: [Item] = []
  }

  private let delay: CaptureEnvironment.EventDelay?
  private var open: [CaptureID: Open] = [:]
  /// The captures from ``frontier`` on, by their places.
  private var line: [Int: CaptureID] = [:]
  private var nextPlace = 0
  /// The place of the first open capture that lacks photos. Photos of later ones wait.
  private var frontier = 0
  /// What is free of captures up to the frontier.
  private var near = LeastFirst<Item>()
  /// What is free of captures behind it and is no photo; of captures that the frontier has reached since, too.
  private var far = LeastFirst<Item>()
  private var rank: UInt64 = 0
  private var looks = 0
  /// Whether everything is to be told as soon as its causes allow.
  var isFlushing = false

  init(delay: CaptureEnvironment.EventDelay?) { self.delay = delay }

  var hasOpenCaptures: Bool { !open.isEmpty }

  /// How often an event has been looked at or compared with another: what the order has cost so far.
  var examinations: Int { looks + near.comparisons + far.comparisons }

  /// Takes in what has happened; returns when to look for it again, or `nil` for at once.
  mutating func submit(
    _ step: Step, for request: PhotoRequest, at now: MediaTime, _ event: @escaping (MediaTime) -> CaptureEvent
  ) -> MediaTime? {
    if step == .begin { begin(request) }
    let delay = isFlushing || step == .begin ? .zero : max(.zero, self.delay?(event(now), request.output) ?? .zero)
    rank += 1
    let item = Item(event: event, request: request, due: now + delay, rank: rank, step: step)
    if open[request.id] == nil {
      near.insert(item)
    } else {
      open[request.id]?.held.append(item)
      free(request.id)
    }
    return delay > .zero ? now + delay : nil
  }

  /// The next event that is to be told by now, if there is one. It is held no more.
  ///
  /// With `waitsForPhotos` a capture is not told of before the photos of those before it have been.
  mutating func next(at now: MediaTime, waitsForPhotos: Bool) -> Item? {
    while let (item, isFar) = earliest(waitsForPhotos: waitsForPhotos), isFlushing || item.due <= now {
      looks += 1
      _ = isFar ? far.takeLeast() : near.takeLeast()
      if takeOut(item) { return item }
    }
    return nil
  }

  /// The earliest of what is free and need not wait for another capture's photos.
  private mutating func earliest(waitsForPhotos: Bool) -> (Item, isFar: Bool)? {
    // What the frontier has reached is among the near.
    while let item = far.least, open[item.request.id].map({ $0.place <= frontier }) ?? true {
      looks += 1
      _ = far.takeLeast()
    }
    guard !waitsForPhotos, let other = far.least else { return near.least.map { ($0, false) } }
    guard let item = near.least, item < other else { return (other, true) }
    return (item, false)
  }

  private mutating func begin(_ request: PhotoRequest) {
    open[request.id] = Open(place: nextPlace, photosLeft: request.photos.count)
    line[nextPlace] = request.id
    nextPlace += 1
    moveFrontier()
  }

  /// Lets an event go that is to be told; `false` if something has come since that is to be told before it.
  private mutating func takeOut(_ item: Item) -> Bool {
    let id = item.request.id
    guard let capture = open[id] else { return true }
    guard let index = capture.held.firstIndex(where: { $0 == item }) else { return false }
    guard mayBeTold(capture.held[index], before: capture.held) else {
      open[id]?.held[index].isFree = false
      return false
    }
    open[id]?.held.remove(at: index)
    switch item.step {
    case .photo: open[id]?.photosLeft -= 1
    case .finish: open[id] = nil
    default: break
    }
    free(id)
    moveFrontier()
    return true
  }

  /// Puts what has become free of a capture among what may be told.
  private mutating func free(_ id: CaptureID) {
    guard let capture = open[id] else { return }
    for (index, held) in capture.held.enumerated() where !held.isFree && mayBeTold(held, before: capture.held) {
      open[id]?.held[index].isFree = true
      if capture.place <= frontier {
        near.insert(held)
      } else if held.step != .photo {
        far.insert(held)
      }
    }
  }

  /// Whether none of what is held of its capture has to be told before an event. Photos come in their order.
  private mutating func mayBeTold(_ item: Item, before others: [Item]) -> Bool {
    looks += others.count
    return !others.contains { other in
      other.step == .photo && item.step == .photo ? other.rank < item.rank : other.step.precedes(item.step)
    }
  }

  /// A capture has all its photos: those after it wait no longer, up to the next that has not.
  private mutating func moveFrontier() {
    while frontier < nextPlace {
      if let id = line[frontier], let capture = open[id], capture.photosLeft > 0 { return }
      line[frontier] = nil
      frontier += 1
      guard let id = line[frontier], let capture = open[id] else { continue }
      for held in capture.held where held.isFree { near.insert(held) }
    }
  }

  /// What has to have been told before what.
  enum Step {
    case begin
    case exposureBegin
    case exposureEnd
    case photo
    case gatheringEnd
    case movie
    case finish

    fileprivate func precedes(_ later: Step) -> Bool {
      switch (self, later) {
      case (.begin, _), (_, .finish): self != later
      case (.exposureBegin, .exposureEnd), (.exposureBegin, .photo), (.exposureEnd, .photo), (.gatheringEnd, .movie):
        true
      default: false
      }
    }
  }
}
