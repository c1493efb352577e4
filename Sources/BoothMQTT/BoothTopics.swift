/// The topics of a booth, and those of its fleet.
struct BoothTopics: Sendable {
  /// What the booth's topics begin with, such as `livecam/door`.
  let booth: String
  /// What the topics of all booths of the fleet begin with, such as `livecam/`; empty for booths of one word.
  private let fleet: String

  init(_ booth: String) {
    self.booth = booth
    fleet = booth.lastIndex(of: "/").map { String(booth[...$0]) } ?? ""
  }

  var state: String { booth + "/state" }
  var availability: String { booth + "/availability" }
  private var commands: String { booth + "/command/" }

  func event(_ name: String) -> String { booth + "/event/" + name }
  func command(_ name: String) -> String { commands + name }

  /// The topics that the booth listens to.
  var wanted: [String] { [commands + "+", fleet + "+/state", fleet + "+/availability"] }

  /// The command of a topic; `nil` for another topic.
  func command(in topic: String) -> String? {
    topic.hasPrefix(commands) ? String(topic.dropFirst(commands.count)) : nil
  }

  /// The booth of the fleet that a topic belongs to, and what of it the topic tells: `state` or `availability`.
  func member(of topic: String) -> (booth: String, part: String)? {
    guard topic.hasPrefix(fleet), let end = topic.lastIndex(of: "/"), end >= fleet.endIndex else { return nil }
    return (String(topic[..<end]), String(topic[topic.index(after: end)...]))
  }

  /// A word for the booth that names of Home Assistant can have.
  var identifier: String {
    "livecam_"
      + String(
        String.UnicodeScalarView(
          booth.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value))
            return isPlain || scalar == "-" || scalar == "_" ? scalar : "_"
          }))
  }
}
