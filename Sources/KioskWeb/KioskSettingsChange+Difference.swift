import FoundationEssentials

extension KioskSettingsChange {
  /// The names of the settings that a change can have.
  package static var names: [String] { Mirror(reflecting: KioskSettingsChange()).children.compactMap(\.label) }

  /// Returns the values of this change that another one does not have, or has others for.
  package func since(_ other: KioskSettingsChange) -> KioskSettingsChange {
    let before = other.fields
    let new = fields.filter { before[$0.key] != $0.value }
    // What was encoded is decoded again.
    let change = try? JSONDecoder().decode(KioskSettingsChange.self, from: JSONEncoder().encode(new))
    return change ?? KioskSettingsChange()
  }

  private var fields: [String: PlainJSON] {
    // Plain values of text and numbers are always encoded.
    (try? JSONDecoder().decode([String: PlainJSON].self, from: JSONEncoder().encode(self))) ?? [:]
  }
}
