import MediaCore

/// What ffmpeg's filters `showinfo` and `ashowinfo` say about each frame that passes.
struct FilterLog {
  /// Sound that left the decoder at once.
  struct SoundPiece: Sendable, Hashable {
    /// The time of its first frame, counted in frames.
    let pts: Int64
    /// The number of frames.
    let count: Int
  }

  private let lines: [Substring]

  /// The log in what ffmpeg wrote on standard error.
  init(_ text: String) { lines = text.split(whereSeparator: \.isNewline) }

  /// The presentation time of each picture, in order, exact in the track's own time base.
  var pictureTimes: [MediaTime] {
    var timescale: (value: Int64, timescale: Int32) = (1, 1_000_000)
    var times: [MediaTime] = []
    for line in lines where line.contains("_showinfo_") {
      if let base = Self.field("in time_base:", of: line) {
        let parts = base.split(separator: "/")
        if parts.count == 2, let value = Int64(parts[0]), let scale = Int32(parts[1]) { timescale = (value, scale) }
      } else if Self.field(" n:", of: line) != nil, let pts = Self.field(" pts:", of: line).flatMap({ Int64($0) }) {
        let (product, overflow) = pts.multipliedReportingOverflow(by: timescale.value)
        if !overflow { times.append(MediaTime(value: product, timescale: timescale.timescale)) }
      }
    }
    return times
  }

  /// The pieces of sound, in order.
  var soundPieces: [SoundPiece] {
    lines.compactMap { line in
      guard line.contains("_ashowinfo_"), let pts = Self.field(" pts:", of: line).flatMap({ Int64($0) }),
        let count = Self.field(" nb_samples:", of: line).flatMap({ Int($0) }), count >= 0
      else { return nil }
      return SoundPiece(pts: pts, count: count)
    }
  }

  /// The word behind a name, blanks before it left out.
  private static func field(_ name: String, of line: Substring) -> Substring? {
    guard let found = line.firstRange(of: name) else { return nil }
    let rest = line[found.upperBound...].drop { $0 == " " }
    return rest.prefix { $0 != " " && $0 != "," }
  }
}
