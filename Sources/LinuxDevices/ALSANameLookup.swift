import CaptureDevices
import MediaCore

/// Finds the microphone that a user means by a name.
struct ALSANameLookup: Sendable {
  /// A microphone, and the PCM to open for it: the user may have asked for another way to it than the usual.
  typealias Match = (device: AudioDevice, pcm: String)

  /// A listed microphone, and where it sits.
  struct Entry: Sendable {
    let card: ALSACard
    let deviceNumber: Int
    let device: AudioDevice
  }

  let entries: [Entry]

  /// The microphone that an identifier, the address in a PCM's name, or a card's id stands for; `nil` when the
  /// name is none of these.
  /// - Throws: ``DeviceError`` when a card's id leaves open which of its devices is meant.
  func match(_ name: String) throws(DeviceError) -> Match? {
    if let entry = entries.first(where: { $0.device.id == name }) { return (entry.device, entry.device.pcm) }
    if let entry = entry(atAddressIn: name) { return (entry.device, name) }
    let ofCard = entries.filter { $0.card.id == name }
    guard ofCard.count < 2 else { throw ambiguous(name, among: ofCard) }
    return ofCard.first.map { ($0.device, $0.device.pcm) }
  }

  /// The only microphone with `part`, in capitals or not, in its name or identifier.
  /// - Throws: ``DeviceError`` with `.notFound` when there are none or several; it lists them.
  func matchPart(_ part: String) throws(DeviceError) -> Match {
    let wanted = part.lowercased()
    let found = entries.filter {
      "\($0.device.name)\n\($0.device.id)".lowercased().contains(wanted) && !wanted.isEmpty
    }
    guard found.count < 2 else { throw ambiguous(part, among: found) }
    guard let only = found.first else { throw notFound(part) }
    return (only.device, only.device.pcm)
  }

  func notFound(_ name: String) -> DeviceError {
    DeviceError(
      .notFound, context: name,
      message: "There is no such microphone"
        + (entries.isEmpty
          ? ", and no sound card that can record. Check that it is plugged in."
          : ". Use one of these: \(Self.list(entries))."))
  }

  private func ambiguous(_ name: String, among found: [Entry]) -> DeviceError {
    DeviceError(
      .notFound, context: name,
      message: "Several microphones answer to that name. Use the identifier of one: \(Self.list(found)).")
  }

  private static func list(_ entries: [Entry]) -> String {
    entries.map { "\($0.device.id) (\($0.device.name))" }.joined(separator: ", ")
  }

  /// Reads names such as `plughw:CARD=Camera,DEV=0`, `hw:1,0` and `dsnoop:Camera`.
  private func entry(atAddressIn name: String) -> Entry? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    var (card, number): (Substring?, Substring) = (nil, "0")
    for (index, argument) in name[name.index(after: colon)...].split(separator: ",").enumerated() {
      if let value = argument.dropping(prefix: "CARD=") {
        card = value
      } else if let value = argument.dropping(prefix: "DEV=") {
        number = value
      } else if index == 0 {
        card = argument
      } else if index == 1 {
        number = argument
      }
    }
    guard let card else { return nil }
    return entries.first { entry in
      (entry.card.id == card || String(entry.card.index) == card) && String(entry.deviceNumber) == number
    }
  }
}

extension Substring {
  fileprivate func dropping(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
