import ByteCoding
import MediaCore

extension WebPFile {
  private static let known: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]

  /// Only what belongs to the picture stays besides the Exif and the XMP that count.
  /// - Throws: ``CodingError`` with `.unsupported` for bytes behind the picture.
  func locationRemoval() throws(CodingError) -> LocationRemoval {
    var removal = LocationRemoval()
    let gone = chunks.filter { chunk in
      if chunk.range == exifChunk?.range { return exif == nil }
      return !Self.known.contains(chunk.type) && chunk.range != xmpChunk?.range
    }
    removal.patches = gone.map { BytePatch(range: $0.range, bytes: []) }
    if !gone.isEmpty {
      removal.notes.append(
        "Chunks that may say where the still was taken are gone: \(gone.prefix(8).map(\.type).joined(separator: ", "))."
      )
    }
    try checkTrailer(
      from: chunks.last?.range.upperBound ?? 12, advice: "Write the picture anew with another program.")
    return removal
  }
}
