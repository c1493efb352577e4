import MediaCore
import Synchronization

/// Delays clients that guess a password or a number, without locking out those that know it.
///
/// Each address has some tries at once for each secret. From then on every wrong one doubles the time until the next
/// may be made, up to a minute; the booth's own screen is such an address, which guests' telephones cannot use up. All
/// others together have one pace: after some tries at once the next ones wait their turn.
final class GuessGate: Sendable {
  /// What is guessed.
  enum Secret: String, Sendable {
    case password = "password"
    case pin = "PIN"
    case metricsToken = "token for /metrics"
  }

  private struct Key: Hashable {
    let secret: Secret
    let address: String
  }

  private struct Guesser {
    /// The tries since the last one that was right.
    var tries = 0
    var latest: MediaTime
    /// The instant from which another try may be made.
    var next: MediaTime
  }

  private struct State {
    var guessers: [Key: Guesser] = [:]
    /// The instant at which all tries of other machines up to now would be over at their pace.
    var end: MediaTime
  }

  private let clock: any MediaClock
  /// Tells the operator of somebody who guesses.
  private let tell: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// The number of tries before the first wait.
  private static let triesAtOnce = 5
  private static let longestWait: Int64 = 60
  /// After this time without a try an address is forgotten.
  private static let memory = MediaTime(value: 900, timescale: 1)
  /// A try of another machine takes so long of the pace.
  private static let length = MediaTime(value: 2, timescale: 1)
  /// The time by which tries may run ahead of the pace.
  private static let lead = MediaTime(value: 20, timescale: 1)
  // Who would wait longer is told to come again.
  private static let patience = MediaTime(value: 10, timescale: 1)

  init(clock: any MediaClock, telling tell: @escaping @Sendable (String) -> Void) {
    (self.clock, self.tell) = (clock, tell)
    state = Mutex(State(end: clock.now))
  }

  /// Returns when a try may be made.
  /// - Throws: ``WebFailure`` 429 with the time after which one may.
  func enter(_ request: WebRequest, _ secret: Secret) async throws(WebFailure) {
    let (isOwn, key, now) = (request.isLocal, Self.key(request, secret), clock.now)
    let (wait, isRefused): (MediaTime, Bool) = state.withLock { state in
      state.guessers = state.guessers.filter { now - $0.value.latest < Self.memory }
      let guesser = state.guessers[key] ?? Guesser(latest: now, next: now)
      if guesser.next > now { return (guesser.next - now, true) }
      let end = max(state.end, now) + Self.length
      let wait = isOwn ? .zero : end - Self.lead - now
      if wait > Self.patience { return (wait, true) }
      if !isOwn { state.end = end }
      // Counted before it is looked at: of many at the same time each counts.
      let tries = guesser.tries + 1
      state.guessers[key] = Guesser(tries: tries, latest: now, next: now + Self.wait(after: tries))
      return (wait, false)
    }
    guard !isRefused else { throw AttemptLimiter.tooMany(wait) }
    if wait > .zero { await clock.pause(until: now + wait) }
  }

  /// Returns the failure for a try that was wrong, with the time until the next.
  func refusal(of request: WebRequest, _ secret: Secret) -> WebFailure {
    let now = clock.now
    let guesser = state.withLock { $0.guessers[Self.key(request, secret)] }
    let wait = guesser.map { max(.zero, $0.next - now).seconds } ?? 0
    // Told as the tries double, so that who goes on and on does not fill the list.
    if let tries = guesser?.tries, tries % Self.triesAtOnce == 0, (tries / Self.triesAtOnce).nonzeroBitCount == 1 {
      let place = request.isLocal ? "this machine" : ClientAddress(request.peer).text
      tell(
        "A wrong \(secret.rawValue) has been entered \(tries) times in a row at \(place). Each further try there has to "
          + "wait, up to \(Self.longestWait) s. If it was none of you, see who is there.")
    }
    return WebFailure(403, "forbidden", "That is wrong.", retryAfterSeconds: wait > 0 ? wait : nil)
  }

  /// Takes a try back, which was a good one, and the wrong ones before it.
  func forgive(_ request: WebRequest, _ secret: Secret) {
    let (isOwn, key) = (request.isLocal, Self.key(request, secret))
    state.withLock { state in
      state.guessers[key] = nil
      if !isOwn { state.end = state.end - Self.length }
    }
  }

  private static func key(_ request: WebRequest, _ secret: Secret) -> Key {
    Key(secret: secret, address: request.isLocal ? "" : ClientAddress(request.peer).group)
  }

  private static func wait(after tries: Int) -> MediaTime {
    guard tries >= triesAtOnce else { return .zero }
    return MediaTime(value: min(longestWait, 1 << Int64(min(tries - triesAtOnce, 6))), timescale: 1)
  }
}
