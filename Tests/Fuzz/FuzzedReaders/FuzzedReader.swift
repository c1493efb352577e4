import ByteCoding
import MovieCoding

/// A reader of files that may hold anything, as the fuzzer and the corpus tests call it.
///
/// A run must end: with a result, or with the reader's own error. Everything else is a finding: a trap, a hang,
/// memory beyond the bound.
public enum FuzzedReader: String, CaseIterable, Sendable {
  case movie

  /// Reads `bytes` in every way that the reader offers.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .movie: Self.movie(bytes)
    }
  }

  private static func movie(_ bytes: [UInt8]) {
    guard let file = try? MovieReader().read(bytes) else { return }
    for track in file.tracks { _ = try? track.samples() }
  }
}
