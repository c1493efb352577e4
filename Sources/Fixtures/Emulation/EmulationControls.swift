import CaptureDevices

/// Recorded controls as a driver lists them: in the order of their numbers, each class with a heading.
struct EmulationControls {
  struct Entry {
    let id: UInt32
    let type: UInt32
    let flags: UInt32
    let name: String
    let range: ClosedRange<Int64>
    let step: UInt64
    let defaultValue: Int64
    let value: Int64
    let menu: [(value: Int64, name: String)]
  }

  let entries: [Entry]

  /// The most controls and menu entries that are read: more than any camera has.
  private static let limit = 1000
  private static let menuLimit = 256

  // V4L2_CTRL_TYPE_… and V4L2_CTRL_FLAG_…, which are the kernel's for good.
  private enum ControlType: UInt32 { case integer = 1, boolean, menu, button, wide, heading, bitmask = 8 }
  private static let (readOnly, writeOnly, executesOnWrite): (UInt32, UInt32, UInt32) = (0x4, 0x40, 0x200)

  private static let headings: [UInt32: String] = [
    0x98_0000: "User Controls", 0x99_0000: "Codec Controls", 0x9a_0000: "Camera Controls",
    0x9c_0000: "Flash Controls", 0x9d_0000: "JPEG Compression Controls", 0x9e_0000: "Image Source Controls",
    0x9f_0000: "Image Processing Controls",
  ]

  init(_ controls: [DeviceControl]) {
    var entries: [UInt32: Entry] = [:]
    for control in controls.prefix(Self.limit) {
      guard let entry = Self.entry(control) else { continue }
      entries[entry.id] = entry
      let group = entry.id & 0x0fff_0000
      if let name = Self.headings[group], entries[group | 1] == nil {
        entries[group | 1] = Entry(
          id: group | 1, type: ControlType.heading.rawValue, flags: Self.readOnly | Self.writeOnly, name: name,
          range: 0...0, step: 0,
          defaultValue: 0, value: 0, menu: [])
      }
    }
    self.entries = entries.values.sorted { $0.id < $1.id }
  }

  /// `nil` for a control whose values are no numbers, or whose numbers cannot be.
  private static func entry(_ control: DeviceControl) -> Entry? {
    // The upper bits stand for questions, not for controls.
    guard control.minimum <= control.maximum, control.id & 0xf000_0000 == 0, control.id & 0xffff != 1 else {
      return nil
    }
    let range = control.minimum...control.maximum
    let isNarrow = Int32(exactly: range.lowerBound) != nil && Int32(exactly: range.upperBound) != nil
    func fitting(_ value: Int64) -> Int64 { min(max(value, range.lowerBound), range.upperBound) }
    func entry(_ type: ControlType, step: UInt64, flags: UInt32 = 0, menu: [(value: Int64, name: String)] = []) -> Entry
    {
      Entry(
        id: control.id, type: type.rawValue, flags: flags, name: control.name, range: range, step: step,
        defaultValue: fitting(control.defaultValue), value: fitting(control.value ?? control.defaultValue), menu: menu)
    }
    switch control.kind {
    case .integer: return entry(isNarrow ? .integer : .wide, step: UInt64(max(1, control.step)))
    case .boolean: return range == 0...1 ? entry(.boolean, step: 1) : nil
    case .button: return isNarrow ? entry(.button, step: 0, flags: writeOnly | executesOnWrite) : nil
    case .bitmask: return range.lowerBound >= 0 && range.upperBound <= UInt32.max ? entry(.bitmask, step: 0) : nil
    case .menu:
      let names = control.menu.filter { range.contains($0.key) }.sorted { $0.key < $1.key }.prefix(menuLimit)
      guard isNarrow, range.lowerBound >= 0, !names.isEmpty else { return nil }
      return entry(.menu, step: 1, menu: names.map { (value: $0.key, name: $0.value) })
    case .string, .other: return nil
    }
  }
}
