import VideoCoding

extension JPEGSubsampling {
  /// What the frame header of a baseline JPEG says; `nil` for none and for a mixture without a name.
  init?(jpeg bytes: [UInt8]) {
    var position = 2
    while position + 19 <= bytes.count, bytes[position + 1] != 0xc0 {
      position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
    }
    guard position + 19 <= bytes.count else { return nil }
    switch (bytes[position + 9], bytes[position + 11]) {
    case (1, _): self = .grey
    case (3, 0x11): self = .s444
    case (3, 0x21): self = .s422
    case (3, 0x22): self = .s420
    case (3, 0x12): self = .s440
    case (3, 0x41): self = .s411
    default: return nil
    }
  }
}
