/// A file that stands for a camera or a microphone.
enum DeviceFile: Hashable, Sendable {
  /// `/dev/video<number>`.
  case camera(Int)
  /// `/dev/snd/pcmC<card>D<device>c`.
  case microphone(card: Int, device: Int)

  /// Creates the device file that a name stands for, if it is one of these.
  init?(name: some StringProtocol) {
    if let number = Self.number(name, after: "video") {
      self = .camera(number)
      return
    }
    let parts = name.dropFirst("pcmC".count).split(separator: "D", omittingEmptySubsequences: false)
    guard name.hasPrefix("pcmC"), name.hasSuffix("c"), parts.count == 2, let card = Self.number(parts[0], after: ""),
      let device = Self.number(parts[1].dropLast(), after: "")
    else { return nil }
    self = .microphone(card: card, device: device)
  }

  // Digits only, and not more than any kernel counts to.
  fileprivate static func number(_ name: some StringProtocol, after prefix: String) -> Int? {
    let digits = name.dropFirst(prefix.count)
    guard name.hasPrefix(prefix), (1...6).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(digits)
  }
}

/// A place in which something may have changed.
enum DevicePlace: Hashable, Sendable {
  case file(DeviceFile)
  /// A sound card with all its files.
  case card(Int)
  /// Anywhere: hints were lost.
  case everywhere

  /// Creates the place of a file of the folders `/dev` and `/dev/snd`; `nil` for files of other devices.
  ///
  /// Of a sound card any file counts: which of them can be opened first depends on who sets their permissions.
  init?(name: some StringProtocol) {
    switch DeviceFile(name: name) {
    case .camera(let number)?: self = .file(.camera(number))
    case .microphone(let card, _)?: self = .card(card)
    case nil:
      guard let card = DeviceFile.number(name, after: "controlC") ?? DeviceFile.number(name, after: "card") else {
        return nil
      }
      self = .card(card)
    }
  }

  func contains(_ file: DeviceFile) -> Bool {
    switch (self, file) {
    case (.everywhere, _): true
    case (.file(let one), _): one == file
    case (.card(let card), .microphone(let other, _)): card == other
    case (.card, .camera): false
    }
  }
}
