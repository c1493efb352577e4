import ByteCoding
import MediaCore

/// The scans of a progressive JPEG, which refine its picture one after the other: ITU-T T.81, annex G.
struct JPEGProgression {
  /// The number of lowest bits that are still missing of each of a component's 64 coefficients; `nil` for all of them.
  private var missing: [UInt8: [UInt8?]] = [:]

  /// Returns a sentence on scans that a file's picture lacks, although it has an end; `nil` if it has all, breaks off,
  /// or is not progressive.
  static func problem(in file: JPEGFile) throws(CodingError) -> String? {
    guard let frame = file.segments.first(where: { $0.marker.isStartOfFrame }), frame.marker.code == 0xc2 else {
      return nil
    }
    var progression = JPEGProgression()
    let header = try file.source.part(frame.payload, of: "the frame header at byte \(frame.range.lowerBound)")
    for place in stride(from: 6, to: header.count, by: 3) {
      progression.missing[header[place]] = Array(repeating: nil, count: 64)
    }
    var pages = BytePages(file.source)
    var position = file.scanStart
    while let found = try pages.next(0xff, from: position), let code = try pages.byte(at: found + 1) {
      switch code {
      case 0, 0xff, 0x01, 0xd0...0xd7:
        position = found + (code == 0xff ? 1 : 2)
        continue
      case 0xd9: return progression.isComplete ? nil : problem
      case 0xd8: return nil
      default: break
      }
      guard let high = try pages.byte(at: found + 2), let low = try pages.byte(at: found + 3) else { return nil }
      let end = found + 2 + max(2, Int(high) << 8 | Int(low))
      if code == JPEGMarker.startOfScan.code, end <= file.source.count {
        progression.add(scan: try file.source.part(found + 4..<end, of: "SOS at \(found)"))
      }
      position = end
    }
    return nil
  }

  private static let problem =
    "Its picture lacks the last of its scans, which refine it: it is blurred, or its colours are. Get another copy."

  private var isComplete: Bool { missing.values.allSatisfy { $0.allSatisfy { $0 == 0 } } }

  private mutating func add(scan header: [UInt8]) {
    guard let count = header.first.map(Int.init), header.count >= 4 + 2 * count else { return }
    let (first, last) = (Int(header[1 + 2 * count]), Int(header[2 + 2 * count]))
    guard first <= last, last < 64 else { return }
    for place in 0..<count {
      for index in first...last { missing[header[1 + 2 * place]]?[index] = header[3 + 2 * count] & 15 }
    }
  }
}
