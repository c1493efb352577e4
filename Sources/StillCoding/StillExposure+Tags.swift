import MediaCore

extension StillExposure {
  /// The tags of what is known.
  func write(to directory: inout TIFFDirectory) {
    directory[0x829a] = exposureSeconds.flatMap { Self.ratio($0) }.map { .rational([$0]) }
    directory[0x8822] = mode.map { .short([$0 == .manual ? 1 : 2]) }  // ExposureProgram: by hand, or normal
    if let isoSpeed, isoSpeed > 0, isoSpeed.isFinite {
      directory[0x8827] = .short([UInt16(min(max(1, isoSpeed.rounded()), 65_535))])
      directory[0x8830] = .short([0])  // SensitivityType: which of ISO 12232's measures it is, drivers do not say
    }
    if let bias, abs(bias) <= 1000 {
      let (numerator, denominator) = Self.reduced(UInt32((abs(bias) * 1000).rounded()), 1000)
      directory[0x9204] = .signedRational([(Int32(numerator) * (bias < 0 ? -1 : 1), Int32(denominator))])
    }
    directory[0x9209] = flash.map { .short([$0]) }
    directory[0xa402] = mode.map { .short([$0.rawValue]) }
  }

  /// A length of time to the microsecond; `nil` for none, and for more than an hour.
  private static func ratio(_ seconds: Double) -> (numerator: UInt32, denominator: UInt32)? {
    guard seconds > 0, seconds <= 3600 else { return nil }
    let microseconds = UInt32((seconds * 1_000_000).rounded())
    return microseconds == 0 ? nil : reduced(microseconds, 1_000_000)
  }

  private static func reduced(_ numerator: UInt32, _ denominator: UInt32) -> (numerator: UInt32, denominator: UInt32) {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? (numerator, denominator) : (numerator / a, denominator / a)
  }
}
