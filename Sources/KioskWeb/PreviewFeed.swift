import FoundationEssentials
public import MediaCore
import Synchronization

/// The camera's pictures on their way to screens: each screen gets the newest, and no screen has others wait.
public final class PreviewFeed: Sendable {
  /// The width of the pictures: that of the camera, or at most the given number of pixels.
  public enum Width: Int, Sendable, Hashable, CaseIterable {
    /// The camera's own.
    case full = 0
    /// The width for smaller screens.
    case medium = 640
    /// The width for phones.
    case small = 320
  }

  /// Counts since the start.
  public struct Statistics: Sendable, Hashable {
    /// The number of screens that show the camera.
    public var screens = 0
    /// The number of pictures that were handed to a screen's connection.
    public var sent = 0
    /// The number of pictures that a screen did not receive because it had not shown earlier ones yet.
    public var skipped = 0
  }

  /// What a screen's task has to send: a whole message, or the rest of one that has begun.
  struct Outgoing: Sendable {
    let bytes: Data
    var hasBegun = false
  }

  /// A picture in the form in which it is sent, with its number.
  struct Picture: Sendable {
    let sequence: UInt64
    let message: Data
  }

  struct Screen {
    let width: Width
    let webSocket: WebSocket
    /// The pictures that were sent to the screen and that it has not acknowledged, oldest first, with the instants of
    /// sending.
    var unanswered: [(sequence: UInt64, sent: MediaTime)] = []
    var lastSent: UInt64?
    var view = View.busy

    enum View {
      /// The last picture is on its way.
      case busy
      /// A picture is waited for, or the rest of one that did not go out at once.
      case waiting(CheckedContinuation<Outgoing?, Never>)
      /// The screen gets no further pictures.
      case gone
    }
  }

  private struct State {
    var newest: [Width: Picture] = [:]
    var screens: [Int: Screen] = [:]
    var lastScreen = 0
    var statistics = Statistics()
    var isClosed = false
  }

  private let clock: any MediaClock
  private let state = Mutex(State())

  /// Creates a feed with no picture yet.
  public init(clock: any MediaClock) { self.clock = clock }

  /// The widths of the pictures that are being shown: no others need be made.
  public var wantedWidths: Set<Width> { state.withLock { Set($0.screens.values.map(\.width)) } }

