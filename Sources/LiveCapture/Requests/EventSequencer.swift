import MediaCore

/// Decides when the events of one output's captures are told: as soon as their causes have been, or in an order that is
/// given. A capture's events keep their causes before them, and photos come in the order of their captures.
///
/// Many captures may be open at once, so nothing here goes through all of them or all that is held of them: what is
/// held lies with its capture, and what its causes allow to be told lies in heaps, earliest first.
struct EventSequencer {
  typealias Step = EventPlace.Step

  struct Item: Comparable {
    /// The event, as it is told of at an instant.
    let event: (MediaTime) -> CaptureEvent
    let request: PhotoRequest
    fileprivate let due: MediaTime
    fileprivate let rank: UInt64
    fileprivate let moment: EventPlace
    /// Indicates whether no other event has to be told before this one, except photos of other captures.
    fileprivate var isFree = false

    static func < (one: Item, other: Item) -> Bool { (one.due, one.rank) < (other.due, other.rank) }
    static func == (one: Item, other: Item) -> Bool { one.rank == other.rank }
  }

  /// A capture whose end has not been told.
  private struct Open {
    /// Captures are numbered in the order in which they began.
    let place: Int
    var photosLeft: Int
    var photosHeld = 0
    var held: [Item] = []
  }

  private let spacing: MediaTime
  private var order: EventOrder?
  private var open: [CaptureID: Open] = [:]
  /// The captures from ``frontier`` on, by their places.
  private var line: [Int: CaptureID] = [:]
  private var nextPlace = 0
  /// The place of the first open capture that lacks photos. Photos of later ones wait.
  private var frontier = 0
  /// The free events of captures up to the frontier.
  private var near = LeastFirst<Item>()
  /// The free events, other than photos, of captures behind the frontier, and of captures that the frontier has reached
  /// since.
  private var far = LeastFirst<Item>()
  private var rank: UInt64 = 0
  private var looks = 0
  /// The earliest instant at which the next event that keeps its distance may be told.
  private var nextTelling = MediaTime.negativeInfinity
  private var lastWake: MediaTime?
  /// Indicates whether each event is to be told as soon as its order allows.
  var isFlushing = false { didSet { if isFlushing { freeAll(order?.forgetUnbegun(from: nextPlace) ?? []) } } }

  /// Creates a sequencer that tells everything at once, or in an order.
  init(_ ordering: (any EventOrdering)? = nil) {
    spacing = ordering?.spacing ?? .zero
    order = ordering.map { EventOrder($0.makeLines()) }
  }

  var hasOpenCaptures: Bool { !open.isEmpty }

  /// The number of times that an event was looked at or compared with another: the cost of the order so far.
  var examinations: Int { looks + near.comparisons + far.comparisons }

  /// Takes in what has happened.
  mutating func submit(
    _ step: Step, for request: PhotoRequest, at now: MediaTime, waitsForPhotos: Bool,
    _ event: @escaping (MediaTime) -> CaptureEvent
  ) {
    if step == .begin { begin(request, waitsForPhotos: waitsForPhotos) }
    rank += 1
    guard let capture = open[request.id] else {
      let moment = EventPlace(nextPlace, step)
      return near.insert(Item(event: event, request: request, due: now, rank: rank, moment: moment))
    }
    let index = step == .photo ? capture.photosHeld : 0
    if step == .photo { open[request.id]?.photosHeld += 1 }
    var due = now
    if order != nil {
      // Nothing that only keeps its distance is in a begin's way.
      due = step == .begin ? .negativeInfinity : isFlushing ? now : now + max(.zero, order?.delay() ?? .zero)
    }
    let moment = EventPlace(capture.place, step, index)
    open[request.id]?.held.append(Item(event: event, request: request, due: due, rank: rank, moment: moment))
    // Nothing else comes of the capture: what has not come is not waited for.
    if step == .finish, let held = open[request.id]?.held {
      freeAll(order?.forget(capture.place, but: held.map(\.moment)) ?? [])
    }
    free(request.id)
  }

