/// A kind of picture file, told by the file's first bytes.
enum PictureKind: String, Sendable, Hashable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  /// HEIC or AVIF.
  case heif = "HEIF"

  /// `nil` for what none of the decoders reads. 16 bytes are enough.
  init?(_ head: some Collection<UInt8>) {
    let head = Array(head.prefix(16))
    func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.starts(with: [0xff, 0xd8]) {
      self = .jpeg
    } else if head.starts(with: PNGFile.signature) {
      self = .png
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), !has("qt  ", at: 8) {
      self = .heif
    } else {
      return nil
    }
  }
}
