import CaptureDevices
import MediaCore

/// The camera or the microphone of a recording: what it is doing, and what is known of its coming and going.
///
/// A plain value. Its functions are told what has happened, and say what follows; whoever calls them notes it and acts.
struct RecordedMedium: Sendable {
  /// What the recording of the device is doing.
  enum Phase: Sendable, Equatable {
    /// It is open. `starting` is the instance as which it was opened, as long as its stream has told nothing.
    case open(starting: Int?)
    /// It has gone and is waited for.
    case away
    /// It has come back as another than what is recorded, and is not waited for any more.
    case refused
    /// The recording of it has ended for good, and its end is noted.
    case ended
  }

  struct Break: Equatable {
    /// Whether the device is waited for.
    let waits: Bool
    /// Whether that it has gone is still to be noted.
    let isLeavingNews: Bool
    /// Whether the end is to be noted: not of a stream that was started and told nothing, if the device is waited for.
    let isEndNoted: Bool
    /// Whether the end that is noted has a failure.
    let isFailureNoted: Bool
    /// Whether the device is there again already.
    let isBack: Bool
  }

  /// What the device is known by when it is back.
  let id: String
  /// The device as it was opened last; `nil` while it is away.
  var source: RecordedSource?
  private(set) var phase = Phase.open(starting: nil)
  /// The number of the present stream, from 0.
  private(set) var stream = 0
  /// Whether it is plugged in, as far as is known.
  private(set) var isPresent = true
  /// How often it has been plugged in.
  private(set) var instance = 0
  /// The instance that was opened last.
  private var openedInstance = 0
  /// Whether the present instance was reported as one that cannot be opened.
  private var isRefusalTold = false
  /// The scheduled attempt to open it, or the scheduled end of the wait.
  var scheduled: (any ScheduledAction)?

  init(_ source: RecordedSource) {
    self.init(id: source.id)
    self.source = source
  }

  init(id: String) { self.id = id }

  /// Whether it is closed, and its recording has not ended.
  var isAway: Bool { phase == .away || phase == .refused }
  /// Whether it is to be opened.
  var isWaitedFor: Bool { phase == .away }
  var hasEnded: Bool { phase == .ended }
  /// Whether it has been plugged in again since it was opened.
  private var isReplaced: Bool { instance > openedInstance }
  /// Whether its stream is that of a device that has been unplugged meanwhile.
  var isStale: Bool { !isAway && isReplaced }

  /// The system says that the device has come or gone. Returns whether that is news; what is replayed is always.
  mutating func hear(isConnected: Bool, isReplay: Bool) -> Bool {
    // It may have been noted already, when its stream broke off or it could be opened.
    guard isReplay || isConnected != isPresent else { return false }
    isPresent = isConnected
    if isConnected { instance += 1 }
    isRefusalTold = false
    return true
  }

  /// The device can be opened, whether its return was heard of or not. Returns whether that is news.
  mutating func find() -> Bool {
    guard !isPresent else { return false }
    isPresent = true
    instance += 1
    return true
  }

  /// The stream of that number has ended by itself; `nil` if that is of no interest any more.
  ///
  /// The device is waited for if it `isLeaving`; of a replay all that comes and goes is told apart.
  mutating func breakOff(stream number: Int, isLeaving: Bool, isReplay: Bool) -> Break? {
    guard number == stream, case .open(let starting) = phase else { return nil }
    phase = isLeaving ? .away : .ended
    let isLeavingNews = isLeaving && !isReplay && isPresent && !isReplaced
    // The system will say so, too, or has no means to.
    if isLeavingNews { isPresent = false }
    return Break(
      waits: isLeaving, isLeavingNews: isLeavingNews, isEndNoted: starting == nil || !isLeaving,
      isFailureNoted: starting == nil, isBack: isPresent && isReplaced)
  }

  /// The wait for the device is over. Returns whether it was waited for.
  mutating func giveUp() -> Bool {
    guard isAway else { return false }
    phase = .ended
    return true
  }

  /// The device has been opened anew. Returns the number of its stream, which is about to start.
  mutating func open() -> Int {
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
    guard isPresent, !isRefusalTold else { return false }
    isRefusalTold = true
    return true
  }
}
