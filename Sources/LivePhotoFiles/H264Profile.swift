import ISOBoxes
import MovieCoding

/// An H.264 profile, which determines the abilities that a decoder must have, as the configuration gives it.
struct H264Profile {
  /// The numbers of the record and of its sequences: `profile_idc` of ISO/IEC 14496-10, A.2.
  private let numbers: [UInt8]

  /// Reads the payload of `avcC`, the `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15, 5.3.3.1.
  init(record: [UInt8]) {
    var numbers = Array(record.dropFirst().prefix(1))
    var start = 6
    // The sequences count, whatever the record says of them.
    for _ in 0..<(record.count > 5 ? record[5] & 0x1f : 0) where start + 1 < record.count {
      let length = Int(record[start]) << 8 | Int(record[start + 1])
      if length > 1, start + 3 < record.count { numbers.append(record[start + 3]) }
      start += 2 + length
    }
    self.numbers = numbers
  }

  /// Indicates whether the profile is made for studios: more than 8 bits, or other chroma than 4:2:0. Phones and most
  /// browsers decode none of them.
  var isProfessional: Bool { !Self.professional.isDisjoint(with: numbers) }

  /// `High 4:4:4 Predictive`; the professional one where several are named.
  var name: String {
    let number = numbers.first(where: Self.professional.contains) ?? numbers.first ?? 0
    return Self.names[number] ?? "profile \(number)"
  }

  private static let professional: Set<UInt8> = [44, 110, 122, 144, 244]
  private static let names: [UInt8: String] = [
    44: "CAVLC 4:4:4 Intra", 66: "Baseline", 77: "Main", 88: "Extended", 100: "High", 110: "High 10",
    122: "High 4:2:2", 144: "High 4:4:4", 244: "High 4:4:4 Predictive",
  ]
}

extension MovieTrack {
  /// The profile of its pictures, or `nil` when they are not H.264 or have no configuration.
  var h264Profile: H264Profile? {
    guard codec == "avc1", let entry = sampleEntry as? VisualSampleEntry else { return nil }
    for case let box as CodecConfigurationBox in entry.extensions where box.type == "avcC" && box.record.count > 1 {
      return H264Profile(record: box.record)
    }
    return nil
  }
}
