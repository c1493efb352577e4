import CaptureDevices
import MediaCore
import SystemCalls

/// A machine's sound system: cards to list, and PCMs to open.
///
/// libasound for real machines, scripted in tests.
protocol ALSASystem: Sendable {
  /// The cards with their capture devices, by index.
  func cards() throws(SystemError) -> [ALSACard]

  /// One card with its capture devices; `nil` if there is none at that index, or it has none, or cannot be opened.
  func card(at index: Int) -> ALSACard?

  /// The formats of a PCM, best first.
  func formats(ofPCM pcm: String) throws(SystemError) -> [AudioFormat]

  /// Opens a PCM for capture in the format nearest to the wish.
  func open(pcm: String, wish: AudioWish) throws(SystemError) -> any ALSAStream
}

/// A sound card that can record.
struct ALSACard: Sendable, Hashable {
  struct Device: Sendable, Hashable {
    let number: Int
    let name: String
  }

  /// The number it has now; may change when it is plugged in again.
  let index: Int
  /// A short name, unique on the machine, such as `Camera`.
  let id: String
  let name: String
  let devices: [Device]
}