  /// The next event that is to be told by now, if there is one. It is held no more.
  ///
  /// With `waitsForPhotos` a capture is not told of before the photos of those before it have been.
  mutating func next(at now: MediaTime, waitsForPhotos: Bool) -> Item? {
    while let (item, isFar) = earliest(waitsForPhotos: waitsForPhotos), isFlushing || due(item) <= now {
      looks += 1
      _ = isFar ? far.takeLeast() : near.takeLeast()
      guard takeOut(item) else { continue }
      if spacing > .zero { nextTelling = now + spacing }
      return item
    }
    return nil
  }

  /// Returns the instant at which to look for the next event, if only time keeps it back; `nil` otherwise, and if that
  /// instant has been returned before.
  mutating func wakeTime(after now: MediaTime, waitsForPhotos: Bool) -> MediaTime? {
    guard let time = earliest(waitsForPhotos: waitsForPhotos).map({ due($0.0) }), time > now, time != lastWake else {
      return nil
    }
    lastWake = time
    return time
  }

  private func due(_ item: Item) -> MediaTime { item.moment.step == .begin ? item.due : max(item.due, nextTelling) }

  /// The earliest of what is free and need not wait for another capture's photos.
  private mutating func earliest(waitsForPhotos: Bool) -> (Item, isFar: Bool)? {
    // Lines that were drawn before that was switched on would wait for each other.
    let waitsForPhotos = waitsForPhotos && order?.isOneLine != true
    // What the frontier has reached is among the near.
    while let item = far.least, open[item.request.id].map({ $0.place <= frontier }) ?? true {
      looks += 1
      _ = far.takeLeast()
    }
    guard !waitsForPhotos, let other = far.least else { return near.least.map { ($0, false) } }
    guard let item = near.least, item < other else { return (other, true) }
    return (item, false)
  }

  private mutating func begin(_ request: PhotoRequest, waitsForPhotos: Bool) {
    open[request.id] = Open(place: nextPlace, photosLeft: request.photos.count)
    line[nextPlace] = request.id
    let moments = EventPlace.all(
      of: nextPlace, photos: request.photos.count, isLive: request.resolved.isLive)
    nextPlace += 1
    freeAll(order?.begin(moments, waitsForPhotos: waitsForPhotos) ?? [])
    moveFrontier()
  }

  /// Removes an event that is to be told; returns `false` if another has come since that is to be told before it.
  private mutating func takeOut(_ item: Item) -> Bool {
    let id = item.request.id
    guard let capture = open[id] else { return true }
    guard let index = capture.held.firstIndex(where: { $0 == item }) else { return false }
    guard mayBeTold(capture.held[index], before: capture.held) else {
      open[id]?.held[index].isFree = false
      return false
    }
    open[id]?.held.remove(at: index)
    let following = order?.tell(item.moment)
    switch item.moment.step {
    case .photo: open[id]?.photosLeft -= 1
    case .finish: open[id] = nil
    default: break
    }
    free(id)
    if let following, following.capture != item.moment.capture { freeAll([following]) }
    moveFrontier()
    return true
  }

  /// Puts what has become free of some captures among what may be told.
  private mutating func freeAll(_ moments: [EventPlace]) {
    for moment in moments {
      if let id = line[moment.capture] ?? open.first(where: { $0.value.place == moment.capture })?.key { free(id) }
    }
  }

  /// Puts what has become free of a capture among what may be told.
  private mutating func free(_ id: CaptureID) {
    guard let capture = open[id] else { return }
    for (index, held) in capture.held.enumerated() where !held.isFree && mayBeTold(held, before: capture.held) {
      open[id]?.held[index].isFree = true
      if capture.place <= frontier {
        near.insert(held)
      } else if held.moment.step != .photo {
        far.insert(held)
      }
    }
  }

  /// Tells whether an event may be told: no other held event of its capture, and no other event of its order, comes
  /// before it.
  private mutating func mayBeTold(_ item: Item, before others: [Item]) -> Bool {
    looks += others.count
    return order?.isNext(item.moment) != false
      && !others.contains { $0.moment.precedes(item.moment, waitsForPhotos: false) }
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
}
