import CaptureDevices
import MediaCore

/// The camera or the microphone of a recorder: what becomes of it, and what is known of its coming and going.
///
/// A plain value. Its functions are told what has happened, and say what follows; whoever calls them notes it and acts.
///
/// ```
/// open ──breaks off──► away ──opened──► open(starting:) ──tells something──► open
///                      ▲ │ │              │
///                      │ │ │   breaks off, or does not start
///                      └─┼─┼──────────────┘
///                        │ └──is back as another──► refused
///                        ▼                             │
///                      ended ◄────the wait is over─────┘
/// ```
/// A stream that breaks off and is not waited for leads to `ended`, too.
struct RecorderMedium: Sendable {
  /// A phase of the recorder's work with the device.
  enum Phase: Sendable, Equatable {
    /// The device is open. `starting` is the instance as which it was opened, as long as its stream has told nothing.
    case open(starting: Int?)
    /// The device has gone and is waited for.
    case away
    /// The device has come back as another than the one that is recorded, and is not waited for any more.
    case refused
    /// The device is recorded no more, and its end is noted.
    case ended
  }

  /// The consequence of a broken stream for its device. A stream has begun once it has delivered something. The failure
  /// of one that has not begun is not recorded, nor is its end, unless the device is recorded no more.
  enum Break: Equatable {
    /// The device is recorded no more.
    case over(hasBegun: Bool)
    /// The device has gone and is waited for; `isNews` says whether its going is still to be noted.
    case gone(isNews: Bool, hasBegun: Bool)
    /// The device has gone, and is there again already.
    case back(hasBegun: Bool)
  }

  /// The presence of the device, as far as is known.
  private enum Presence {
    case absent
    /// `isRefused` once it was reported as one that cannot be opened.
    case present(isRefused: Bool)
  }

  /// The identifier by which the device is known when it is back.
  let id: String
  /// The device as it was opened last; `nil` while it is away.
  var source: RecorderSource?
  private(set) var phase = Phase.open(starting: nil)
  /// The number of the present stream, from 0.
  private(set) var stream = 0
  private var presence = Presence.present(isRefused: false)
  /// The number of times that the device has been plugged in.
  private(set) var instance = 0
  /// The instance that was opened last.
  private var openedInstance = 0
  /// The scheduled attempt to open it, or the scheduled end of the wait.
  var scheduled: (any ScheduledAction)?

  init(_ source: RecorderSource) {
    self.init(id: source.id)
    self.source = source
  }

  init(id: String) { self.id = id }

  /// Indicates whether the device is plugged in, as far as is known.
  var isPresent: Bool { if case .present = presence { true } else { false } }
  /// Indicates whether the device is closed, and may be recorded on.
  var isAway: Bool { phase == .away || phase == .refused }
  var hasEnded: Bool { phase == .ended }
  /// Indicates whether the device has been plugged in again since it was opened.
  private var isReplaced: Bool { instance > openedInstance }
  /// Indicates whether the open stream is that of a device that has been unplugged meanwhile.
  var isStale: Bool { !isAway && isReplaced }

  /// The system says that the device has come or gone. Returns whether that is news; what is replayed is always.
  mutating func hear(isConnected: Bool, isReplay: Bool) -> Bool {
    // It may have been noted already, when its stream broke off or it could be opened.
    guard isReplay || isConnected != isPresent else { return false }
    presence = isConnected ? .present(isRefused: false) : .absent
    if isConnected { instance += 1 }
    return true
  }

  /// The device can be opened, whether its return was heard of or not. Returns whether that is news.
  mutating func find() -> Bool {
    guard !isPresent else { return false }
    presence = .present(isRefused: false)
    instance += 1
    return true
  }

  /// The stream of that number has ended by itself; `nil` if that is of no interest any more.
  ///
  /// The device is waited for if it `isLeaving`; of a replay all that comes and goes is told apart.
  mutating func breakOff(stream number: Int, isLeaving: Bool, isReplay: Bool) -> Break? {
    guard number == stream, case .open(let starting) = phase else { return nil }
    phase = isLeaving ? .away : .ended
    let hasBegun = starting == nil
    guard isLeaving else { return .over(hasBegun: hasBegun) }
    if isPresent, isReplaced { return .back(hasBegun: hasBegun) }
    let isNews = isPresent && !isReplay
    // The system will say so, too, or has no means to.
    if isNews { presence = .absent }
    return .gone(isNews: isNews, hasBegun: hasBegun)
  }

  /// The wait for the device is over. Returns whether it was waited for.
  mutating func giveUp() -> Bool {
    guard isAway else { return false }
    phase = .ended
    return true
  }

  /// The device has been opened anew. Returns the number of its stream, which is about to start; `nil` if it is not
  /// waited for.
  mutating func open() -> Int? {
    guard phase == .away else { return nil }
    stream += 1
    openedInstance = instance
    phase = .open(starting: instance)
    return stream
  }

  /// The stream of that number did not start.
  mutating func close(stream number: Int) {
    guard number == stream, case .open = phase else { return }
    source = nil
    phase = .away
  }

  /// The stream tells something. Returns the instance that begins with it; `nil` if it has begun before.
  mutating func begin() -> Int? {
    guard case .open(let starting?) = phase else { return nil }
    phase = .open(starting: nil)
    return starting
  }

  /// The device that is back is none that could be recorded on. Returns whether that is news.
  mutating func refuse() -> Bool {
    guard phase == .away else { return false }
    phase = .refused
    return true
  }

  /// The device is there and cannot be opened for now. Returns whether that is still to be told.
  mutating func tellRefusal() -> Bool {
    guard case .present(isRefused: false) = presence else { return false }
    presence = .present(isRefused: true)
    return true
  }
}
