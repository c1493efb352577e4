public import Diagnostics
public import Dispatch
public import MediaCore
import Synchronization

/// The styles in which a Live Photo is played. Stands for `PHLivePhotoViewPlaybackStyle`.
public enum LivePhotoPlaybackStyle: Int, Sendable, Hashable, CaseIterable {
  /// None; playing cannot be begun with it.
  case undefined = 0
  /// All of it, with sound.
  case full = 1
  /// A short piece without sound, to show that it moves.
  case hint = 2
}

/// Whoever wants to know when a view plays. Stands for `PHLivePhotoViewDelegate`; its calls come where the view is
/// used, or on its queue.
public protocol LivePhotoViewDelegate: AnyObject, Sendable {
  /// Returns whether playing may begin; called only for playing that the gesture asks for.
  func livePhotoView(_ view: LivePhotoView, canBeginPlaybackWith style: LivePhotoPlaybackStyle) -> Bool
  /// Playing begins.
  func livePhotoView(_ view: LivePhotoView, willBeginPlaybackWith style: LivePhotoPlaybackStyle)
  /// Playing has ended, by itself or otherwise.
  func livePhotoView(_ view: LivePhotoView, didEndPlaybackWith style: LivePhotoPlaybackStyle)
}

extension LivePhotoViewDelegate {
  /// Returns `true`.
  public func livePhotoView(_ view: LivePhotoView, canBeginPlaybackWith style: LivePhotoPlaybackStyle) -> Bool { true }
  /// Does nothing.
  public func livePhotoView(_ view: LivePhotoView, willBeginPlaybackWith style: LivePhotoPlaybackStyle) {}
  /// Does nothing.
  public func livePhotoView(_ view: LivePhotoView, didEndPlaybackWith style: LivePhotoPlaybackStyle) {}
}

/// The playback of a Live Photo: when it plays, how loud, and where in its movie. This is everything of
/// `PHLivePhotoView` but the pixels.
///
/// Whatever draws asks for ``position`` and ``playbackVolume`` when it draws. Used from one place, normally the main
/// queue; delegates are called from inside its functions, and on `queue` when playing ends by itself.
public final class LivePhotoView: Sendable {
  /// The greatest length of a hint.
  public static let hintDuration = MediaTime(value: 1, timescale: 2)

  private struct State {
    var machine = StateMachine()
    var end: (any ScheduledAction)?
    var isMuted = false
    var volume: Float = 1
    var isGestureEnabled = true
    weak var delegate: (any LivePhotoViewDelegate)?
  }

  private let state = Mutex(State())
  private let clock: any MediaClock
  private let queue: DispatchQueue
  private let profile: LibraryProfile

  /// Creates a view without a photo.
  public init(
    clock: any MediaClock, queue: DispatchQueue = .main, profile: LibraryProfile = LibraryProfile()
  ) {
    self.clock = clock
    self.queue = queue
    self.profile = profile
  }

  /// The delegate that is told of playing; held weakly.
  public var delegate: (any LivePhotoViewDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The Live Photo that is shown. Another one ends playing at once; the same one changes nothing.
  public var livePhoto: LivePhoto? {
    get { state.withLock { $0.machine.photo } }
    set { act(state.withLock { $0.machine.show(newValue) }, isReplaced: true) }
  }

  /// A Boolean value that indicates whether the movie plays without sound; `false` at first.
  public var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { state.withLock { $0.isMuted = newValue } }
  }

  /// The volume of the movie, from 0 to 1, which other values are brought to; 1 at first.
  public var audioVolume: Float {
    get { state.withLock { $0.volume } }
    set { state.withLock { $0.volume = newValue.isNaN ? 0 : min(max(newValue, 0), 1) } }
  }

  /// The volume at this moment: 0 when muted, for hints, and while nothing plays.
  public var playbackVolume: Float {
    state.withLock { state in
      guard state.machine.playing?.style == .full, !state.isMuted else { return 0 }
      return state.volume
    }
  }

  /// The style in which the Live Photo plays; `nil` while it does not play.
  public var playbackStyle: LivePhotoPlaybackStyle? { state.withLock { $0.machine.playing?.style } }

  /// The position in the movie; `nil` while the still is shown.
  public var position: MediaTime? {
    let now = clock.now
    // Computed outside of the lock: Swift 6.3's optimizer ends on it within.
    let playing = state.withLock { $0.machine.playing }
    return playing?.position(at: now)
  }

  /// Plays from the beginning; nothing happens without a whole photo, or when it plays like this already.
  ///
  /// - Throws: `ContractViolation` with the style `undefined` (`ContractRule.playbackStyleIsDefined`).
  public func startPlayback(with style: LivePhotoPlaybackStyle) throws(ContractViolation) {
    guard style != .undefined else {
      throw ContractViolation(
        .playbackStyleIsDefined, "Playing cannot begin with an undefined style. Use full or hint.")
    }
    play(style)
  }

  private func play(_ style: LivePhotoPlaybackStyle) {
    let now = clock.now
    act(state.withLock { $0.machine.start(style, at: now) })
  }

  /// Shows the still again.
  public func stopPlayback() { act(state.withLock { $0.machine.stop() }) }

  // MARK: The gesture

  /// A Boolean value that indicates whether pressing plays. Stands for `playbackGestureRecognizer.isEnabled`.
  public var isPlaybackGestureEnabled: Bool {
    get { state.withLock { $0.isGestureEnabled } }
    set { state.withLock { $0.isGestureEnabled = newValue } }
  }

  /// The user presses: all of it plays, if the delegate has nothing against it.
  public func playbackGestureBegan() {
    let (isReady, delegate) = state.withLock { state in
      (state.isGestureEnabled && state.machine.photo?.isComplete == true, state.delegate)
    }
    guard isReady, delegate?.livePhotoView(self, canBeginPlaybackWith: .full) ?? true else { return }
    play(.full)
  }

  /// The user lets go: what he began ends.
  public func playbackGestureEnded() {
    guard state.withLock({ $0.isGestureEnabled && $0.machine.playing?.style == .full }) else { return }
    stopPlayback()
  }

  // MARK: The machine's actions

  private func act(_ actions: [StateMachine.Action], isReplaced: Bool = false) {
    for action in actions {
      let delegate = state.withLock { $0.delegate }
      switch action {
      case .begin(let style, let end, let number):
        delegate?.livePhotoView(self, willBeginPlaybackWith: style)
        let call = clock.schedule(at: end) { [weak self] in
          guard let self else { return }
          queue.async { [weak self] in self?.reachEnd(number) }
        }
        state.withLock { $0.end = call }
      case .end(let style):
        state.withLock { state in
          state.end?.cancel()
          state.end = nil
        }
        if isReplaced, profile.replacedWhilePlaying == .staysSilent { continue }
        delegate?.livePhotoView(self, didEndPlaybackWith: style)
      }
    }
  }

  private func reachEnd(_ number: Int) { act(state.withLock { $0.machine.reachEnd(number) }) }
}
