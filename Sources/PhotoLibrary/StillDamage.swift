import ByteCoding
import MediaCore
import StillCoding

/// A look at what is wrong with a still's picture, which decodes all of it.
enum StillDamage {
  /// The kinds of files whose pictures can be decoded here.
  static let kinds: Set<ContentType> = [.jpeg, .heic, .avif, .png, .webp]
  /// The side of the picture that is made: all data are decoded anyway, and of a small one JPEG's pixels are few.
  private static let side = 64

  /// Returns what is damaged in a still's picture, in a sentence; `nil` if it is whole, or nothing here can decode it.
  static func sentence(on still: any ByteSource) -> String? {
    do throws(CodingError) {
      if let damage = try StillFile.read(still).damage(reading: true) { return damage }
      _ = try PictureDecoder().decode(still, maximumSide: side)
      return nil
    } catch {
      return error.isOfDamage ? error.message : nil
    }
  }
}
