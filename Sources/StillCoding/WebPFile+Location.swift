import ByteCoding
import MediaCore

extension WebPFile {
  private static let known: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]

  /// Removes all chunks that are not known to belong to the picture, save the Exif and the XMP that count.
  /// - Throws: ``CodingError`` with `.unsupported` for bytes behind the picture.
  func removeLocation(_ change: inout StillChange) throws(CodingError) {
    let gone = chunks.filter { chunk in
      if chunk.range == metadata.exifPlace { return exif == nil }
      return !Self.known.contains(chunk.type) && chunk.range != metadata.xmpPlace
    }
    change.trailer += gone.map { BytePatch(range: $0.range, bytes: []) }
    if !gone.isEmpty {
      change.notes.append(
        "Chunks that may say where the still was taken are gone: \(gone.prefix(8).map(\.type).joined(separator: ", "))."
      )
    }
    try checkTrailer(from: chunksEnd, advice: "Write the picture anew with another program.")
  }
}
