import ByteCoding

/// The numbers by which a gain map brightens a picture, as far as they are told: of one channel, or of three.
struct GainMapNumbers {
  /// The least and the most brightening, in stops.
  var least: [Double] = []
  var most: [Double] = []
  var gamma: [Double] = []
  /// The brightness of a screen from which on the map is applied, and from which on in full, in stops.
  var capacity: (low: Double, high: Double)?

  /// Screens show white up to some hundred times as bright as a plain one does: fewer than 10 stops.
  private static let mostStops = 16.0

  /// The reason why the map cannot be applied, as the rest of a sentence; `nil` if it can.
  var problem: String? {
    func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    if let gamma = gamma.first(where: { $0 <= 0 }) { return "has a gamma of \(text(gamma)), which cannot be" }
    for (least, most) in zip(least, most) where least > most {
      return "brightens by \(text(least)) stops at least, and by \(text(most)) at most"
    }
    if let value = (least + most).first(where: { abs($0) > Self.mostStops }) {
      return "brightens by \(text(value)) stops, which no screen shows"
    }
    // A map that changes nothing needs no screen.
    if let capacity, capacity.low > capacity.high || capacity.low == capacity.high && most.contains(where: { $0 > 0 }) {
      return "is for screens from \(text(capacity.low)) stops on, and in full from \(text(capacity.high)) on"
    }
    return nil
  }
}

/// The description of a gain map by ISO 21496-1, annex C.
struct GainMapFields {
  /// The numbers; `nil` for a version that is not published yet, of which any bytes are accepted.
  let numbers: GainMapNumbers?

  /// Reads what a HEIC's item of a tone map holds: a byte with its version, and the description. `nil` for bytes that
  /// are none.
  init?(toneMap bytes: [UInt8]) {
    guard let version = bytes.first, version < 4 else { return nil }
    self.init(Array(bytes.dropFirst()), isPublished: version == 0)
  }

  /// Reads a description by itself, as JPEGs have it; `nil` for bytes that are none.
  init?(_ bytes: [UInt8], isPublished: Bool = true) {
    var reader = ByteReader(bytes)
    let (needed, written) = (reader.u16(), reader.u16())
    guard isPublished, needed == 0 else {
      numbers = nil
      if isPublished, needed > written || needed >= 256 { return nil }
      return
    }
    let flags = reader.u8()
    // libultrahdr writes one denominator for all where it can.
    let common: UInt32? = flags & 0x08 != 0 ? reader.u32() : nil
    var isRight = common != 0
    func fraction(isSigned: Bool = false) -> Double {
      let numerator = reader.u32()
      let denominator = common ?? reader.u32()
      if denominator == 0 { isRight = false }
      return (isSigned ? Double(Int32(bitPattern: numerator)) : Double(numerator)) / Double(max(denominator, 1))
    }
    // How bright the screens are for which the picture, and that with the map applied, are meant.
    _ = (fraction(), fraction())
    var numbers = GainMapNumbers()
    for _ in 0..<(flags & 0x80 == 0 ? 1 : 3) {
      numbers.least.append(fraction(isSigned: true))
      numbers.most.append(fraction(isSigned: true))
      numbers.gamma.append(fraction())
      // What is added to either picture.
      _ = (fraction(isSigned: true), fraction(isSigned: true))
    }
    guard isRight, reader.error == nil else { return nil }
    self.numbers = numbers
  }
}

extension XMPDocument {
  /// The reason why the gain map that the packet describes, by Adobe's schema for Ultra HDR or by Apple's, cannot be
  /// applied, as the rest of a sentence; `nil` if it can, or there is none.
  var gainMapProblem: String? {
    if let text = property(XMPNamespace.appleGainMap, "HDRGainMapHeadroom"), !((Double(text) ?? 0) > 0) {
      return "has a headroom of '\(text.prefix(32))', which cannot be"
    }
    var values: [String: [Double]] = [:]
    for name in [
      "GainMapMin", "GainMapMax", "Gamma", "OffsetSDR", "OffsetHDR", "HDRCapacityMin", "HDRCapacityMax",
    ] {
      for text in texts(XMPNamespace.gainMap, name) {
        guard let value = Double(text), value.isFinite else {
          return "has the number '\(text.prefix(32))', which is none ('hdrgm:\(name)')"
        }
        values[name, default: []].append(value)
      }
    }
    var numbers = GainMapNumbers()
    (numbers.most, numbers.gamma) = (values["GainMapMax"] ?? [], values["Gamma"] ?? [])
    // What is not told is 0.
    numbers.least = values["GainMapMin"] ?? numbers.most.map { min(0, $0) }
    numbers.capacity = values["HDRCapacityMax"]?.first.map { (values["HDRCapacityMin"]?.first ?? 0, $0) }
    return numbers.problem
  }

  /// The texts of a property that is one value or a list of values.
  private func texts(_ uri: String, _ local: String) -> [String] {
    let name = XMPName(uri, local)
    for child in descriptions.flatMap({ elements[$0].children }) where elements[child].name == name {
      let items = subtree(child).filter { $0.name == XMPName(XMPNamespace.rdf, "li") }
      if !items.isEmpty { return items.map { Self.trimmed($0.text) } }
    }
    return property(uri, local).map { [$0] } ?? []
  }
}