  /// The counts since the start.
  public var statistics: Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.screens = state.screens.count
      return statistics
    }
  }

  // The most pictures on their way to one screen, and how long the answer of one is waited for.
  fileprivate static let mostUnanswered = 2
  fileprivate static let patience = MediaTime(value: 2, timescale: 1)

  /// Sends a picture to the screens that show pictures of its width, without waiting for them.
  /// - Parameters:
  ///   - jpeg: A whole JPEG file; its bytes are copied.
  ///   - width: The width for which it was made.
  ///   - sequence: The camera's number of the frame.
  ///   - time: The instant at which the frame was taken, on the feed's clock.
  public func publish(_ jpeg: RawSpan, width: Width, sequence: UInt64, at time: MediaTime) {
    let now = clock.now
    let picture = Picture(sequence: sequence, message: Self.message(jpeg, sequence, time, now))
    let ready = state.withLock { state in
      state.newest[width] = picture
      var ready: [(number: Int, waiting: CheckedContinuation<Outgoing?, Never>, webSocket: WebSocket)] = []
      for (number, var screen) in state.screens where screen.width == width {
        if case .waiting(let waiting) = screen.view, screen.mayHave(picture, now) {
          ready.append((number, waiting, screen.webSocket))
          screen.note(picture, now)
          state.statistics.sent += 1
        } else {
          state.statistics.skipped += 1
        }
        state.screens[number] = screen
      }
      return ready
    }
    // What a connection takes at once does not wait for the screen's task to run.
    for (number, waiting, webSocket) in ready {
      if let (rest, hasBegun) = webSocket.begin(picture.message) {
        waiting.resume(returning: Outgoing(bytes: rest, hasBegun: hasBegun))
      } else {
        waitAgain(waiting, for: number)
      }
    }
  }

  private func waitAgain(_ waiting: CheckedContinuation<Outgoing?, Never>, for number: Int) {
    let hasGone = state.withLock { state in
      guard case .busy = state.screens[number]?.view else { return true }
      state.screens[number]?.view = .waiting(waiting)
      return false
    }
    if hasGone { waiting.resume(returning: nil) }
  }

  /// Ends the view of every screen, such as when the camera has gone: each may look again.
  public func interrupt() { endAll(isLast: false) }

  /// Ends the view of every screen for good.
  public func close() { endAll(isLast: true) }

  private func endAll(isLast: Bool) {
    let waiting = state.withLock { state in
      // What is closed stays closed, whatever the camera does.
      state.isClosed = state.isClosed || isLast
      state.newest = [:]
      return state.screens.keys.compactMap { state.screens[$0]?.leave() }
    }
    for waiter in waiting { waiter.resume(returning: nil) }
  }

  /// Shows pictures to a screen until it has gone.
  func show(to webSocket: WebSocket, width: Width) async {
    let screen: Int? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.lastScreen += 1
      state.screens[state.lastScreen] = Screen(width: width, webSocket: webSocket)
      return state.lastScreen
    }
    guard let screen else { return }
    defer {
      state.withLock { state in
        state.screens[screen] = nil
        // Nobody makes pictures that nobody looks at: the last one grows old, and is not for who comes next.
        if !state.screens.values.contains(where: { $0.width == width }) { state.newest[width] = nil }
      }
    }
    webSocket.listen { [weak self] text in
      if let sequence = UInt64(text) { self?.answered(sequence, by: screen) }
    } closing: { [weak self] in
      self?.leave(screen)
    }
    while let outgoing = await next(for: screen) {
      let isThere = await outgoing.hasBegun ? webSocket.finish(outgoing.bytes) : webSocket.send(outgoing.bytes)
      guard isThere else { return }
    }
    // Going away: the page may look again.
    var closing = Data(WebSocketCoding.head(.close, count: 2))
    closing.append(contentsOf: [0x03, 0xe9])
    _ = await webSocket.send(closing)
  }

  private func next(for number: Int) async -> Outgoing? {
    await withCheckedContinuation { continuation in
      let now = clock.now
      let outcome: Outgoing?? = state.withLock { state in
        guard var screen = state.screens[number], case .busy = screen.view else { return .some(.none) }
        defer { state.screens[number] = screen }
        guard let newest = state.newest[screen.width], screen.mayHave(newest, now) else {
          screen.view = .waiting(continuation)
          return nil
        }
        screen.note(newest, now)
        state.statistics.sent += 1
        return Outgoing(bytes: newest.message)
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func answered(_ sequence: UInt64, by number: Int) {
    let now = clock.now
    let (waiting, picture): (CheckedContinuation<Outgoing?, Never>?, Picture?) = state.withLock { state in
      guard var screen = state.screens[number] else { return (nil, nil) }
      defer { state.screens[number] = screen }
      // Answers come in order: what was sent before is shown, too, or skipped.
      if let index = screen.unanswered.lastIndex(where: { $0.sequence == sequence }) {
        screen.unanswered.removeFirst(index + 1)
      }
      guard case .waiting(let waiting) = screen.view, let newest = state.newest[screen.width],
        screen.mayHave(newest, now)
      else {
        return (nil, nil)
      }
      screen.note(newest, now)
      state.statistics.sent += 1
      return (waiting, newest)
    }
    waiting?.resume(returning: picture.map { Outgoing(bytes: $0.message) })
  }

  private func leave(_ number: Int) {
    let waiting = state.withLock { $0.screens[number]?.leave() }
    waiting?.resume(returning: nil)
  }

  /// A message with its head: number, instants in microseconds, and the picture.
  private static func message(
    _ jpeg: RawSpan, _ sequence: UInt64, _ time: MediaTime, _ now: MediaTime
  ) -> Data {
    let head = WebSocketCoding.head(.binary, count: jpeg.byteCount + 24)
    var data = Data(capacity: head.count + 24 + jpeg.byteCount)
    data.append(contentsOf: head)
    for value in [sequence, microseconds(time), microseconds(now)] {
      withUnsafeBytes(of: value.bigEndian) { data.append(contentsOf: $0) }
    }
    jpeg.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }

  private static func microseconds(_ time: MediaTime) -> UInt64 {
    time.isNumeric ? UInt64(max(0, time.seconds * 1_000_000)) : 0
  }
}

extension PreviewFeed.Screen {
  func mayHave(_ picture: PreviewFeed.Picture, _ now: MediaTime) -> Bool {
    guard picture.sequence != lastSent else { return false }
    guard unanswered.count >= PreviewFeed.mostUnanswered, let oldest = unanswered.first else { return true }
    return now - oldest.sent > PreviewFeed.patience
  }

  /// Notes that a picture is being sent, which nobody waits for any more.
  mutating func note(_ picture: PreviewFeed.Picture, _ now: MediaTime) {
    view = .busy
    lastSent = picture.sequence
    if unanswered.count >= PreviewFeed.mostUnanswered { unanswered.removeFirst() }
    unanswered.append((picture.sequence, now))
  }

  /// Ends the view; returns whoever waits for a picture.
  mutating func leave() -> CheckedContinuation<PreviewFeed.Outgoing?, Never>? {
    defer { view = .gone }
    return if case .waiting(let waiting) = view { waiting } else { nil }
  }
}
