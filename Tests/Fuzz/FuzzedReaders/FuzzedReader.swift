import ByteCoding
import MediaCore
import MovieCoding
import StillCoding

/// A reader of files that may hold anything, as the fuzzer and the corpus tests call it.
///
/// A run must end: with a result, or with the reader's own error. Everything else is a finding: a trap, a hang,
/// memory beyond the bound, or an edited file that the reader itself refuses.
public enum FuzzedReader: String, CaseIterable, Sendable {
  case movie
  case jpeg
  case heic
  case png
  case webp
  case exif
  case xmp
  case plist
  case zip
  case journal
  case report
  case takeout

  /// Reads `bytes` in every way that the reader offers, and rewrites what could be read.
  @discardableResult
  public func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    switch self {
    case .movie: FuzzedMovie.run(bytes)
    case .jpeg, .heic, .png, .webp: FuzzedStill.run(bytes)
    case .exif: FuzzedStill.run(FuzzedStill.jpeg(around: Array("Exif\0\0".utf8) + bytes))
    case .plist: FuzzedPropertyList.run(bytes)
    case .zip: FuzzedArchive.run(bytes)
    case .journal: FuzzedJournal.run(bytes)
    case .report: FuzzedReport.run(bytes)
    case .takeout: FuzzedSidecar.run(bytes)
    case .xmp: FuzzedStill.run(FuzzedStill.jpeg(around: Array("http://ns.adobe.com/xap/1.0/\0".utf8) + bytes))
    }
  }
}
