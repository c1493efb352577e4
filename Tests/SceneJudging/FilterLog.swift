import Glibc
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

  /// The presentation time of each picture, in order, exact in the track's own time base.
  private(set) var pictureTimes: [MediaTime] = []
  /// The pieces of sound, in order.
  private(set) var soundPieces: [SoundPiece] = []

  /// The log in what ffmpeg wrote on standard error.
  init(_ text: String) {
    var timeBase: (value: Int64, timescale: Int32) = (1, 1_000_000)
    var bytes = Array(text.utf8CString)
    bytes.withUnsafeMutableBufferPointer { bytes in
      var next = bytes.baseAddress
      while let line = next {
        let end = strpbrk(line, "\r\n")
        end?.pointee = 0
        note(Line(start: line), &timeBase)
        next = end.map { $0 + 1 }
      }
    }
  }

  private mutating func note(_ line: Line, _ timeBase: inout (value: Int64, timescale: Int32)) {
    if line.find("_showinfo_") != nil {
      if let base = line.field("in time_base:") {
        let parts = base.split(separator: "/")
        if parts.count == 2, let value = Int64(parts[0]), let scale = Int32(parts[1]) { timeBase = (value, scale) }
      } else if line.field(" n:") != nil, let pts = line.field(" pts:").flatMap({ Int64($0) }) {
        let (product, overflow) = pts.multipliedReportingOverflow(by: timeBase.value)
        if !overflow { pictureTimes.append(MediaTime(value: product, timescale: timeBase.timescale)) }
      }
    } else if line.find("_ashowinfo_") != nil, let pts = line.field(" pts:").flatMap({ Int64($0) }),
      let count = line.field(" nb_samples:").flatMap({ Int($0) }), count >= 0
    {
      soundPieces.append(SoundPiece(pts: pts, count: count))
    }
  }

  /// A line in memory of someone else that ends with a zero, searched by the C library: a movie has hundreds of them.
  private struct Line {
    let start: UnsafePointer<CChar>

    /// What follows a name.
    func find(_ name: String) -> UnsafePointer<CChar>? {
      strstr(start, name).map { UnsafePointer($0) + name.utf8.count }
    }

    /// The word behind a name, blanks before it left out.
    func field(_ name: String) -> String? {
      guard let behind = find(name) else { return nil }
      let first = behind + strspn(behind, " ")
      return String(
        decoding: UnsafeRawBufferPointer(start: first, count: strcspn(first, " ,")), as: UTF8.self)
    }
  }
}
