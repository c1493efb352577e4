import CaptureDevices
import Glibc
import MediaCore
import Synchronization
import SystemCalls

@testable import LinuxDevices

/// A sound system with the cards and PCMs that a test gives it.
final class ALSAScriptedSystem: ALSASystem {
  private struct State {
    var streams: [any ALSAStream]
    var opened: [String] = []
    var cards: [ALSACard] = []
  }

  private let formats: [String: [AudioFormat]]
  /// The error numbers of PCMs that don't open.
  private let errors: [String: Int32]
  private let state: Mutex<State>

  /// Cards to list; formats of PCMs, where those left out are unknown; and the streams that opening gives, in turn.
  init(
    cards: [ALSACard] = [], formats: [String: [AudioFormat]] = [:], errors: [String: Int32] = [:],
    streams: [any ALSAStream] = []
  ) {
    self.formats = formats
    self.errors = errors
    state = Mutex(State(streams: streams, cards: cards))
  }

  /// The names of the PCMs that were opened for capture.
  var opened: [String] { state.withLock { $0.opened } }

  func cards() -> [ALSACard] { state.withLock { $0.cards } }

  func card(at index: Int) -> ALSACard? { cards().first { $0.index == index } }

  /// Plugs cards in or out.
  func plug(_ cards: [ALSACard]) { state.withLock { $0.cards = cards } }

  func formats(ofPCM pcm: String) throws(SystemError) -> [AudioFormat] {
    guard let formats = formats[pcm] else { throw SystemError(alsa: "snd_pcm_open", errors[pcm] ?? ENOENT) }
    return formats
  }

  func open(pcm: String, wish: AudioWish) throws(SystemError) -> any ALSAStream {
    if let code = errors[pcm] {
      throw SystemError(alsa: code == EINVAL ? "snd_pcm_hw_params_set_format" : "snd_pcm_open", code)
    }
    let stream = state.withLock { state -> (any ALSAStream)? in
      guard !state.streams.isEmpty else { return nil }
      state.opened.append(pcm)
      return state.streams.removeFirst()
    }
    guard let stream else { throw SystemError(alsa: "snd_pcm_open", ENOENT) }
    return stream
  }
}
