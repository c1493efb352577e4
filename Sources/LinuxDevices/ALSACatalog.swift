import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// The machine's microphones, as ALSA knows them.
struct ALSACatalog: Sendable {
  var system: any ALSASystem = ALSALibrary()
  var identities = ALSAIdentities()

  /// Every capture device of every card, by card and device number, then the PCM `default` if it can be opened.
  ///
  /// Each is opened for a moment to learn its formats; those that another program holds have none.
  /// - Throws: ``DeviceError`` with `.accessDenied` when there are cards and this user may open none of them.
  func audioDevices() throws(DeviceError) -> [AudioDevice] {
    let hardware = try entries().map { formatted($0.device) }
    return hardware + (defaultDevice().map { [$0] } ?? [])
  }

  /// Opens a microphone in the format nearest to the wish.
  ///
  /// `name` is an identifier as listed, a PCM's name such as `hw:Camera`, `plughw:1,0` or `default`, a card's id
  /// such as `Camera`, a part of a name that only one microphone has, or `auto` for `default` or else the first.
  /// A listed microphone whose hardware has no fitting format is opened through ALSA's converter, `plughw:`.
  /// - Throws: ``DeviceError`` with `.notFound`, listing what there is, `.accessDenied`, `.busy` or
  ///   `.unsupportedMode`.
  func open(_ name: String, wish: AudioWish) throws(DeviceError) -> ALSAAudioSource {
    let lookup = ALSANameLookup(entries: try entries())
    if name == "auto" {
      guard let device = defaultDevice() ?? lookup.entries.first?.device else { throw lookup.notFound("auto") }
      return try open(device, pcm: device.pcm, wish: wish)
    }
    if let match = try lookup.match(name) { return try open(match.device, pcm: match.pcm, wish: wish) }
    return try openUnlisted(name, wish: wish, lookup: lookup)
  }

  /// The microphone that belongs to a camera: in the same USB device, else the PCM `default`, else the first.
  /// - Returns: `nil` when there is no microphone at all.
  static func microphone(for camera: VideoDevice, among microphones: [AudioDevice]) -> AudioDevice? {
    let twin = camera.identity.portPath.flatMap { path in microphones.first { $0.identity.portPath == path } }
    return twin ?? microphones.first { $0.id == "default" } ?? microphones.first
  }

  /// Tells whether this user may open a microphone, by the permissions of its file. Of PCMs that are no hardware, such
  /// as `default`, nothing can be told without opening them.
  func access(to device: AudioDevice) -> DeviceAccess {
    identities.node(ofPCM: device.pcm).map(DeviceFiles.access) ?? .granted
  }

  /// One capture device of one card, with its formats; `nil` if it is not there or cannot be opened.
  func device(card index: Int, number: Int) -> AudioDevice? {
    guard let card = system.card(at: index), let found = card.devices.first(where: { $0.number == number }) else {
      return nil
    }
    return formatted(device(found, of: card, identities.identity(ofCard: card.index, model: card.name)))
  }

  /// Opens what no listed device answers to: a PCM of the user's own, or else a part of a listed device's name.
  private func openUnlisted(
    _ name: String, wish: AudioWish, lookup: ALSANameLookup
  ) throws(DeviceError) -> ALSAAudioSource {
    let identity = DeviceIdentity(serial: nil, portPath: nil, model: name)
    let device = AudioDevice(id: name, name: name, pcm: name, identity: identity, formats: [])
    do throws(DeviceError) {
      return try open(device, pcm: name, wish: wish)
    } catch {
      // libasound calls a name it can't read, such as one with a stray colon, an invalid argument.
      guard error.operation == "snd_pcm_open", error.code == .notFound || error.status == Int(EINVAL) else {
        throw error
      }
    }
    let match = try lookup.matchPart(name)
    return try open(match.device, pcm: match.pcm, wish: wish)
  }

  private func open(_ device: AudioDevice, pcm: String, wish: AudioWish) throws(DeviceError) -> ALSAAudioSource {
    let device = formatted(device)
    do throws(DeviceError) {
      return try ALSAAudioSource(device: device, pcm: pcm, system: system, wish: wish)
    } catch {
      guard error.code == .unsupportedMode, pcm.hasPrefix("hw:") else { throw error }
      return try ALSAAudioSource(device: device, pcm: "plug" + pcm, system: system, wish: wish)
    }
  }

  /// The capture devices of all cards, without their formats.
  private func entries() throws(DeviceError) -> [ALSANameLookup.Entry] {
    let cards: [ALSACard]
    do throws(SystemError) { cards = try system.cards() } catch { throw error.whileOpening("ALSA") }
    if cards.isEmpty, let forbidden = identities.forbiddenNode() {
      throw SystemError(alsa: "open", forbidden.code).whileOpening(forbidden.path)
    }
    return cards.flatMap { card in
      let identity = identities.identity(ofCard: card.index, model: card.name)
      return card.devices.map {
        ALSANameLookup.Entry(card: card, deviceNumber: $0.number, device: device($0, of: card, identity))
      }
    }
  }

  private func device(_ device: ALSACard.Device, of card: ALSACard, _ identity: DeviceIdentity) -> AudioDevice {
    let id = "hw:CARD=\(card.id),DEV=\(device.number)"
    let repeats = device.name.isEmpty || device.name == card.name
    return AudioDevice(
      id: id, name: repeats ? card.name : "\(card.name), \(device.name)", pcm: id, identity: identity, formats: [])
  }

  /// Returns the device that ALSA takes if none is named; `nil` if it cannot be opened now.
  private func defaultDevice() -> AudioDevice? {
    guard let formats = try? system.formats(ofPCM: "default") else { return nil }  // opening it by its name says why
    let identity = DeviceIdentity(serial: nil, portPath: nil, model: "default")
    return AudioDevice(id: "default", name: "Default", pcm: "default", identity: identity, formats: formats)
  }

  /// The device with its formats, which are asked for by opening it; none if that is not possible now.
  private func formatted(_ device: AudioDevice) -> AudioDevice {
    // Opening it to record says why not.
    guard device.formats.isEmpty, let formats = try? system.formats(ofPCM: device.pcm) else { return device }
    var device = device
    device.formats = formats
    return device
  }
}
