import CALSA
import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// The machine's sound system, by libasound.
struct ALSALibrary: ALSASystem {
  /// A file that names the PCMs; `nil` for the system's configuration.
  var configurationPath: String?

  func cards() throws(SystemError) -> [ALSACard] {
    var cards: [ALSACard] = []
    var index: Int32 = -1
    while true {
      let result = Self.hushed { snd_card_next(&index) }
      guard result == 0 else { throw SystemError(alsa: "snd_card_next", result) }
      guard index >= 0 else { return cards }
      // A card may vanish between being counted and being asked; then it is not there.
      if let card = Self.hushed({ Self.card(index) }) { cards.append(card) }
    }
  }

  func card(at index: Int) -> ALSACard? { Int32(exactly: index).flatMap { index in Self.hushed { Self.card(index) } } }

  func formats(ofPCM pcm: String) throws(SystemError) -> [AudioFormat] {
    let handle = try ALSAPCM.open(pcm, configurationPath: configurationPath)
    defer { snd_pcm_close(handle) }
    return try Self.hushed { () throws(SystemError) in try ALSAPCM.formats(of: handle) }
  }

  func open(pcm: String, wish: AudioWish) throws(SystemError) -> any ALSAStream {
    try Self.hushed { () throws(SystemError) in try ALSAPCM(name: pcm, wish: wish, configurationPath: configurationPath)
    }
  }

  /// Runs `body` while libasound writes nothing to this thread's standard error.
  static func hushed<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let previous = calsa_hush()
    defer { calsa_unhush(previous) }
    return try body()
  }

  private static func card(_ index: Int32) -> ALSACard? {
    var (control, information): (OpaquePointer?, OpaquePointer?)
    guard snd_ctl_open(&control, "hw:\(index)", SND_CTL_NONBLOCK) == 0, let control else { return nil }
    defer { snd_ctl_close(control) }
    guard snd_ctl_card_info_malloc(&information) == 0, let information else { return nil }
    defer { snd_ctl_card_info_free(information) }
    guard snd_ctl_card_info(control, information) == 0 else { return nil }
    let devices = captureDevices(of: control)
    guard !devices.isEmpty else { return nil }
    return ALSACard(
      index: Int(index), id: text(snd_ctl_card_info_get_id(information)),
      name: text(snd_ctl_card_info_get_name(information)), devices: devices)
  }

  private static func captureDevices(of control: OpaquePointer) -> [ALSACard.Device] {
    var information: OpaquePointer?
    guard snd_pcm_info_malloc(&information) == 0, let information else { return [] }
    defer { snd_pcm_info_free(information) }
    var devices: [ALSACard.Device] = []
    var number: Int32 = -1
    while snd_ctl_pcm_next_device(control, &number) == 0, number >= 0 {
      snd_pcm_info_set_device(information, UInt32(number))
      snd_pcm_info_set_subdevice(information, 0)
      snd_pcm_info_set_stream(information, SND_PCM_STREAM_CAPTURE)
      guard snd_ctl_pcm_info(control, information) == 0 else { continue }
      devices.append(ALSACard.Device(number: Int(number), name: text(snd_pcm_info_get_name(information))))
    }
    return devices
  }

  private static func text(_ string: UnsafePointer<CChar>?) -> String { string.map { String(cString: $0) } ?? "" }
}
